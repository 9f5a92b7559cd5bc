/// The values of several replications, each replication counted in the cells of one scale.
///
/// It is made once and asked for many quantiles (``QuantileSample``).
public struct PooledCounts: Sendable, Equatable {
  /// The values of each replication, in the order of the replications.
  let replications: [CumulativeCounts]
  /// All values together.
  let all: CumulativeCounts

  /// - Parameter counts: of each replication.
  public init(_ counts: [CellCounts]) {
    replications = counts.map(CumulativeCounts.init)
    all = replications.count == 1 ? replications[0] : CumulativeCounts(sumOf: counts)
  }
}
