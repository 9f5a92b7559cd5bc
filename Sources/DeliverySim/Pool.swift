/// Values with small, reusable numbers: what an event's payload names.
///
/// - Complexity: Every operation O(1), amortised.
public struct Pool<Element: Sendable>: Sendable {
  @usableFromInline var items: [Element] = []
  @usableFromInline var free: [Int] = []

  @inlinable
  public init() {}
}

extension Pool {
  /// The number of live elements.
  @inlinable
  public var count: Int { items.count - free.count }

  /// Keeps a value until it is removed, and returns its number.
  @inlinable
  public mutating func insert(_ element: Element) -> Int {
    if let index = free.popLast() {
      items[index] = element
      return index
    }
    items.append(element)
    return items.count - 1
  }

  /// Gives a number back.
  ///
  /// - Precondition: `index` is live; using a number after its removal is a programmer's mistake.
  @inlinable
  public mutating func remove(_ index: Int) {
    free.append(index)
  }

  @inlinable
  public subscript(index: Int) -> Element {
    get { items[index] }
    _modify { yield &items[index] }
  }

  @inlinable
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
  }
}
