/// Logs write these words where there is nothing.
enum LogNothing {
  static let words: Set = ["null", "nil", "none", "nan", "na", "n/a", "-", "\\n"]
  private static let lengthMax = 4
  /// Some write it where moments would stand.
  static let zero = "0"

  /// Whether a field says that there is nothing; an empty one does.
  static func isSaid(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // A longer text is none of the words, and is not made.
    bytes.isEmpty
      || bytes.count <= lengthMax
        && words.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  static func isZero(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 1 && bytes[0] == UInt8(ascii: "0")
  }
}
