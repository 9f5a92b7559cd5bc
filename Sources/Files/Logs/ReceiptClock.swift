/// The delays of receipts, where two clocks wrote a log: one the sends, another one the receipts.
///
/// No receipt comes before its send. Where some seem to, the clocks differ, and the delays of the
/// fastest receipts tell by how much.
package struct ReceiptClock: Sendable {
  /// The user adds this to the times of receipts **[s]**.
  package let offset: Double

  package init(offset: Double = 0) { self.offset = offset }

  /// So much too early is the jitter of two clocks **[s]**: such a receipt came at once.
  private static let jitter = 1.0
  /// Times are known to a microsecond, and their differences as well **[s]**.
  private static let resolution = 1e-6
  /// This share of the receipts may be early for other reasons.
  private static let few = 0.01
  /// The delay above which the clocks may differ, if nearly all receipts take longer **[s]**.
  private static let slow = 600.0

  /// The delay of each message, and what to say about it.
  package struct Delays: Sendable {
    /// From the send to the receipt **[s]**, by row: at least 0; infinite without a receipt.
    package let values: [Double]
    /// Sentences that tell of clocks that differ.
    package let notes: [String]
  }

  /// The columns, for messages.
  package struct Names: Sendable {
    package let sent: String
    package let received: String

    package init(sent: String, received: String) { (self.sent, self.received) = (sent, received) }
  }
}

extension ReceiptClock {
  /// Reads `--clock-offset`: a time such as `3.2s` or `-1h`, or a plain number of seconds.
  ///
  /// - Parameter text: Nil: the clocks agree.
  /// - Throws: `InputError` (64) for anything else.
  package static func option(_ text: String?) throws(InputError) -> ReceiptClock {
    guard let text else { return ReceiptClock() }
    guard let offset = Amount.seconds.value(text), abs(offset) < LogUnit.latest else {
      throw InputError(
        ExitCode.usage,
        "--clock-offset: found \"\(Diagnostic.excerpt(text))\"; allowed: a time that is added to "
          + "the times of receipts, such as 3.2s or -1h")
    }
    return ReceiptClock(offset: offset)
  }

  /// - Parameters:
  ///   - names: The columns, as messages call them.
  ///   - sent: **[s]**, by row.
  ///   - received: **[s]**, by row; NaN without a receipt.
  ///   - place: The place in the log where the receipt of a row is written.
  /// - Throws: `InputError` (65) where receipts come more than a second before their sends: how
  ///   many, by how much the clocks seem to differ, and the way out.
  package func delays(
    _ sent: [Double], _ received: [Double], _ names: Names, at place: (Int) -> SourceLocation
  ) throws(InputError) -> Delays {
    let values = zip(sent, received).map { sent, received in
      received.isNaN ? .infinity : received - sent + offset
    }
    let found = values.filter(\.isFinite).sorted()
    let early = found.prefix { $0 < -Self.resolution }.count
    if let row = values.firstIndex(where: { $0 < -Self.jitter - Self.resolution }) {
      let problem = "found \(HumanText.digits(-values[row], 3)) s before \(names.sent)"
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: place(row), path: Diagnostic.excerpt(names.received),
            .message(problem + (offset == 0 ? "" : " with --clock-offset") + words(early, found)),
            allowed: "not before \(names.sent), or nothing" + wayOut(found))
        ])
    }
    return Delays(
      values: values.map { max(0, $0) }, notes: jitterNote(early, found) + slowNote(found))
  }

  /// The delay of the fastest receipts, but for one in a hundred.
  private static func fastest(_ sorted: [Double]) -> Double {
    sorted[Int(few * Double(sorted.count))]
  }

  /// By how much receipts would have to come later **[s]**, with three digits; nil: nearly all come
  /// after their sends as it is.
  private func missing(_ sorted: [Double]) -> Double? {
    let fastest = Self.fastest(sorted)
    guard fastest < -Self.resolution else { return nil }
    return Units.number(HumanText.digits(-fastest, 3))
  }

  private func words(_ early: Int, _ sorted: [Double]) -> String {
    let counts = "; \(early) of \(HumanText.count(sorted.count, "receipt")) come before their sends"
    guard let missing = missing(sorted) else { return counts }
    return counts + ": the clocks seem to differ by \(Self.text(missing))"
  }

  private func wayOut(_ sorted: [Double]) -> String {
    guard let missing = missing(sorted) else { return "; leave these rows out, or correct them" }
    let left = sorted.prefix { $0 + missing < -Self.jitter }.count
    let rest = left == 0 ? "" : "; \(left) would still come too early: leave them out"
    return "; --clock-offset \(Self.text(offset + missing)) is added to the receipts" + rest
  }

  private func jitterNote(_ early: Int, _ sorted: [Double]) -> [String] {
    guard early > 0 else { return [] }
    let note =
      "\(early) of \(HumanText.count(sorted.count, "receipt")) come up to "
      + "\(Self.text(-sorted[0])) before their sends, and count as 0 s"
    guard let missing = missing(sorted) else { return [note] }
    return [note + "; --clock-offset \(Self.text(offset + missing)) if the clocks differ"]
  }

  private func slowNote(_ sorted: [Double]) -> [String] {
    guard !sorted.isEmpty else { return [] }
    // An offset that leaves receipts after their sends.
    let fastest = Self.fastest(sorted).rounded(.down)
    guard fastest > Self.slow else { return [] }
    return [
      "99 % of the receipts come \(Self.text(fastest)) after their sends or later; --clock-offset "
        + "-\(Self.text(fastest)) if the clocks, or their zones, differ"
    ]
  }

  /// The option reads it so.
  private static func text(_ seconds: Double) -> String {
    "\(Units.text(of: Units.number(HumanText.digits(seconds, 3)) ?? seconds))s"
  }
}
