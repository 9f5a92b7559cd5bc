import DeliverySim
import TestSupport
import Testing

@Suite("Events")
struct EventTests {
  private static let times: [Int64] = [0, 1, 1 << 32, 1 << 51, 1 << 52 - 1]
  private static let owners = [0, 1, 15, 16, 4095, 4096, 65_535]
  private static let numbers: [UInt32] = [0, 1, 0x8000_0000, .max]
  private static let kinds: [UInt8] = [0, 1, 32, 63]
  private static let payloads = [0, 1, 0x20_0000, 4_194_303]

  private static func event(
    _ time: Int64, _ owner: Int, _ number: UInt32, _ kind: UInt8 = 0, _ payload: Int = 0
  ) -> Event {
    Event(
      time: SimTime(microseconds: time), owner: owner, number: number, kind: kind,
      payload: payload)
  }

  @Test("The bounds are those of the documented bits: 52, 16, 32, 6, 22")
  func bounds() {
    expect(SimTime.bitWidth, equals: 52)
    expect(Event.sharedOwner, equals: 0)
    expect(Event.ownerMax, equals: 65_535)
    expect(Event.payloadMax, equals: 4_194_303)
  }

  @Test("All parts at all bounds survive packing", arguments: times)
  func roundTrip(time: Int64) {
    for owner in Self.owners {
      for number in Self.numbers {
        for kind in Self.kinds {
          for payload in Self.payloads {
            let event = Self.event(time, owner, number, kind, payload)
            expect(event.time.microseconds, equals: time)
            expect(event.owner, equals: owner)
            expect(event.number, equals: number)
            expect(event.kind, equals: kind)
            expect(event.payload, equals: payload)
          }
        }
      }
    }
  }

  /// The queue is the only one who compares, so it is asked: of two events it returns the earlier.
  private func first(_ one: Event, _ other: Event) -> Event? {
    var queue = EventQueue()
    queue.schedule(one)
    queue.schedule(other)
    return queue.next()
  }

  @Test("Order is time, then owner, then number; kind and payload never decide")
  func order() {
    var keys: [(Int64, Int, UInt32)] = []
    for time in Self.times {
      for owner in Self.owners {
        for number in Self.numbers { keys.append((time, owner, number)) }
      }
    }
    for (left, one) in keys.enumerated() {
      for other in keys[(left + 1)...] {
        // Lexicographic in the order of generation, which is ascending.
        let early = Self.event(one.0, one.1, one.2, 63, Event.payloadMax)
        let late = Self.event(other.0, other.1, other.2)
        expect(first(late, early), equals: early)
        expect(first(early, late), equals: early)
      }
    }
  }

  @Test("A part that does not fit its bits is refused")
  func limits() async {
    await #expect(processExitsWith: .failure) {
      _ = Event(time: .never, owner: 0, number: 0, kind: 0, payload: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = Event(time: SimTime(microseconds: -1), owner: 0, number: 0, kind: 0, payload: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = Event(time: .zero, owner: 1 << 16, number: 0, kind: 0, payload: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = Event(time: .zero, owner: 0, number: 0, kind: 64, payload: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = Event(time: .zero, owner: 0, number: 0, kind: 0, payload: 1 << 22)
    }
  }
}
