import DeliverySim
import Models
import TestSupport
import Testing

/// Nothing of an event is lost on the way into the fingerprint.
@Suite("Fingerprints of events")
struct EventFingerprintTests {
  /// All that is hashed of an event.
  private struct Ingredients {
    var owner: UInt64 = 0x1234_5678
    var time: Int64 = 0x0003_A5C9_0F1E_2D3C
    var event = StoryRecord.Event.requested
    var content = PushContent.message
    var message: UInt32? = 0x5A5A_A5A5
    var copy: UInt16 = 0x3C69
    var value: Int64 = 0x0F1E_2D3C_4B5A_6978
  }

  private static func value(_ events: [Ingredients]) -> UInt64 {
    var fingerprint = Fingerprint(owner: events[0].owner)
    for event in events {
      fingerprint.add(
        event.event, event.content, event.message, event.copy, event.value,
        at: SimTime(microseconds: event.time))
    }
    return fingerprint.value
  }

  private static func changed(
    _ base: Ingredients, _ change: (inout Ingredients) -> Void
  ) -> Ingredients {
    var ingredients = base
    change(&ingredients)
    return ingredients
  }

  @Test("Each event has a number of its own, which is not 0 and takes 8 bits")
  func codes() {
    let codes = StoryRecord.Event.allCases.map(\.code)
    expect(Set(codes).count, equals: codes.count)
    expect(codes.allSatisfy { (1...255).contains($0) })
  }

  @Test("Each event has a name of its own, and words")
  func names() {
    let events = StoryRecord.Event.allCases
    expect(Set(events.map(\.name)).count, equals: events.count)
    #expect(events.allSatisfy { !$0.name.isEmpty && !"\($0.row.words)".isEmpty })
  }

  /// Of n different events any two agree by chance with probability n² / 2 · 2^-64: 3e-15.
  @Test("Every bit of every ingredient counts, alone and with a value of 0")
  func everyBit() {
    for base in [Ingredients(), Ingredients(value: 0), Ingredients(message: 0, copy: 0, value: 0)] {
      var variants = [base]
      func add(_ change: (inout Ingredients) -> Void) {
        variants.append(Self.changed(base, change))
      }
      for bit in 0..<64 { add { $0.owner ^= 1 << UInt64(bit) } }
      for bit in 0..<63 { add { $0.time ^= 1 << Int64(bit) } }
      for bit in 0..<64 { add { $0.value ^= 1 << Int64(bit) } }
      for bit in 0..<32 { add { $0.message? ^= 1 << UInt32(bit) } }
      for bit in 0..<16 { add { $0.copy ^= 1 << UInt16(bit) } }
      for event in StoryRecord.Event.allCases where event != base.event { add { $0.event = event } }
      for content in PushContent.allCases.dropFirst() { add { $0.content = content } }
      add { $0.message = nil }
      add { $0.message = .max }
      let values = variants.map { Self.value([$0, base]) }
      expect(values.count > 300 && Set(values).count == values.count)
    }
  }

  @Test("A value belongs to its event: exchanged, moved or split it is another history")
  func valuesStayWithTheirEvent() {
    let (one, other) = (Ingredients(time: 1, value: 5), Ingredients(time: 2, value: 6))
    func with(_ first: Int64, _ second: Int64) -> [Ingredients] {
      [Self.changed(one) { $0.value = first }, Self.changed(other) { $0.value = second }]
    }
    let histories = [
      with(5, 6), with(6, 5), with(0, 6), with(5, 0), with(6, 0), with(0, 5), with(0, 0),
      with(4, 7), [one], [other], with(5, 6) + [one], with(11, 0), with(0, 11),
    ]
    expect(Set(histories.map(Self.value)).count, equals: histories.count)
  }

  /// They differ by 2^20 and 2^21 µs.
  @Test("How long an acknowledgement takes counts, down to the microsecond and from the top")
  func acknowledgements() throws {
    let latencies = [0.1, 1.148576, 2.197152, 0.100001]
    let runs = try latencies.map { latency in
      try online(at: [10], .retryUntilAcked()) { $0.provider.resend.latency = constant(latency) }
    }
    expect(
      runs.flatMap { $0.values(.acknowledged) }, equals: [100_000, 1_148_576, 2_197_152, 100_001])
    expect(Set(runs.map(\.tally.fingerprint)).count, equals: latencies.count)
  }

  @Test("A device's fingerprint is that of its story, event by event")
  func stories() throws {
    let times = [10.0, 5000, 5001, 90_000]
    let world = smallWorld(at: times, strategy: gapRecovery(), duration: .days(2)) { setup in
      setup.network = Network(onOff: OnOffProcess(up: constant(4000), down: constant(3000)))
      setup.provider.resend.latency = constant(1.5)
      setup.service.latency = constant(0.25)
    }
    var withValue = 0
    for replication in 0..<20 {
      let story = try tellStory(world, replication: replication, device: 0)
      let events = story.records.map {
        Ingredients(
          owner: 0, time: $0.time.microseconds, event: $0.event, content: $0.content,
          message: $0.message, copy: $0.copy, value: $0.value)
      }
      expect(events.count > 20 && Self.value(events) == story.tally.fingerprint)
      withValue += events.count { $0.value != 0 }
    }
    expect(withValue > 0)
  }
}
