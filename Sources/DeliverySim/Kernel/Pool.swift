/// Values with small, reusable numbers: what an event's payload names.
///
/// A number has one owner at a time. To remove one twice, or to read or change one after its
/// removal, traps in release builds too, as long as the number has not been given out again: after
/// that it names another value, which nobody can tell.
///
/// - Complexity: Every operation O(1), amortised.
public struct Pool<Element>: ~Copyable {
  @usableFromInline
  struct Place {
    @usableFromInline var element: Element
    /// ``live``, or the place that had been given back before this one.
    @usableFromInline var earlier = Pool.live

    @inlinable
    init(_ element: consuming Element) { self.element = element }
  }

  /// No place: the element has not been removed.
  @inlinable static var live: Int32 { -1 }

  /// No place: nothing is free before this one.
  @inlinable static var none: Int32 { -2 }

  @usableFromInline var places = Buffer<Place>()
  /// The place that was given back last: the free ones are linked through ``Place/earlier``.
  @usableFromInline var free = Pool.none
  @usableFromInline var liveCount = 0

  public init() {}
}

extension Pool {
  /// The number of live elements.
  @inlinable
  public var count: Int { liveCount }

  /// Keeps a value until it is removed, and returns its number.
  ///
  /// - Precondition: Fewer than 2^31 are live; checked in every build.
  @inlinable
  public mutating func insert(_ element: consuming Element) -> Int {
    liveCount &+= 1
    guard free >= 0 else {
      precondition(places.count < Int32.max, "a pool is full")
      places.append(Place(element))
      return places.count &- 1
    }
    let index = Int(free)
    free = places[index].earlier
    places[index] = Place(element)
    return index
  }

  /// Gives a number back; returns what it stood for.
  ///
  /// - Precondition: `index` is live; checked in every build.
  @inlinable @discardableResult
  public mutating func remove(_ index: Int) -> Element {
    precondition(places[index].earlier == Self.live, "a number is given back once")
    places[index].earlier = free
    free = Int32(index)
    liveCount &-= 1
    return places[index].element
  }

  /// - Precondition: `index` is live; checked in every build.
  @inlinable
  public subscript(index: Int) -> Element {
    _read {
      precondition(places[index].earlier == Self.live, "who was removed has no number")
      yield places[index].element
    }
    _modify {
      precondition(places[index].earlier == Self.live, "who was removed has no number")
      yield &places[index].element
    }
  }

  /// The numbers of the live elements, ascending.
  ///
  /// - Complexity: O(n), where n is the largest number of elements that were live at a time.
  public func liveNumbers() -> [Int] {
    places.indices.filter { places[$0].earlier == Self.live }
  }

  /// Gives all numbers back and keeps the memory.
  public mutating func removeAll() {
    places.removeAll()
    (free, liveCount) = (Self.none, 0)
  }
}
