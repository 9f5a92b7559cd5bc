package import Models
package import Vocabulary

/// One replication of one strategy at one design point: what is simulated, kept and resumed as a
/// whole.
package struct Unit: Sendable, Hashable {
  package let point: Int
  /// The strategy's place in the scenario.
  let strategy: Int
  package let replication: Int

  package init(point: Int, strategy: Int, replication: Int) {
    (self.point, self.strategy, self.replication) = (point, strategy, replication)
  }
}

extension Unit: Comparable {
  package static func < (left: Unit, right: Unit) -> Bool {
    (left.point, left.strategy, left.replication)
      < (right.point, right.strategy, right.replication)
  }
}

/// The findings of a unit: all that the results need of it.
package struct UnitResult: Sendable {
  package let unit: Unit
  let record: ReplicationRecord
  let sums: Sums
  /// Each group's, without its endings; empty without groups.
  let groups: [ReplicationRecord]

  /// - Throws: `BooksError`.
  package init(_ tally: Tally, of unit: Unit, _ world: World) throws(BooksError) {
    self.unit = unit
    record = ReplicationRecord(tally, replication: unit.replication, world)
    sums = Sums(tally)
    groups = tally.groups.map {
      ReplicationRecord($0, replication: unit.replication, world, hasSurplus: false)
    }
    try checkBooks(world)
  }

  package init(unit: Unit, record: ReplicationRecord, sums: Sums, groups: [ReplicationRecord]) {
    self.unit = unit
    self.record = record
    self.sums = sums
    self.groups = groups
  }
}
