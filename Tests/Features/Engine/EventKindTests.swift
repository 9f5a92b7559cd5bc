import DeliverySim
import Models
import TestSupport
import Testing

/// The kind of an event is a number in its key.
@Suite struct EventKindTests {
  private func event(_ kind: UInt8) -> Event {
    Event(time: .zero, owner: 1, number: 1, kind: kind, payload: 0)
  }

  /// An event has 6 bits for it.
  @Test func everyKindIsReadBackFromItsEvent() {
    for kind in EventKind.allCases { expect(EventKind(of: event(kind.rawValue)), equals: kind) }
  }

  @Test func theKindsHaveTheNumbersFrom0() {
    let numbers = EventKind.allCases.map { Int($0.rawValue) }
    expect(numbers, equals: Array(0..<EventKind.allCases.count))
  }

  @Test func anEventOfNoKindIsRefused() async {
    await #expect(processExitsWith: .failure) {
      let kind = UInt8(EventKind.allCases.count)
      _ = EventKind(of: Event(time: .zero, owner: 1, number: 1, kind: kind, payload: 0))
    }
    await #expect(processExitsWith: .failure) {
      _ = EventKind(of: Event(time: .zero, owner: 1, number: 1, kind: 63, payload: 0))
    }
  }
}
