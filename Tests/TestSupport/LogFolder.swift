import Foundation

/// A folder of CSV files for a test; gone when it goes.
package final class LogFolder {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "deliverysim-logs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  package func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    return "\(path)/\(name)"
  }

  /// Writes rows below a header and returns the file's path.
  package func write(_ name: String, header: String, rows: [String]) throws -> String {
    try write(name, ([header] + rows).joined(separator: "\n") + "\n")
  }
}
