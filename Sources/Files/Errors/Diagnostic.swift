/// One thing that is wrong with an input: where, what was found, what is allowed.
///
/// Its description is one sentence, broken into lines of at most 80 columns where possible:
/// `scenario.yml:12:9: network.offline.weibull.shape: found -1; allowed: a number above 0`.
package struct Diagnostic: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// A value that is not allowed, as the user wrote it.
    case found(String)
    case unknownKey
    case missing
    /// Anything else, in a sentence.
    case message(String)
  }

  package let location: SourceLocation?
  /// The path of the key, such as `network.offline.weibull.shape`, or empty.
  package let path: String
  package let problem: Problem
  /// The value that would have been right, in words.
  package let allowed: String?
  /// The nearest valid name.
  package let suggestion: String?

  package init(
    at location: SourceLocation?, path: String = "", _ problem: Problem, allowed: String? = nil,
    suggestion: String? = nil
  ) {
    self.location = location == SourceLocation.none ? nil : location
    self.path = path
    self.problem = problem
    self.allowed = allowed
    self.suggestion = suggestion.map(Self.printable)
  }
}

// MARK: - Text

extension Diagnostic: CustomStringConvertible {
  private static let columnsMax = 80

  package var description: String {
    var lines: [String] = []
    for clause in clauses {
      if let line = lines.last, line.count + 1 + clause.count <= Self.columnsMax {
        lines[lines.count - 1] = line + " " + clause
      } else if lines.isEmpty {
        lines.append(clause)
      } else {
        lines += Self.wrapped(clause)
      }
    }
    return lines.joined(separator: "\n")
  }

  private var clauses: [String] {
    let place = [location?.description ?? "", Self.printable(path)].filter { !$0.isEmpty }
    var result = [(place + [problemText]).joined(separator: ": ")]
    if let suggestion {
      result[0] += ";"
      result.append("did you mean \"\(suggestion)\"?")
    } else if allowed != nil {
      result[0] += ";"
    }
    if let allowed {
      let words = allowed.isEmpty ? "nothing: it has no keys" : allowed
      result.append((problem == .unknownKey ? "allowed here: " : "allowed: ") + words)
    }
    return result
  }

  private var problemText: String {
    switch problem {
    case .found(let text): "found \(text)"
    case .unknownKey: "unknown key"
    case .missing: "missing"
    case .message(let text): text
    }
  }

  /// Breaks a clause at spaces; every line is indented by two columns.
  private static func wrapped(_ clause: String) -> [String] {
    var lines: [String] = []
    var line = " "
    for word in clause.split(separator: " ", omittingEmptySubsequences: false) {
      if line.count > 1, line.count + 1 + word.count > columnsMax {
        lines.append(line)
        line = " "
      }
      line += " " + word
    }
    return lines + [line]
  }

  /// Text from outside made fit to print: escaped, and cut after 40 characters.
  package static func excerpt(_ text: some StringProtocol) -> String {
    let head = text.unicodeScalars.prefix(40)
    let isCut = head.endIndex != text.unicodeScalars.endIndex
    return printable(String(String.UnicodeScalarView(head))) + (isCut ? "..." : "")
  }

  private static func printable(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      TextCheck.isPrintable(scalar) ? String(scalar) : scalar.escaped(asASCII: true)
    }.joined()
  }
}

// MARK: - Order

extension Diagnostic: Comparable {
  /// By file, line and column; those without a location come first.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    let (first, second) = (left.location ?? .none, right.location ?? .none)
    return first == second ? left.path < right.path : first < second
  }
}
