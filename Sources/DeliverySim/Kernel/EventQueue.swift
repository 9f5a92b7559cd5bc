/// The pending events of one cell, earliest first.
///
/// Goals, in this order: the same total order always; speed with few pending events (a cell is
/// small and lives in cache); no bad case with many. A 4-ary heap of 16-byte keys: the four
/// children of a node share a cache line.
///
/// Taking the next event leaves a hole at the root. The first event scheduled afterwards fills it
/// with one sift down instead of a removal and an insertion: most handlers schedule exactly one
/// successor.
///
/// Events are not cancelled. Keep a deadline in the state and ignore, or re-arm, the event that
/// fires too early.
///
/// Inlinable, since the event loop is in another module: calls and the packing of an optional event
/// would cost a tenth of a step.
@frozen
public struct EventQueue: ~Copyable {
  /// Node 0 lies at slot 3, so that each group of children (4i + 1 ... 4i + 4) starts a cache line.
  @inlinable static var rootSlot: Int { 3 }

  /// Later than every event: lies behind the last node, so that every node that has children has
  /// four.
  @inlinable static var nobody: UInt128 { .max }

  @usableFromInline var memory: UnsafeMutableRawPointer
  @usableFromInline var nodes: UnsafeMutablePointer<UInt128>
  @usableFromInline var capacity: Int
  @usableFromInline var nodeCount = 0
  /// The place of the root's earliest child while the root is taken, 1 where it has none; 0: the
  /// root is not taken.
  @usableFromInline var upcoming = 0

  @inlinable
  public init() {
    capacity = 16
    (memory, nodes) = Self.allocate(capacity)
  }

  @inlinable
  deinit {
    memory.deallocate()
  }
}

extension EventQueue {
  // MARK: Use

  /// The number of pending events.
  @inlinable
  public var count: Int { nodeCount &- one(if: upcoming > 0) }

  /// Adds an event.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public mutating func schedule(_ event: Event) {
    if upcoming > 0 {
      fillRoot(event.key)
    } else {
      if nodeCount == capacity { grow() }
      nodeCount += 1
      siftUp(event.key, from: nodeCount - 1)
    }
    checkInvariants()
  }

  /// Takes the earliest event, or nil when none is pending.
  ///
  /// - Complexity: O(1) when the handler of the event before scheduled a successor, else O(log n).
  @inlinable
  public mutating func next() -> Event? {
    if upcoming > 0 { removeRoot() }
    guard nodeCount > 0 else { return nil }
    upcoming = leastOfFour(from: 1)
    checkInvariants()
    return Event(key: nodes[0])
  }

  /// The time of the earliest pending event; ``SimTime/never`` when none is pending. Changes before
  /// this time can be made directly, without an event.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func earliestTime() -> SimTime {
    // While the root is taken, it stays free for a successor.
    count > 0 ? Event(key: nodes[upcoming]).time : .never
  }

  /// Nothing is pending before `time`.
  @inlinable @inline(__always)
  func isFree(before time: SimTime) -> Bool {
    // Where none is pending, this is the key of nobody.
    UInt64(bitPattern: time.microseconds) <= nodes[upcoming]._high &>> 12
  }

  /// Nothing is pending before `time`, nor then.
  @inlinable @inline(__always)
  func isFree(until time: SimTime) -> Bool {
    UInt64(bitPattern: time.microseconds) < nodes[upcoming]._high &>> 12
  }

  /// Forgets all events and keeps the memory.
  @inlinable
  public mutating func removeAll() {
    nodes.update(repeating: Self.nobody, count: nodeCount)
    (nodeCount, upcoming) = (0, 0)
  }
}

extension EventQueue {
  // MARK: Heap

  @inlinable
  mutating func removeRoot() {
    nodeCount -= 1
    let last = nodes[nodeCount]
    nodes[nodeCount] = Self.nobody
    if nodeCount > 0 { fillRoot(last) } else { upcoming = 0 }
  }

  @inlinable
  mutating func siftUp(_ key: UInt128, from start: Int) {
    var node = start
    while node > 0 {
      let parent = (node &- 1) &>> 2
      guard key < nodes[parent] else { break }
      nodes[node] = nodes[parent]
      node = parent
    }
    nodes[node] = key
  }

  /// Puts `key` at the root and moves it down to its place.
  ///
  /// - Precondition: The root is taken.
  @inlinable
  mutating func fillRoot(_ key: UInt128) {
    var (node, least) = (0, upcoming)
    upcoming = 0
    while nodes[least] < key {
      nodes[node] = nodes[least]
      node = least
      let child = node &* 4 &+ 1
      guard child < nodeCount else { break }
      least = leastOfFour(from: child)
    }
    nodes[node] = key
  }
}

extension EventQueue {
  /// The place where the earliest of four brothers is.
  @inlinable @inline(__always)
  func leastOfFour(from child: Int) -> Int {
    // Sums and masks: `? :` is compiled to branches that are mispredicted half of the time.
    let left = child &+ one(if: nodes[child &+ 1] < nodes[child])
    let right = child &+ 2 &+ one(if: nodes[child &+ 3] < nodes[child &+ 2])
    return left ^ ((left ^ right) & (0 &- one(if: nodes[right] < nodes[left])))
  }

  // MARK: Memory

  @usableFromInline
  static func allocate(
    _ capacity: Int
  ) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<UInt128>) {
    // The last node may have a brother at most three places behind it.
    let count = rootSlot + capacity + 3
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<UInt128>.stride, alignment: 64)
    let slots = memory.initializeMemory(as: UInt128.self, repeating: nobody, count: count)
    return (memory, slots + rootSlot)
  }

  @usableFromInline
  mutating func grow() {
    let (newMemory, newNodes) = Self.allocate(capacity * 2)
    newNodes.update(from: nodes, count: nodeCount)
    memory.deallocate()
    (memory, nodes, capacity) = (newMemory, newNodes, capacity * 2)
  }

  /// Every node is later than its parent. Checked after every change when the package is built with
  /// `-DCHECK_INVARIANTS`; else empty.
  @inlinable
  func checkInvariants() {
    #if CHECK_INVARIANTS
      precondition(upcoming == 0 || upcoming == leastOfFour(from: 1), "not the earliest child")
      for node in stride(from: upcoming > 0 ? 5 : 1, to: nodeCount, by: 1) {
        precondition(nodes[(node - 1) / 4] < nodes[node], "the heap is out of order")
      }
    #endif
  }
}

/// 1 when the condition holds, else 0; without a branch.
@inlinable
@inline(__always)
func one(if condition: Bool) -> Int { condition ? 1 : 0 }
