import Files
import Foundation

/// A Python's description of itself: the answer of `python -m deliverysim.doctor`.
struct PythonState: Decodable {
  let version: String
  let executable: String
  /// The versions of the packages that the tool and its users may want; nil: not installed.
  let packages: [String: String?]
  /// By command of the tool: why it cannot run; nil: it can.
  let lacks: [String: String?]

  /// The same in a line.
  var text: String {
    let there = packages.compactMap { name, version in version.map { "\(name) \($0)" } }.sorted()
    let absent = packages.filter { $0.value == nil }.keys.sorted()
    return "\(version) (\(executable))"
      + (there.isEmpty ? "" : ", with \(there.joined(separator: ", "))")
      + (absent.isEmpty ? "" : ", without \(absent.joined(separator: ", "))")
  }
}

extension PythonProgram {
  /// Asks the Python of this program.
  ///
  /// - Returns: nil where it does not answer.
  func state() -> PythonState? {
    let output = Pipe()
    let process = pythonProcess(["-m", "deliverysim.doctor"])
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try? JSONDecoder().decode(PythonState.self, from: answer)
  }
}
