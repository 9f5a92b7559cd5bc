import Models

/// One replication of one strategy at one design point: what is simulated, kept and resumed as a
/// whole.
struct Unit: Sendable, Hashable {
  let point: Int
  /// The strategy's place in the scenario.
  let strategy: Int
  let replication: Int
}

extension Unit: Comparable {
  static func < (left: Unit, right: Unit) -> Bool {
    (left.point, left.strategy, left.replication)
      < (right.point, right.strategy, right.replication)
  }
}

/// What a unit has found out: all that the results need of it.
struct UnitResult: Sendable {
  let unit: Unit
  let record: ReplicationRecord
  let sums: Sums
  /// Each group's, without its endings; empty without groups.
  let groups: [ReplicationRecord]

  /// - Throws: ``BooksError``.
  init(_ tally: Tally, of unit: Unit, _ world: World) throws(BooksError) {
    self.unit = unit
    record = ReplicationRecord(tally, replication: unit.replication, world)
    sums = Sums(tally)
    groups = tally.groups.map {
      ReplicationRecord($0, replication: unit.replication, world, hasSurplus: false)
    }
    try checkBooks(world)
  }

  init(unit: Unit, record: ReplicationRecord, sums: Sums, groups: [ReplicationRecord]) {
    self.unit = unit
    self.record = record
    self.sums = sums
    self.groups = groups
  }
}
