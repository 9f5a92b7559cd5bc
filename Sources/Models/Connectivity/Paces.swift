public import DeliverySim

/// The speed at which a device's spans online and offline are used up, by the hour of its local
/// week (model.md R1.9).
public struct Paces: Sendable, Equatable {
  /// Nil: the pace of the clock.
  public var online: WeeklyPace?
  /// It is the same as ``online``.
  public var offline: WeeklyPace?

  /// The pace of the clock, unless something else is given.
  public init(online: WeeklyPace? = nil, offline: WeeklyPace? = nil) {
    (self.online, self.offline) = (online, offline)
  }

  /// No hour differs from the others.
  public var isClock: Bool { online == nil && offline == nil }
}

/// Both paces, compiled once.
struct PacesPlan {
  private let online: WeeklyPace.Table?
  private let offline: WeeklyPace.Table?

  init(_ paces: Paces, _ arena: inout PlanArena) {
    online = paces.online.map { WeeklyPace.Table($0, &arena) }
    offline = paces.offline.map { WeeklyPace.Table($0, &arena) }
  }

  /// The time when a span is over. Out of line, since most networks have no pace.
  @inline(never)
  func end(of span: SimTime, isOnline: Bool, from start: SimTime) -> SimTime {
    (isOnline ? online : offline)?.end(of: span, from: start) ?? start + span
  }
}
