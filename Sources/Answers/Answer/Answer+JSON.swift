package import Files
import Foundation

extension Answer {
  package static let file = "answer.json"

  /// - Throws: `InputError` (70): a defect of the tool, as a number that JSON cannot say.
  package func json() throws(InputError) -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try JSONDecoder().decode(ConfigNode.self, from: encoder.encode(self)).json()
    } catch {
      throw InputError(ExitCode.internalError, "\(Self.file) cannot be written: \(error)")
    }
  }

  /// Reads what the tool has written.
  ///
  /// - Parameter path: For messages.
  /// - Throws: `InputError` (65) for anything else.
  package init(_ bytes: [UInt8], path: String) throws(InputError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      self = try decoder.decode(Answer.self, from: Data(bytes))
    } catch {
      throw InputError(ExitCode.dataError, "\(path): not an answer, as run writes it")
    }
  }
}
