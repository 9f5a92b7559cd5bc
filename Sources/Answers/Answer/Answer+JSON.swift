package import Files
import Foundation
import Vocabulary

extension Answer {
  package static let file = "answer.json"

  /// - Throws: `InputError` (70): a defect of the tool, as a number that JSON cannot say.
  package func json() throws(InputError) -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw InputError(ExitCode.internalError, "\(Self.file) cannot be written: \(error)")
    }
  }

  /// Reads what the tool has written.
  ///
  /// - Parameter path: The path that messages name.
  /// - Throws: `InputError` (65) for anything else.
  package init(_ bytes: [UInt8], path: String) throws(InputError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      // Other formats may have other fields.
      let format = try decoder.decode(Format.self, from: Data(bytes)).format
      guard format == Version.answer else {
        throw InputError(
          ExitCode.dataError,
          "\(path): format \(format) of answers; this version (\(Version.tool)) has format "
            + "\(Version.answer): run the scenario again")
      }
      self = try decoder.decode(Answer.self, from: Data(bytes))
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(ExitCode.dataError, "\(path): not an answer, as run writes it")
    }
  }

  private struct Format: Decodable {
    let format: Int
  }
}
