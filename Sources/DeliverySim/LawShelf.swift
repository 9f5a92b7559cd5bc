/// Laws and tables at places where they stay, for samplers that live as long as the shelf: to look
/// something up touches no reference count.
public struct LawShelf: ~Copyable {
  private var laws: [UnsafeMutablePointer<Distribution>] = []
  private var tables: [UnsafeMutableRawPointer] = []

  /// Without laws.
  public init() {}

  /// A sampler of a law, which is kept here.
  ///
  /// - Precondition: The sampler is not used after the shelf has gone.
  public mutating func sampler(_ law: Distribution) -> Sampler {
    let place = UnsafeMutablePointer<Distribution>.allocate(capacity: 1)
    place.initialize(to: law)
    laws.append(place)
    return Sampler(place)
  }

  /// A table of plain values, which is kept here.
  ///
  /// - Precondition: The table is not used after the shelf has gone.
  public mutating func table<Value: BitwiseCopyable>(
    _ values: [Value]
  ) -> UnsafeBufferPointer<Value> {
    let table = UnsafeMutableBufferPointer<Value>.allocate(capacity: max(1, values.count))
    _ = table.initialize(from: values)
    if let base = table.baseAddress { tables.append(UnsafeMutableRawPointer(base)) }
    return UnsafeBufferPointer(rebasing: table[..<values.count])
  }

  deinit {
    for law in laws {
      law.deinitialize(count: 1)
      law.deallocate()
    }
    for table in tables { table.deallocate() }
  }
}
