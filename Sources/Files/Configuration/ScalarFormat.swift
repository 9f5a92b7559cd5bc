/// The reader of one kind of scalar, with its name in error messages and its printed form.
///
/// Add a kind by adding a static member: `reader.value("devices", .integer(in: 1...10), default:
/// 1)`.
package struct ScalarFormat<Value: Sendable>: Sendable {
  /// The type in the schema.
  package var type: KeyType
  /// The allowed values, in words: "a number above 0".
  package let allowed: String
  /// The value that a reader returns after an error, so that reading can go on.
  package let fallback: Value
  /// The valid words, if it is a choice.
  package var names: [String] = []
  /// The text that the user probably meant, for one that is refused.
  package var suggest: @Sendable (_ text: String) -> String? = { _ in nil }
  /// The value of a text, nil if it is none; quoted texts are never numbers or truth values.
  package let parse: @Sendable (_ text: String, _ isQuoted: Bool) -> Value?
  /// The canonical scalar of a value.
  package let render: @Sendable (Value) -> ConfigNode

  package init(
    _ type: KeyType, allowed: String, fallback: Value,
    parse: @escaping @Sendable (_ text: String, _ isQuoted: Bool) -> Value?,
    render: @escaping @Sendable (Value) -> ConfigNode
  ) {
    self.type = type
    self.allowed = allowed
    self.fallback = fallback
    self.parse = parse
    self.render = render
  }
}

extension ScalarFormat {
  /// The text that was probably meant by one that is refused.
  package func suggestion(_ text: String) -> String? {
    NearestName.nearest(to: text, among: names) ?? suggest(text)
      ?? Slips.corrections(of: text).first { parse($0, false) != nil }
  }

  /// The same under another name in the schema.
  package func typed(_ type: KeyType) -> Self {
    var format = self
    format.type = type
    return format
  }

  /// The same texts for values of another type.
  package func mapped<Other>(
    _ value: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ScalarFormat<Other> {
    var other = ScalarFormat<Other>(
      type, allowed: allowed, fallback: value(fallback), parse: { parse($0, $1).map(value) },
      render: { render(back($0)) })
    (other.names, other.suggest) = (names, suggest)
    return other
  }
}

// MARK: - Numbers

extension ScalarFormat where Value: FixedWidthInteger & Sendable {
  /// An integer; `1e6` is one too. Leading zeros are refused: YAML 1.1 takes them for octal.
  package static func integer(in range: ClosedRange<Value>) -> Self {
    ScalarFormat(
      .integer("\(range.lowerBound)", "\(range.upperBound)"),
      allowed: "an integer from \(range.lowerBound) to \(range.upperBound)",
      fallback: range.lowerBound,
      parse: { text, isQuoted in
        let isOctal = text.count > 1 && text.hasPrefix("0") && Value(text) != nil
        // JSON has whole numbers as texts where doubles cannot hold them.
        guard !isQuoted || ConfigNode.isBeyondDoubles(text), !isOctal,
          let value = Value(text) ?? exactly(text)
        else { return nil }
        return range.contains(value) ? value : nil
      },
      render: { .integer($0) })
  }

  private static func exactly(_ text: String) -> Value? {
    guard let number = Units.number(text), number.magnitude <= 0x1p53 else { return nil }
    return Value(exactly: number)
  }
}

extension ScalarFormat<Double> {
  /// A number with a unit; quoted texts are never plain numbers.
  ///
  /// The message calls it by its `noun`; nil: by its kind.
  package static func amount(
    _ amount: Amount, _ range: NumberRange = .any, noun: String? = nil
  ) -> Self {
    var format = ScalarFormat(
      KeyType(amount, range), allowed: amount.allowed(range.words, noun: noun),
      fallback: range.fallback,
      parse: { text, isQuoted in
        if isQuoted, Units.number(text) != nil { return nil }
        return amount.value(text).flatMap(range.accept)
      },
      render: {
        switch amount {
        case .rate: .text(Units.rateText($0))
        case .time: .text(Units.durationText(Int64(($0 * 1e6).rounded())))
        case .number, .ratio, .share, .points, .seconds: .number($0)
        }
      })
    format.suggest = amount.suggestion
    return format
  }

  /// A plain number.
  package static func number(_ range: NumberRange = .any) -> Self { amount(.number, range) }

  /// A probability or share: `0.02` or `2%`.
  package static func probability(_ range: NumberRange = .between(0, 1)) -> Self {
    amount(.share, range, noun: "a probability")
  }

  /// A rate **[1/s]**: `40/d`.
  package static func rate(_ range: NumberRange = .above(0)) -> Self { amount(.rate, range) }
}

extension KeyType {
  fileprivate init(_ amount: Amount, _ range: NumberRange) {
    switch amount {
    case .number:
      let ends = [range.ends.low, range.ends.high].map { $0.map(Units.text) ?? "" }
      self = .number(ends[0], ends[1])
    case .share: self = .share
    case .time: self = .time
    case .rate: self = .rate
    case .ratio, .points, .seconds: self = .amount
    }
  }
}

extension ScalarFormat<Int64> {
  /// A duration **[microseconds]** of at least `minimum`: `20m`.
  package static func duration(min minimum: Int64 = 0) -> Self {
    let words = minimum == 1 ? " above 0s" : " of at least \(Units.durationText(minimum))"
    return ScalarFormat(
      .time, allowed: "a duration\(words)" + Amount.times(min: minimum),
      fallback: max(minimum, 1_000_000),
      parse: { text, _ in Units.duration(text).flatMap { $0 >= minimum ? $0 : nil } },
      render: { .text(Units.durationText($0)) })
  }
}

// MARK: - Words

extension ScalarFormat<Bool> {
  package static var bool: Self {
    ScalarFormat(
      .bool, allowed: "true or false", fallback: false,
      parse: { text, isQuoted in
        guard ScalarKind(text, isQuoted: isQuoted) == .bool else { return nil }
        return text.lowercased() == "true"
      },
      render: { .bool($0) })
  }
}

extension ScalarFormat<String> {
  /// One of several words.
  ///
  /// - Precondition: there is at least one name.
  package static func choice(_ names: [String]) -> Self {
    var format = ScalarFormat(
      .words(names), allowed: names.joined(separator: ", "), fallback: names[0],
      parse: { text, _ in names.contains(text) ? text : nil },
      render: { .text($0) })
    format.names = names
    return format
  }

  /// A name that may become a folder or a word in a table.
  ///
  /// Without a dash at its start: no command would take it for a name, and a spreadsheet takes it
  /// for a formula.
  package static var name: Self {
    text("a name of a-z, 0-9 and - that does not begin with -", where: isName).typed(.name)
  }

  /// At most 100 of a-z, 0-9 and -, not - at the start.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix("-")
      && name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == 45 }
  }

  /// Text as it was written, whether quoted or not; empty text must be quoted.
  package static func text(
    _ allowed: String = "a text",
    where isAllowed: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> Self {
    ScalarFormat(
      .text, allowed: allowed, fallback: "fallback",
      parse: { text, isQuoted in
        let isNull = ScalarKind(text, isQuoted: isQuoted) == .null
        return !isNull && isAllowed(text) ? text : nil
      },
      render: { .text($0) })
  }
}
