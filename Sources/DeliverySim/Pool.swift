/// Values with small, reusable numbers: what an event's payload names.
///
/// - Complexity: Every operation O(1), amortised.
public struct Pool<Element>: ~Copyable {
  @usableFromInline var items = Buffer<Element>()
  @usableFromInline var free = Buffer<Int>()

  public init() {}
}

extension Pool {
  /// The number of live elements.
  @inlinable
  public var count: Int { items.count - free.count }

  /// Keeps a value until it is removed, and returns its number.
  @inlinable
  public mutating func insert(_ element: consuming Element) -> Int {
    if let index = free.popLast() {
      items[index] = element
      return index
    }
    items.append(element)
    return items.count - 1
  }

  /// Gives a number back; returns what it stood for.
  ///
  /// - Precondition: `index` is live; using a number after its removal is a programmer's mistake.
  @inlinable @discardableResult
  public mutating func remove(_ index: Int) -> Element {
    free.append(index)
    checkInvariants()
    return items[index]
  }

  @inlinable
  public subscript(index: Int) -> Element {
    _read { yield items[index] }
    _modify { yield &items[index] }
  }

  /// The numbers of the live elements, ascending.
  ///
  /// - Complexity: O(n), where n is the largest number of elements that were live at a time.
  public func liveNumbers() -> [Int] {
    var isLive = [Bool](repeating: true, count: items.count)
    for place in free.indices { isLive[free[place]] = false }
    return isLive.indices.filter { isLive[$0] }
  }

  /// The number that was given back last was live. Checked after every change when the package is
  /// built with `-DCHECK_INVARIANTS`; else empty.
  @inlinable
  func checkInvariants() {
    #if CHECK_INVARIANTS
      let last = free[free.count - 1]
      precondition(items.indices.contains(last), "a number that was never given out")
      for place in free.indices.dropLast() {
        precondition(free[place] != last, "a number is given back twice")
      }
    #endif
  }

  /// Gives all numbers back and keeps the memory.
  public mutating func removeAll() {
    items.removeAll()
    free.removeAll()
  }
}
