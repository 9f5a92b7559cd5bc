public import DeliverySim

/// Devices that are switched off every night (model.md R1.3: local time, no daylight saving).
public struct Nights: Sendable {
  /// The share of devices with nights, drawn for each replication, evenly over its devices.
  public var share: Probability
  /// Times of day, from 0 up to but not including 24 h: off from `from` to `to`, over midnight when
  /// `to` comes first.
  public let from: SimTime
  /// It is the same as ``from``.
  public let to: SimTime

  /// - Precondition: two different times of day.
  public init(share: Probability = .one, from: SimTime, to: SimTime) {
    precondition([from, to].allSatisfy { $0 >= .zero && $0 < .day }, "a time of day is below 24 h")
    precondition(from != to, "a night takes time")
    (self.share, self.from, self.to) = (share, from, to)
  }
}

extension Nights {
  /// The time from one switching off to the switching on.
  package var length: SimTime { to > from ? to - from : to + .day - from }

  var isNightAtStart: Bool { from == .zero || to < from && to > .zero }
}
