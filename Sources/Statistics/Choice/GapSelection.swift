// Goals, in order: intervals that hold together, whatever happens to be best and however often one
// looks; no more pairs than needed, because a pair is expensive; short.
//
// Source: J. C. Hsu, "Constrained simultaneous confidence intervals for multiple comparisons with
// the best", Annals of Statistics 12 (1984) 1136-1144; looks and constraints by Bonferroni.

/// A choice of the best among several candidates: each one's distance to the best candidate that is
/// allowed (its gap), as an interval; all intervals hold at once.
///
/// Whatever the truth is, one candidate b is best. If the intervals of the differences to b hold,
/// then b is never excluded, and each gap, which is the difference to b, lies between the ends that
/// the plausible candidates give. So k - 1 differences at each look have to hold, not all pairs.
public struct GapSelection: Sendable {
  /// Whether a candidate meets the constraints.
  public enum Feasibility: Sendable, Equatable { case unknown, feasible, infeasible }

  /// The knowledge about a candidate so far.
  public struct Standing: Sendable, Equatable {
    /// Decided once, it stays.
    public fileprivate(set) var feasibility = Feasibility.unknown
    /// The lower end of the gap, in the metric's unit: at least 0, at most ``high``.
    public fileprivate(set) var low = 0.0
    /// The upper end of the gap; infinite while nothing is known.
    public fileprivate(set) var high = Double.infinity
    /// A candidate that is better for sure; nil: it may be the best.
    public fileprivate(set) var better: Int?
    /// After so many replications it was left out; nil: it never was.
    public fileprivate(set) var eliminatedAt: Int?
  }

  /// The outcome for a candidate.
  public enum Verdict: Sendable, Equatable {
    /// It is at most `worth` behind the best.
    case asGood
    case inferior
    case infeasible
    case undecided
  }

  /// A gap up to this does not matter.
  public let worth: Double
  /// The knowledge so far, by candidate.
  public private(set) var standings: [Standing]

  /// - Parameters:
  ///   - count: The number of candidates, at least 1.
  ///   - worth: Above 0, in the metric's unit.
  ///   - isConstrained: Whether there is anything to meet.
  public init(count: Int, worth: Double, isConstrained: Bool = false) {
    precondition(count >= 1 && worth > 0, "a choice among candidates, by a difference that matters")
    self.worth = worth
    let start = Standing(feasibility: isConstrained ? .unknown : .feasible)
    standings = [Standing](repeating: start, count: count)
  }
}

extension GapSelection {
  /// The questions that are asked at a look.
  public struct Look {
    /// The number of replications of all that are still sampled.
    let size: Int
    /// The estimate of a candidate; more is better.
    let estimate: (Int) -> Double
    let feasibility: (Int) -> Feasibility
    /// The lead of the second candidate over the first, as an interval, on the replications that
    /// both have.
    let lead: (Int, Int) -> (low: Double, high: Double)

    /// - Parameters:
    ///   - size: At least 2, more at each look.
    ///   - estimate: Of a candidate; more is better.
    ///   - feasibility: Asked only while it is unknown.
    ///   - lead: By how much the second one is better than the first, with the confidence that the
    ///     number of candidates and of looks asks for; infinite ends where nothing is known.
    public init(
      size: Int, estimate: @escaping (Int) -> Double,
      feasibility: @escaping (Int) -> Feasibility = { _ in .feasible },
      lead: @escaping (Int, Int) -> (low: Double, high: Double)
    ) {
      (self.size, self.estimate) = (size, estimate)
      (self.feasibility, self.lead) = (feasibility, lead)
    }
  }

  /// Takes note of what all candidates that are still sampled say.
  public mutating func take(_ look: Look) {
    let sampled = self.sampled
    for candidate in sampled where standings[candidate].feasibility == .unknown {
      standings[candidate].feasibility = look.feasibility(candidate)
      if standings[candidate].feasibility == .infeasible {
        standings[candidate].eliminatedAt = look.size
      }
    }
    exclude(look)
    let plausible = self.plausible
    for candidate in self.sampled { measure(candidate, plausible, look) }
    if isDecided { return }
    for candidate in self.sampled where isDecided(candidate) && !plausible.contains(candidate) {
      standings[candidate].eliminatedAt = look.size
    }
  }

  /// Marks those that another allowed one beats for sure: first by the best estimate, which is
  /// cheap, then by each that is left.
  private mutating func exclude(_ look: Look) {
    let allowed = plausible.filter { standings[$0].feasibility == .feasible }
    guard let leader = allowed.max(by: { look.estimate($0) < look.estimate($1) }) else { return }
    for rival in [leader] + allowed.filter({ $0 != leader }) {
      // Who is excluded already beats nobody whom its own rival would not.
      guard standings[rival].better == nil else { continue }
      let estimate = look.estimate(rival)
      for candidate in plausible
      where candidate != rival && look.estimate(candidate) < estimate
        && look.lead(candidate, rival).low > 0
      {
        standings[candidate].better = rival
      }
    }
  }

  private mutating func measure(_ candidate: Int, _ plausible: [Int], _ look: Look) {
    let rivals = plausible.filter { $0 != candidate }
    let leads = rivals.map { look.lead(candidate, $0) }
    let isPlausible = standings[candidate].better == nil
    standings[candidate].low = isPlausible ? 0 : max(0, leads.map(\.low).min() ?? 0)
    standings[candidate].high = max(0, leads.map(\.high).max() ?? 0)
  }
}

extension GapSelection {
  // MARK: State

  /// Those that need more replications.
  public var open: [Int] { isDecided ? [] : sampled }

  /// All are decided.
  public var isDecided: Bool { sampled.allSatisfy(isDecided) }

  private var sampled: [Int] {
    standings.indices.filter { standings[$0].eliminatedAt == nil }
  }

  /// Those that may be the best.
  public var plausible: [Int] {
    standings.indices.filter {
      standings[$0].better == nil && standings[$0].feasibility != .infeasible
    }
  }

  private func isDecided(_ candidate: Int) -> Bool {
    let standing = standings[candidate]
    if standing.low > worth { return true }
    return standing.feasibility == .feasible && standing.high - standing.low <= worth
      && (standing.better != nil || standing.high <= worth)
  }

  /// The outcome for a candidate, as far as it is known.
  public func verdict(_ candidate: Int) -> Verdict {
    let standing = standings[candidate]
    if standing.feasibility == .infeasible { return .infeasible }
    if standing.high <= worth, standing.feasibility == .feasible { return .asGood }
    return standing.low > 0 || standing.better != nil ? .inferior : .undecided
  }
}
