/// Values with numbers, as in a ``Pool``, that wait in the order in which they came. One in the
/// middle leaves as fast as any other, and keeps its number until it is removed.
///
/// To leave twice, to be removed while waiting, or twice, or to be asked for after that traps in
/// release builds too, within the bounds of ``Pool``.
///
/// - Complexity: Every operation O(1), amortised.
public struct LinkedQueue<Element>: ~Copyable {
  @usableFromInline
  struct Place {
    @usableFromInline let element: Element
    @usableFromInline var waits = true
    /// Its neighbours among those that wait.
    @usableFromInline var older: Int?
    @usableFromInline var newer: Int?

    @inlinable
    init(_ element: Element, older: Int?) { (self.element, self.older) = (element, older) }
  }

  @usableFromInline var places = Pool<Place>()
  @usableFromInline var (first, last): (Int?, Int?) = (nil, nil)

  public init() {}
}

extension LinkedQueue {
  /// The number of the first one that waits; nil: none does.
  @inlinable
  public var oldest: Int? { first }

  /// The position of the last one.
  @inlinable
  public var newest: Int? { last }

  /// Adds a value at the end.
  ///
  /// - Returns: Its number.
  @inlinable
  public mutating func append(_ element: Element) -> Int {
    let number = places.insert(Place(element, older: last))
    if let last { places[last].newer = number } else { first = number }
    last = number
    return number
  }

  /// - Precondition: `number` has not been removed.
  @inlinable
  public subscript(number: Int) -> Element { places[number].element }

  /// It has not left.
  ///
  /// - Precondition: `number` has not been removed.
  @inlinable
  public func waits(_ number: Int) -> Bool { places[number].waits }

  /// It waits no more, and keeps its number.
  ///
  /// - Precondition: It waits.
  @inlinable
  public mutating func leave(_ number: Int) {
    precondition(places[number].waits, "nobody leaves twice")
    let (older, newer) = (places[number].older, places[number].newer)
    if let newer { places[newer].older = older } else { last = older }
    if let older { places[older].newer = newer } else { first = newer }
    places[number].waits = false
  }

  /// Gives its number back.
  ///
  /// - Precondition: It has left.
  @inlinable @discardableResult
  public mutating func remove(_ number: Int) -> Element {
    precondition(!places[number].waits, "who waits has a number")
    return places.remove(number).element
  }

  /// Forgets all of them, and keeps the memory.
  public mutating func removeAll() {
    places.removeAll()
    (first, last) = (nil, nil)
  }
}
