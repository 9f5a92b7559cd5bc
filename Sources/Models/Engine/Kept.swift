import DeliverySim

/// A value that an arena keeps, or a table: it is read like the value itself, and copying it
/// touches no reference count.
@dynamicMemberLookup
struct Kept<Value> {
  private let place: UnsafePointer<Value>

  /// - Precondition: The value is not read after it has gone.
  init(_ place: UnsafePointer<Value>) { self.place = place }

  /// The value that lies so many places further in a table.
  func advanced(by count: Int) -> Kept { Kept(place + count) }

  /// The value itself, for its methods.
  var value: Value {
    unsafeAddress { place }
  }

  @inline(__always)
  subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    place.pointee[keyPath: path]
  }
}

extension PlanArena {
  /// Keeps a value until the arena has gone.
  mutating func kept<Value>(_ value: Value) -> Kept<Value> { Kept(keep(value)) }
}
