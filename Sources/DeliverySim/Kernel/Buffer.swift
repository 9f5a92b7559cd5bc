/// A growable list with a single owner: unlike an array, it needs no uniqueness check before each
/// change.
///
/// - Complexity: Every operation O(1), amortised.
public struct Buffer<Element: ~Copyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  /// - Parameter minimumCapacity: The number of elements that fit without another allocation.
  public init(minimumCapacity: Int = 8) {
    precondition(minimumCapacity >= 0, "a capacity is not negative")
    capacity = max(1, minimumCapacity)
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: used)
    base.deallocate()
  }
}

extension Buffer where Element: ~Copyable {
  /// The number of elements.
  @inlinable
  public var count: Int { used }

  /// The indices of all elements.
  @inlinable
  public var indices: Range<Int> { 0..<used }

  /// Adds an element at the end.
  @inlinable
  public mutating func append(_ element: consuming Element) {
    if used == capacity { grow() }
    (base + used).initialize(to: element)
    used &+= 1
  }

  /// Room for more elements at the end; they count when they are initialised and claimed.
  @inlinable @inline(__always)
  package mutating func room(for count: Int) -> UnsafeMutablePointer<Element> {
    while capacity &- used < count { grow() }
    return base + used
  }

  /// The elements that were initialised in the room count.
  ///
  /// - Precondition: There is room for them.
  @inlinable
  package mutating func claim(_ count: Int) {
    precondition(UInt(bitPattern: count) <= UInt(bitPattern: capacity &- used), "no room")
    used &+= count
  }

  /// Removes all elements; keeps the memory.
  public mutating func removeAll() {
    base.deinitialize(count: used)
    used = 0
  }

  /// - Precondition: `index` is below ``count``.
  @inlinable
  public subscript(index: Int) -> Element {
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: used), "no such element")
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: used), "no such element")
      return base + index
    }
  }

  @usableFromInline
  mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: used)
    base.deallocate()
    (base, capacity) = (larger, capacity * 2)
  }
}

extension Buffer {
  /// Calls `body` with all elements, which stay where they are as long as it runs.
  @inlinable
  public func withElements<Result>(
    _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    body(UnsafeBufferPointer(start: base, count: used))
  }

  /// Removes and returns the last element; nil when there is none.
  @inlinable
  public mutating func popLast() -> Element? {
    guard used > 0 else { return nil }
    used &-= 1
    return (base + used).move()
  }
}
