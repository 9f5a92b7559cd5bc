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

/// This machine's memory.
enum MemoryInfo {
  /// The memory that new work can have without swapping [byte]; nil where the system does not tell.
  static var available: Double? {
    guard let info = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else {
      return nil
    }
    let line = info.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return kilobytes.map { $0 * 1024 }
  }
}
