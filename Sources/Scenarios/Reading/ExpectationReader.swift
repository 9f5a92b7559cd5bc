import Files
import Vocabulary

/// An expectation with the place where it is written.
struct ReadExpectation {
  let expectation: Expectation
  let reader: ValueReader
}

/// The texts of `expect`.
@Sendable func expectationTexts(_ map: MapReader, _: Reading) -> [ValueReader] {
  guard map.hasValue("expect"), let child = map.child("expect") else { return [] }
  guard child.node.elements != nil else {
    child.report(allowed: "a list of texts, such as [gap-recovery.deliverability >= 0.99]")
    return []
  }
  return map.list("expect", count: 0...1000)
}

/// - Parameter names: Nil after an error among the strategies.
func readExpectations(_ texts: [ValueReader], strategies names: [String]?) -> [ReadExpectation] {
  texts.compactMap { reader in
    ExpectationReader(reader: reader, strategies: names).read().map {
      ReadExpectation(expectation: $0, reader: reader)
    }
  }
}

/// Reads one text `X OP Y`.
private struct ExpectationReader {
  let reader: ValueReader
  let strategies: [String]?

  private static let shape =
    "X OP Y: OP one of >= > <= <, X and Y a number or a strategy's metric, such as "
    + "gap-recovery.deliverability >= fire-and-forget.deliverability + 0.01"

  /// A side before the metric's unit is known.
  private enum RawSide {
    case amount(String)
    case term(Term)
  }

  private struct Term {
    let strategy: String
    let metric: String
    /// Such as `+` and `0.01`.
    let offset: (sign: Character, amount: String)?

    /// - Parameter rest: The text behind the dot: the metric, and maybe a sign and an amount.
    init?(_ strategy: Substring, _ rest: Substring) {
      let metric = rest.prefix { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "_" }
      let tail = rest[metric.endIndex...].drop(while: \.isWhitespace)
      let amount = tail.dropFirst().drop(while: \.isWhitespace)
      guard !strategy.isEmpty, !strategy.contains(where: { $0.isWhitespace || $0 == "+" }),
        !metric.isEmpty,
        !amount.contains(where: \.isWhitespace) || Amount.isOne(String(amount))
      else { return nil }
      self.strategy = String(strategy)
      self.metric = String(metric)
      guard let sign = tail.first else {
        offset = nil
        return
      }
      guard "+-".contains(sign), !amount.isEmpty else { return nil }
      offset = (sign, String(amount))
    }
  }

  func read() -> Expectation? {
    guard let text = reader.read(.text(Self.shape)) else { return nil }
    guard let (leftText, relation, rightText) = split(text) else {
      reader.report(allowed: Self.shape)
      return nil
    }
    guard let left = rawSide(leftText), let right = rawSide(rightText),
      let metric = metric(left, right)
    else { return nil }
    guard let left = side(left, metric), let right = side(right, metric) else { return nil }
    return Expectation(
      text: text, metric: metric.name, left: left, relation: relation, right: right)
  }
}

extension ExpectationReader {
  // MARK: Parts

  /// Left, operator, right; nil when there is not exactly one operator.
  private func split(_ text: String) -> (String, Expectation.Relation, String)? {
    guard let start = text.firstIndex(where: { "<>=".contains($0) }) else { return nil }
    let symbols = text[start...].prefix { "<>=".contains($0) }
    let rest = text[symbols.endIndex...]
    guard let relation = Expectation.Relation(rawValue: String(symbols)),
      !rest.contains(where: { "<>=".contains($0) })
    else { return nil }
    return (Self.trimmed(text[..<start]), relation, Self.trimmed(rest))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// A number, or a strategy's metric with an offset.
  private func rawSide(_ text: String) -> RawSide? {
    if Amount.isOne(text) { return .amount(text) }
    // A strategy's name may hold dots as far as this reader knows: it ends at the first one after
    // which everything fits.
    for dot in text.indices where text[dot] == "." {
      if let term = Term(text[..<dot], text[text.index(after: dot)...]) { return .term(term) }
    }
    report(text, allowed: "a number, or a strategy's metric such as gap-recovery.deliverability")
    return nil
  }

  /// The metric of the sides that name one.
  private func metric(_ left: RawSide, _ right: RawSide) -> Metric? {
    let terms = [left, right].compactMap { side in
      if case .term(let term) = side { term } else { nil }
    }
    guard let first = terms.first else {
      reader.report(allowed: "a strategy's metric on at least one side")
      return nil
    }
    let areKnown = terms.map { isKnown($0) }
    guard !areKnown.contains(false) else { return nil }
    if let other = terms.last, terms.count == 2 {
      guard other.metric == first.metric else {
        reader.report(
          found: "\(first.metric) and \(other.metric)", allowed: "the same metric of two strategies"
        )
        return nil
      }
      guard other.strategy != first.strategy else {
        reader.report(
          found: "\(first.strategy) on both sides", allowed: "two strategies, or one and a number")
        return nil
      }
    }
    return Metric.named(first.metric)
  }

  private func isKnown(_ term: Term) -> Bool {
    let metrics = Metric.all.map(\.name)
    if let strategies, !strategies.contains(term.strategy) {
      report(
        term.strategy,
        allowed: "a strategy of this scenario: \(strategies.joined(separator: ", "))",
        suggestion: NearestName.nearest(to: term.strategy, among: strategies))
    }
    if !metrics.contains(term.metric) {
      report(
        term.metric, allowed: list(metrics),
        suggestion: NearestName.nearest(to: term.metric, among: metrics))
    }
    return metrics.contains(term.metric) && strategies?.contains(term.strategy) ?? true
  }

  private func list(_ metrics: [String]) -> String {
    "a metric: \(metrics.joined(separator: ", "))"
  }

  // MARK: Amounts

  private func side(_ side: RawSide, _ metric: Metric) -> Expectation.Side? {
    switch side {
    case .amount(let text):
      return number(text, metric, metric.unit.amount, metric.isShare ? .between(0, 1) : .atLeast(0))
        .map { .number($0) }
    case .term(let term):
      guard let offset = term.offset else { return .strategy(term.strategy, offset: 0) }
      let unit = metric.isShare ? .points : metric.unit.amount
      return number(offset.amount, metric, unit, metric.isShare ? .between(-1, 1) : .any).map {
        .strategy(term.strategy, offset: offset.sign == "-" ? -$0 : $0)
      }
    }
  }

  private func number(
    _ text: String, _ metric: Metric, _ amount: Amount, _ range: NumberRange
  ) -> Double? {
    let format = ScalarFormat.amount(amount, range)
    if let number = format.parse(text, false) { return number }
    report(
      text, allowed: "\(format.allowed), since \(metric.name) is compared",
      suggestion: format.suggestion(text))
    return nil
  }

  /// Reports a part of the text.
  private func report(_ found: String, allowed: String, suggestion: String? = nil) {
    reader.report(
      found: "\"\(Diagnostic.excerpt(found))\"", allowed: allowed, suggestion: suggestion)
  }
}
