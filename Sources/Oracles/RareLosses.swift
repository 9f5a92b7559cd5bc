/// gap-recovery on devices that are always online, with instant repair: what is not shown is what
/// two draws in a row have lost.
public struct RareLosses: Sendable {
  /// p, the probability that hop 2 loses a push, in 0...1.
  public let linkLoss: Double
  /// f, the probability that a request fails, in 0...1.
  public let resendFailure: Double

  /// - Precondition: Both are in 0...1.
  public init(linkLoss: Double, resendFailure: Double) {
    for chance in [linkLoss, resendFailure] {
      precondition(chance >= 0 && chance <= 1, "a probability is in 0 ... 1")
    }
    (self.linkLoss, self.resendFailure) = (linkLoss, resendFailure)
  }

  /// The share that ends in a summary: the message was lost and its request failed, or it came
  /// right after a lost one, whose request failed. No gap may exceed the repeat limit.
  public var summarised: Double { linkLoss * resendFailure * (2 - linkLoss) }

  /// The share that is lost for good: the repeat is lost too.
  public var lost: Double { linkLoss * (1 - resendFailure) * linkLoss }

  /// Both together.
  public var notShown: Double { summarised + lost }
}
