import DeliverySim
import Testing

/// Event n (its payload) notes itself and does what the script says.
private struct Script<Hook: TraceHook>: ~Copyable, EventHandler where Hook.Record == Int {
  var queue = EventQueue()
  var trace: Hook
  /// Payload -> spans after which further payloads follow.
  let successors: [Int: [(span: Int64, payload: Int)]]
  /// After this payload everything pending is forgotten.
  let last: Int?
  private var scheduled: UInt32 = 0

  init(
    _ trace: Hook, successors: [Int: [(span: Int64, payload: Int)]], last: Int? = nil
  ) {
    self.trace = trace
    self.successors = successors
    self.last = last
    schedule(at: .zero, 0)
  }

  private mutating func schedule(at time: SimTime, _ payload: Int) {
    scheduled += 1
    queue.schedule(Event(time: time, owner: 1, number: scheduled, kind: 0, payload: payload))
  }

  mutating func nextEvent() -> Event? { queue.next() }

  mutating func handle(_ event: Event) {
    trace.note(event.payload)
    for successor in successors[event.payload] ?? [] {
      schedule(
        at: event.time + SimTime(microseconds: successor.span), successor.payload)
    }
    if event.payload == last { queue.removeAll() }
  }
}

@Suite("Running events to their end")
struct SimulationTests {
  private let successors: [Int: [(span: Int64, payload: Int)]] = [
    0: [(10, 1), (10, 2), (5, 3)],
    // What is scheduled for the same instant is played in it, after what was there before.
    1: [(0, 4)],
    2: [(0, 5)],
  ]

  @Test("Events are played in order, those of the same instant too")
  func order() {
    var script = Script(RecordingTrace<Int>(), successors: successors)
    script.runToEnd()
    #expect(script.trace.records == [0, 3, 1, 2, 4, 5])
  }

  @Test("A handler that empties its queue ends the run")
  func emptied() {
    var script = Script(RecordingTrace<Int>(), successors: successors, last: 1)
    script.runToEnd()
    #expect(script.trace.records == [0, 3, 1])
  }

  @Test("Watching nothing builds no record; watching keeps all")
  func traces() {
    var built = 0
    func build() -> Int {
      built += 1
      return built
    }
    var none = NoTrace<Int>()
    none.note(build())
    #expect(built == 0)
    #expect(!NoTrace<Int>.isActive)
    var all = RecordingTrace<Int>()
    all.note(build())
    all.note(build())
    #expect(all.records == [1, 2])
    #expect(RecordingTrace<Int>.isActive)
  }
}
