import DeliverySim
import TestSupport
import Testing

/// What the kernel offers to a model: a queue to take events from, a hook to be watched by.
private struct Script<Hook: TraceHook>: ~Copyable where Hook.Record == Int {
  var queue = EventQueue()
  var trace: Hook
  private var scheduled: UInt32 = 0

  init(_ trace: Hook) { self.trace = trace }

  mutating func schedule(at time: SimTime, _ payload: Int) {
    scheduled += 1
    queue.schedule(Event(time: time, owner: 1, number: scheduled, kind: 0, payload: payload))
  }

  /// Plays a script: payload -> spans after which further payloads follow.
  mutating func play(_ successors: [Int: [(span: Int64, payload: Int)]]) {
    schedule(at: .zero, 0)
    while let event = queue.next() {
      trace.note(event.payload)
      for successor in successors[event.payload] ?? [] {
        let span = SimTime(microseconds: successor.span)
        schedule(at: event.time + span, successor.payload)
      }
    }
  }
}

@Suite("Watching events as they are played")
struct TraceHookTests {
  @Test("Events are played in order; those scheduled for the same instant follow in it")
  func order() {
    var script = Script(RecordingTrace<Int>())
    script.play([
      0: [(10, 1), (10, 2), (5, 3)],
      1: [(0, 4)],
      2: [(0, 5)],
    ])
    expect(script.trace.records, equals: [0, 3, 1, 2, 4, 5])
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
    expect(built, equals: 0)
    #expect(!NoTrace<Int>.isActive)
    var all = RecordingTrace<Int>()
    all.note(build())
    all.note(build())
    expect(all.records, equals: [1, 2])
    #expect(RecordingTrace<Int>.isActive)
  }
}
