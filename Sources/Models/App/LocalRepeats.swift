public import DeliverySim

/// A local notification alerts again until the user has looked at it (model.md R12.2).
public struct LocalRepeats: Sendable {
  /// The time from one alert to the next one.
  public let every: SimTime
  /// The number of repeats after the first alert, at most.
  public let times: Int

  /// iOS repeats none sooner.
  public static var everyMin: SimTime { .minute }

  /// - Precondition: The repeats are at least a minute apart, and there is at least one.
  public init(every: SimTime, times: Int) {
    precondition(every >= Self.everyMin && times > 0, "repeats are a minute apart, at least one")
    (self.every, self.times) = (every, times)
  }
}
