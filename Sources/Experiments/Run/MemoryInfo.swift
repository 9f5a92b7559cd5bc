import Foundation

/// This machine's memory.
enum MemoryInfo {
  /// What new work can have without swapping [byte]; nil where the system does not tell.
  static var available: Double? {
    guard let info = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else {
      return nil
    }
    let line = info.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return kilobytes.map { $0 * 1024 }
  }
}
