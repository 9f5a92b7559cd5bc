/// Says which units a run simulates, round by round, and when it has enough of them.
///
/// It decides by complete rounds alone, so that neither threads nor interruptions change what is
/// simulated.
package protocol StoppingRule: Sendable {
  /// The units of the next round, in order; empty when the run is complete.
  ///
  /// - Parameter outcome: All units of the rounds before, sorted.
  mutating func next(after outcome: RunOutcome) -> [Unit]

  /// The number of design points, or candidates of a choice, that are undecided.
  var openCount: Int { get }

  /// The number of replications that undecided design points had at the last look; nil: there was
  /// none, or nobody can stop there.
  var lastLook: Int? { get }

  /// The state that is farthest from what is wanted, after the last complete round; nil: no
  /// precision is wanted.
  func worst(_ outcome: RunOutcome) -> PrecisionState?

  /// The devices that the rounds after this one will probably need.
  func laterDevices(_ outcome: RunOutcome) -> Int
}

/// The precision of a strategy's metric, and the one that it should have.
package struct PrecisionState: Codable, Sendable {
  package let designPoint: Int
  package let strategy: String
  /// The larger side of the interval, in the metric's unit; nil: there is no interval yet.
  package let halfWidth: Double?
  /// Nil where a relative precision has nothing to relate to.
  package let wanted: Double?
  package let isReached: Bool

  /// Beside `wanted`, `enough` is a half-width that is narrow enough; nil: there is none. In a tie,
  /// the two that are compared agree in every replication: nothing is left to measure.
  package init(
    point: Int, strategy: String, halfWidth: Double?, wanted: Double?, enough: Double? = nil,
    isTie: Bool = false
  ) {
    (designPoint, self.strategy) = (point, strategy)
    (self.halfWidth, self.wanted) = (halfWidth, wanted)
    let widest = [wanted, enough].compactMap { $0 }.max()
    isReached = isTie || halfWidth.flatMap { half in widest.map { half <= $0 } } ?? false
  }

  /// The factor by which replications would have to grow, by the square root law; nil: unknown.
  package var growth: Double? {
    guard let halfWidth, let wanted, wanted > 0 else { return nil }
    return (halfWidth / wanted) * (halfWidth / wanted)
  }
}
