/// What a model does with events. The kernel knows their order, the model their meaning.
public protocol EventHandler: ~Copyable {
  /// Takes the earliest pending event.
  mutating func nextEvent() -> Event?

  /// Plays one event; schedules what follows from it.
  mutating func handle(_ event: Event)
}

extension EventHandler where Self: ~Copyable {
  /// Plays events in order until none is pending. Models schedule nothing at or after their
  /// horizon, so the loop needs no clock of its own; a model that meets a limit empties its queue.
  ///
  /// One event is taken at a time, so that a handler may still change what happens at the same
  /// instant.
  @inlinable
  public mutating func runToEnd() {
    while let event = nextEvent() { handle(event) }
  }
}
