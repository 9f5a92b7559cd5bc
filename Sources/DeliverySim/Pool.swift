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
  public mutating func insert(_ element: Element) -> Int {
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
    return items[index]
  }

  @inlinable
  public subscript(index: Int) -> Element {
    get { items[index] }
    _modify { yield &items[index] }
  }

  /// Gives all numbers back and keeps the memory.
  public mutating func removeAll() {
    items.removeAll()
    free.removeAll()
  }
}
