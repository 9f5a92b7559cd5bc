package import Files
import Foundation

/// The number of threads that work: as many as are wanted, else one per core.
///
/// - Throws: `InputError` (64) outside 1 ... 1024.
package func threadCount(_ wanted: Int?) throws(InputError) -> Int {
  guard let wanted else { return max(1, ProcessInfo.processInfo.activeProcessorCount) }
  guard 1...1024 ~= wanted else {
    throw InputError(ExitCode.usage, "--threads: found \(wanted); allowed: 1 to 1024")
  }
  return wanted
}

/// The memory of this machine, and of the group of processes that the tool runs in.
package struct MemoryInfo {
  /// The folder whose `proc` and `sys` are read.
  private let root: String

  /// - Parameter root: Another one than that of the system: tests.
  package init(root: String = "") { self.root = root }

  /// The memory that new work can have without swapping, at most the limit [byte]; nil where the
  /// system does not tell.
  package var available: Double? { [free, limit].compactMap { $0 }.min() }

  /// The limit of a container or a batch job: the least of the cgroups (version 2) around this
  /// process [byte]; nil: there is none, or the system does not tell.
  package var limit: Double? { groups.compactMap(limit).min() }

  /// [byte]
  private var free: Double? {
    let line = lines("/proc/meminfo").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
  }

  /// This process's cgroup and those above it, the outermost first.
  ///
  /// Source: the Linux kernel's documentation, "Control Group v2", "Processes" and "Memory".
  private var groups: [String] {
    let own = lines("/proc/self/cgroup").first { $0.hasPrefix("0::/") }
    guard let names = own?.dropFirst(4).split(separator: "/") else { return [] }
    return (0...names.count).map { names.prefix($0).joined(separator: "/") }
  }

  /// [byte]; nil: none, for which the file says `max`.
  private func limit(of group: String) -> Double? {
    UInt64(lines("/sys/fs/cgroup/\(group)/memory.max").joined()).map { Double($0) }
  }

  private func lines(_ path: String) -> [Substring] {
    let text = (try? String(contentsOfFile: root + path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n")
  }
}
