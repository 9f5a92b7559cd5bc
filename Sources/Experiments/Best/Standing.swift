/// What a candidate comes to, as `best.csv` has it.
struct Standing: Sendable {
  enum Verdict: String, Sendable {
    case best
    /// Within `worth` of the best.
    case asGood = "as-good"
    case inferior, infeasible, undecided
  }

  let candidate: Contest.Candidate
  /// What tells it from the others.
  let name: String
  var verdict: Verdict
  /// How far behind the best of those that are allowed; below 0 for one that is not allowed and
  /// ahead; nil: there is none.
  var gap: Double?
  /// Nil: unknown, and of Kim and Nelson's procedure.
  let low: Double?
  let high: Double?
  /// After so many replications it was left out; nil: it never was.
  let eliminatedAt: Int?
  /// Who or what decided against it; empty: nothing did.
  let by: String
}
