/// The loop of a discrete-event simulation: pending events, a clock, and a horizon where it ends.
///
/// A model takes one event after the other and schedules what follows:
///
///     while let event = simulation.next() { handle(event) }
///
/// One event is taken at a time, so what it does may still change what happens at the same instant.
/// To watch a run, give the model a ``Recorder``.
///
/// The clock never runs backwards. A model that schedules an event in the past, or moves the clock
/// into it or over a pending event, is wrong: it traps, in release builds too.
///
/// Inlinable, as ``EventQueue`` is.
@frozen
public struct Simulation: ~Copyable {
  @usableFromInline var queue = EventQueue()
  @usableFromInline var clock = SimTime.zero
  /// The horizon that it was made with: ``rewind()`` gives it back to one that was stopped.
  @usableFromInline let wholeSpan: SimTime
  /// Time 0 while it is stopped, so that one comparison drops all that is scheduled then.
  @usableFromInline var end: SimTime

  /// A simulation without events, at time 0.
  ///
  /// - Parameter horizon: The time when it ends.
  /// - Precondition: `horizon` is not negative.
  @inlinable
  public init(until horizon: SimTime) {
    precondition(horizon >= .zero, "a simulation ends at time 0 or later")
    (wholeSpan, end) = (horizon, horizon)
  }
}

extension Simulation {
  /// The time of the event that was taken last; ``advance(to:)`` moves it too.
  @inlinable
  public var now: SimTime { clock }

  /// Nothing happens then or later; time 0 while it is stopped.
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
  /// - Precondition: `time` is ``now`` or later, whether the event is dropped or not; one that is
  ///   not dropped is as in ``Event/init(time:owner:number:kind:payload:)``. Both are checked in
  ///   every build. No two pending events of an owner have the same number. This is not checked.
  /// - Complexity: O(log n).
  @inlinable @inline(__always)
  public mutating func schedule(
    at time: SimTime, owner: Int, number: UInt32, kind: UInt8, payload: Int = 0
  ) {
    precondition(time >= clock, "no event happens in the past")
    guard time < end else { return }
    queue.schedule(
      Event(time: time, owner: owner, number: number, kind: kind, payload: payload))
  }

  /// Takes the earliest event and moves the clock to it; nil: none is pending. It is never earlier
  /// than ``now``, since neither ``schedule(at:owner:number:kind:payload:)`` nor ``advance(to:)``
  /// lets that come about.
  ///
  /// - Complexity: The same as ``EventQueue/next()``.
  @inlinable @inline(__always)
  public mutating func next() -> Event? {
    guard let event = queue.next() else { return nil }
    clock = event.time
    return event
  }

  // MARK: Without an event

  /// When the next event happens, or the simulation ends; time 0 while it is stopped. Steps before
  /// that time need no event: the model may ``advance(to:)`` them.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func nextTime() -> SimTime { min(horizon, queue.earliestTime()) }

  /// Whether nothing is pending before `time`, nor then, and the simulation ends later: `time` is
  /// before ``nextTime()``.
  ///
  /// - Complexity: O(1).
  @inlinable @inline(__always)
  public func isFree(until time: SimTime) -> Bool { time < end && queue.isFree(until: time) }

  /// Moves the clock without an event, if ``isFree(until:)`` says so; else nothing changes.
  ///
  /// - Returns: Whether it has moved.
  /// - Precondition: `time` is ``now`` or later; checked in every build.
  /// - Complexity: O(1).
  @inlinable @inline(__always)
  public mutating func advanceIfFree(to time: SimTime) -> Bool {
    precondition(time >= clock, "the clock does not run backwards")
    guard isFree(until: time) else { return false }
    clock = time
    return true
  }

  /// Moves the clock without an event, perhaps beyond the horizon, where nothing happens.
  ///
  /// - Precondition: `time` is ``now`` or later, an event could have it, and nothing is pending
  ///   before it; checked in every build.
  /// - Complexity: O(1).
  @inlinable @inline(__always)
  public mutating func advance(to time: SimTime) {
    precondition(time >= clock && queue.isFree(before: time), "the clock moves to what is next")
    clock = time
  }

  // MARK: Start and end

  /// Ends the simulation: forgets all events, and drops those that are scheduled until
  /// ``rewind()``. The clock stays.
  @inlinable
  public mutating func stop() {
    end = .zero
    queue.removeAll()
  }

  /// Back to time 0 without events, and to the first horizon if it was stopped; keeps the memory.
  @inlinable
  public mutating func rewind() {
    (clock, end) = (.zero, wholeSpan)
    queue.removeAll()
  }
}
