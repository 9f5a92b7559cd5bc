import DeliverySim

/// The numbers with a known mean that are counted when something happens: their places in
/// ``Tally/surplus``; nil: not counted.
struct SurplusUnderWay {
  var failedRequests: Int?
  var repeatLosses: Int?

  var countsRepeats: Bool { repeatLosses != nil }
}

extension SurplusUnderWay {
  /// A request is answered: what is asked for was at stake (``Surplus/failedRequests``).
  ///
  /// - Parameter stake: The number of messages that depend on the answer, known before it.
  func countAnswer(_ hasFailed: Bool, _ failure: Probability, stake: Int, _ tally: inout Tally) {
    guard let place = failedRequests else { return }
    let count = SurplusCount(
      count: hasFailed ? UInt64(stake) : 0, expected: UInt128(stake) * UInt128(failure.fraction))
    tally.addSurplus(count, place)
  }

  /// The second hop has a repeat of a counted message (``Surplus/repeatLosses``).
  ///
  /// - Parameter loss: The probability that it loses the repeat, known before.
  @inline(never)
  func countRepeat(_ isLost: Bool, _ loss: Probability, _ tally: inout Tally) {
    guard let place = repeatLosses else { return }
    tally.addSurplus(
      SurplusCount(count: isLost ? 1 : 0, expected: UInt128(loss.fraction)), place)
  }
}
