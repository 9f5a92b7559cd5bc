/// The loop of a discrete-event simulation: pending events, a clock, and a horizon where it ends.
///
/// A model takes one event after the other and schedules what follows:
///
///     while let event = simulation.next() { handle(event) }
///
/// One event is taken at a time, so what it does may still change what happens at the same instant.
/// To watch a run, give the model a ``Recorder``.
///
/// Inlinable, as ``EventQueue`` is.
@frozen
public struct Simulation: ~Copyable {
  @usableFromInline var queue = EventQueue()
  @usableFromInline var clock = SimTime.zero
  @usableFromInline var end: SimTime

  /// A simulation without events, at time 0.
  ///
  /// - Parameter horizon: Where it ends.
  /// - Precondition: `horizon` is not negative.
  @inlinable
  public init(until horizon: SimTime) {
    precondition(horizon >= .zero, "a simulation ends at time 0 or later")
    end = horizon
  }
}

extension Simulation {
  /// The time of the event that was taken last; ``advance(to:)`` moves it too.
  @inlinable
  public var now: SimTime { clock }

  /// Nothing happens then or later.
  @inlinable
  public var horizon: SimTime { end }

  // MARK: Events

  /// The number of pending events.
  @inlinable
  public var pendingCount: Int { queue.count }

  /// Adds an event. One at the horizon or later is dropped: what it would have moved stays where it
  /// is.
  ///
  /// - Parameters: As the parts of an ``Event``; `number` is the owner's insertion number.
  /// - Precondition: As ``Event/init(time:owner:number:kind:payload:)``.
  /// - Complexity: O(log n).
  @inlinable @inline(__always)
  public mutating func schedule(
    at time: SimTime, owner: Int, number: UInt32, kind: UInt8, payload: Int = 0
  ) {
    guard time < horizon else { return }
    assert(time >= now, "an event lies in the past")
    queue.schedule(
      Event(time: time, owner: owner, number: number, kind: kind, payload: payload))
  }

  /// Takes the earliest event and moves the clock to it; nil: none is pending.
  ///
  /// - Complexity: As ``EventQueue/next()``.
  @inlinable @inline(__always)
  public mutating func next() -> Event? {
    guard let event = queue.next() else { return nil }
    clock = event.time
    return event
  }

  // MARK: Without an event

  /// When the next event happens, or the simulation ends. What happens before needs no event: the
  /// model may ``advance(to:)`` it.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func nextTime() -> SimTime { min(horizon, queue.earliestTime()) }

  /// Moves the clock. The model sees to it that nothing is pending before `time`.
  @inlinable @inline(__always)
  public mutating func advance(to time: SimTime) { clock = time }

  // MARK: Start and end

  /// Ends the simulation: forgets all events, and takes no more.
  @inlinable
  public mutating func stop() {
    end = .zero
    queue.removeAll()
  }

  /// Back to time 0 without events; keeps the memory.
  @inlinable
  public mutating func rewind() {
    clock = .zero
    queue.removeAll()
  }
}
