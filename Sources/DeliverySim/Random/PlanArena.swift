/// Laws, tables and plans at places where they stay, for those who live as long as the arena: to
/// look something up touches no reference count.
public struct PlanArena: ~Copyable {
  private var removals: [() -> Void] = []

  /// Empty.
  public init() {}

  /// Keeps a value.
  ///
  /// - Returns: Where it lies, until the arena has gone.
  package mutating func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    removals.append {
      place.deinitialize(count: 1)
      place.deallocate()
    }
    return UnsafePointer(place)
  }

  /// A sampler of a law, which is kept here.
  ///
  /// - Precondition: The sampler is not used after the arena has gone.
  public mutating func sampler(_ law: Distribution) -> Sampler { Sampler(keep(law)) }

  /// A table of plain values, which is kept here.
  ///
  /// - Precondition: The table is not used after the arena has gone.
  package mutating func table<Value: BitwiseCopyable>(
    _ values: [Value]
  ) -> UnsafeBufferPointer<Value> {
    let table = UnsafeMutableBufferPointer<Value>.allocate(capacity: max(1, values.count))
    _ = table.initialize(from: values)
    removals.append { table.deallocate() }
    return UnsafeBufferPointer(rebasing: table[..<values.count])
  }

  deinit {
    for remove in removals { remove() }
  }
}
