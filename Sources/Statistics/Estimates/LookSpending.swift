/// Shares the error that an interval may have among the looks at a run, so that all intervals which
/// are ever shown hold together.
///
/// Most of it is for the end that was planned: it depends on the width alone, or on the time. The
/// rest is shared evenly by the looks before, after each of which somebody may stop the run for
/// what it shows. By Bonferroni's inequality it never adds up to more than was wanted, however the
/// looks depend on each other.
public enum LookSpending: Sendable, CaseIterable {
  /// There is one look, after a number of replications that is fixed.
  case onlyLook
  case plannedEnd
  /// It is one of at most ``looksMax``.
  case anyLook

  /// No ``ReplicationSchedule`` has more: 1.25^75 is 2^24.
  public static let looksMax = 75

  /// The confidence of each interval at such a look.
  ///
  /// - Parameter wanted: The confidence of all of them together, in (0, 1).
  public func confidence(_ wanted: Double) -> Double { 1 - share * (1 - wanted) }

  private var share: Double {
    switch self {
    case .onlyLook: 1
    case .plannedEnd: Self.shareOfEnd
    case .anyLook: (1 - Self.shareOfEnd) / Double(Self.looksMax)
    }
  }

  private static let shareOfEnd = 0.8
}
