/// A push service that keeps everything while the device is away: the ideal bound.
public struct KeepAll: Sendable {
  /// p, the probability that a push never reaches the service, in 0...1.
  public let linkLoss: Double

  /// - Precondition: `linkLoss` in 0...1.
  public init(linkLoss: Double = 0) {
    precondition(linkLoss >= 0 && linkLoss <= 1, "a probability is in 0 ... 1")
    self.linkLoss = linkLoss
  }

  /// The share of the owed notifications that are shown: 1 - p, whatever arrivals and connectivity,
  /// since what reaches the service waits for the device for as long as it takes.
  ///
  /// Source: model.md R9.
  public var deliverability: Double { 1 - linkLoss }
}
