/// A replication counts it, in a column of its own in results. The code is the place of the column;
/// counters without one have the last codes. Each feature has an enum of its counters; the
/// manifest lists them (`Features.swift`).
public protocol CounterCode: Sendable {
  /// The place of its column.
  var code: UInt8 { get }
}

extension CounterCode {
  /// The place in the columns of results.
  public var place: Int { Int(code) }
}

extension CounterCode where Self: RawRepresentable<UInt8> {
  /// The place of its column.
  public var code: UInt8 { rawValue }
}

/// All counters of a feature.
protocol Counters: CounterCode, RawRepresentable<UInt8>, CaseIterable {
  var row: Counter.Row { get }
}

/// A counter of any feature.
public struct Counter: CounterCode, Hashable {
  /// The place of its column.
  public let code: UInt8

  /// A counter of a feature, as one of any.
  public init(_ counter: some CounterCode) { code = counter.code }

  /// A counter that every replication has.
  public init(_ counter: CoreCounter) { code = counter.code }

  private init(code: UInt8) { self.code = code }
}

extension Counter {
  // MARK: The table

  struct Row: Sendable {
    let name: String
    let when: When
    /// Nil: it is counted on its own; else it follows from what else is counted.
    let derived: (@Sendable (Tally) -> UInt128)?

    init(
      _ name: String, _ when: When = .always, derived: (@Sendable (Tally) -> UInt128)? = nil
    ) {
      (self.name, self.when, self.derived) = (name, when, derived)
    }
  }

  /// A column is absent where no design point models what it counts.
  struct When: Sendable {
    let holds: @Sendable (World, [Strategy]) -> Bool
    /// A column that another design point models is empty here, since a 0 would be wrong.
    let isEmptyElsewhere: Bool

    static let always = When { _, _ in true }

    init(
      isEmptyElsewhere: Bool = false, _ holds: @escaping @Sendable (World, [Strategy]) -> Bool
    ) {
      (self.isEmptyElsewhere, self.holds) = (isEmptyElsewhere, holds)
    }

    /// Some devices have it.
    static func `where`(
      isEmptyElsewhere: Bool = false, _ holds: @escaping @Sendable (DeviceSetup) -> Bool
    ) -> When {
      When(isEmptyElsewhere: isEmptyElsewhere) { world, _ in world.hasSetup(where: holds) }
    }
  }

  private static let rows = Dictionary(
    uniqueKeysWithValues: Feature.all.flatMap(\.counters).map { ($0.code, $0.row) })

  /// - Precondition: A feature of the manifest has it.
  private var row: Row {
    guard let row = Self.rows[code] else { preconditionFailure("no counter \(code)") }
    return row
  }

  /// All counters, by code.
  public static let allCases = rows.keys.sorted().map { Counter(code: $0) }

  /// Those that have a column, in order.
  public static let columns = allCases.filter { !$0.name.isEmpty }

  /// The number of places that there are.
  package static let places = Counts.room

  /// Those that have none, in order: they have the last places.
  package static let withoutColumn = allCases.filter { $0.name.isEmpty }

  /// Nil: it is counted on its own.
  var derived: (@Sendable (Tally) -> UInt128)? { row.derived }

  /// The name of its column; empty where it has none.
  public var name: String { row.name }

  /// A column is absent where no design point models its station.
  public func isModelled(_ world: World, _ strategies: [Strategy]) -> Bool {
    row.when.holds(world, strategies)
  }

  /// A column that another design point models has a value here too, so that it is of one type:
  /// most counts are 0 where there is nothing to count. The others are empty, since a 0 would be
  /// wrong.
  public func hasValue(_ world: World, _ strategies: [Strategy]) -> Bool {
    !row.when.isEmptyElsewhere || isModelled(world, strategies)
  }
}

extension World {
  func hasSetup(where holds: (DeviceSetup) -> Bool) -> Bool { !allSetups { !holds($0) } }
}
