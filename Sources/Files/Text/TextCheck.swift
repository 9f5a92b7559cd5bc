/// Finds the first byte of a text that no text file should hold.
package enum TextCheck {
  /// Looks for invalid UTF-8 and for control characters other than tab and line ends.
  ///
  /// - Returns: its line and column **[1, 2, ...]** and what it is, or nil.
  /// - Complexity: O(n); a byte costs a few nanoseconds.
  static func firstProblem(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> (line: Int, column: Int, problem: String)? {
    var line = 1
    var column = 1
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return nil
      case .error: return (line, column, "not valid UTF-8")
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if !isPrintable(scalar), !["\t", "\n", "\r"].contains(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let padding = String(repeating: "0", count: max(0, 4 - digits.count))
          return (line, column, "a control character (U+\(padding)\(digits))")
        }
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
      }
    }
  }
}

extension TextCheck {
  /// Whether a character can be shown on one line: no control, no line separator, no byte order
  /// mark, nothing that YAML cannot hold.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
