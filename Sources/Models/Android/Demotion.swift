public import DeliverySim

// Android's high priority is for what users see: who sends much else with it loses it (model.md
// R11.3).

extension Android {
  /// Pushes of high priority count as normal where too few of the last ones drew something.
  ///
  /// Source: Firebase, "Set and manage Android message priority": seven days of behaviour, for each
  /// installation of the app. The figures are not published.
  public struct Demotion: Sendable {
    /// Pushes count that were handed over in so long a time.
    public var window: SimTime
    /// At least this share of it must draw something that the user can see.
    public var visibleMin: Probability
    /// The probability that a push counts as normal otherwise.
    public var share: Probability

    /// - Precondition: `window` takes time.
    public init(
      window: SimTime = SimTime(microseconds: 7 * SimTime.day.microseconds),
      visibleMin: Probability = Probability(0.5) ?? .one, share: Probability = .one
    ) {
      precondition(window > .zero, "what counts was handed over in some time")
      (self.window, self.visibleMin, self.share) = (window, visibleMin, share)
    }
  }
}

/// The pushes of high priority that one device was handed over lately, demoted ones too.
struct UrgentPushes {
  /// The hand-overs, in order of time.
  private var handOvers: [(time: SimTime, isVisible: Bool)] = []
  /// The ones before it are forgotten.
  private var first = 0
  /// So many of the others drew something.
  private var visible = 0
}

extension UrgentPushes {
  mutating func add(isVisible: Bool, at time: SimTime) {
    precondition(handOvers.last.map { $0.time <= time } ?? true, "hand-overs come in order")
    handOvers.append((time, isVisible))
    if isVisible { visible += 1 }
  }

  /// - Parameter start: The time up to which pushes that were handed over count no more.
  /// - Returns: Whether less than a share drew something; false where there is nothing that counts.
  mutating func lacks(_ share: Probability, after start: SimTime) -> Bool {
    while first < handOvers.count, handOvers[first].time <= start {
      if handOvers[first].isVisible { visible -= 1 }
      first += 1
    }
    if first > handOvers.count / 2 {
      handOvers.removeFirst(first)
      first = 0
    }
    let count = handOvers.count - first
    precondition((0...count).contains(visible), "what is visible is a part of all")
    // Not a product, which would miss a share such as 55 % that is met exactly.
    return count > 0 && Double(visible) / Double(count) < share.value
  }
}
