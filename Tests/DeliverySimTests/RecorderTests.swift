import DeliverySim
import TestSupport
import Testing

/// A second model of the kernel: a queue to take events from, perhaps a recorder.
private struct Script: ~Copyable {
  var queue = EventQueue()
  var recorder: Recorder<Int>?
  private var scheduled: UInt32 = 0

  init(_ recorder: Recorder<Int>?) { self.recorder = recorder }

  mutating func schedule(at time: SimTime, _ payload: Int) {
    scheduled += 1
    queue.schedule(Event(time: time, owner: 1, number: scheduled, kind: 0, payload: payload))
  }

  /// Simulates a script: payload -> spans after which further payloads follow.
  mutating func run(_ successors: [Int: [(span: Int64, payload: Int)]]) {
    schedule(at: .zero, 0)
    while let event = queue.next() {
      recorder?.note(event.payload)
      for successor in successors[event.payload] ?? [] {
        let span = SimTime(microseconds: successor.span)
        schedule(at: event.time + span, successor.payload)
      }
    }
  }
}

@Suite("Recording events as they are simulated")
struct RecorderTests {
  @Test("Events are recorded in order; those scheduled for the same instant follow in it")
  func order() {
    var script = Script(Recorder())
    script.run([
      0: [(10, 1), (10, 2), (5, 3)],
      1: [(0, 4)],
      2: [(0, 5)],
    ])
    expect(script.recorder?.records, equals: [0, 3, 1, 2, 4, 5])
  }

  @Test("A recorder keeps what is wanted, and forgets all of it on demand")
  func wanted() {
    var recorder = Recorder<Int> { $0 % 2 == 0 }
    for record in 1...5 { recorder.note(record) }
    expect(recorder.records, equals: [2, 4])
    recorder.removeAll()
    expect(recorder.records, equals: [])
    recorder.note(6)
    expect(recorder.records, equals: [6])
  }

  @Test("Without a recorder no record is built")
  func unwatched() {
    var built = 0
    func build() -> Int {
      built += 1
      return built
    }
    var recorder: Recorder<Int>?
    recorder?.note(build())
    expect(built, equals: 0)
  }
}
