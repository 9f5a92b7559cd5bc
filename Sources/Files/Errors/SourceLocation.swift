/// The place where a piece of input was written: a file, or a command line option such as `--set`.
package struct SourceLocation: Hashable, Sendable {
  package let file: String
  /// Line **[1, 2, ...]**, or 0 where lines mean nothing, as in a command line option.
  package let line: Int
  /// Column of the first character **[1, 2, ...]**, counted in Unicode scalars.
  package let column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// A whole file or option.
  package init(file: String) {
    self.init(file: file, line: 0, column: 0)
  }

  /// An option such as `--set`, and no file.
  package var isOption: Bool { line == 0 && file.hasPrefix("--") }

  /// The location of values that no one wrote, such as defaults.
  package static let none = SourceLocation(file: "")
}

// MARK: - Text and order

extension SourceLocation: CustomStringConvertible, Comparable {
  package var description: String {
    line == 0 ? file : "\(file):\(line):\(column)"
  }

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}
