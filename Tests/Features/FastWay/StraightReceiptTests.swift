import Models
import TestSupport
import Testing

/// Messages that leave receipts go straight to the screen, too. Each run compares them with what
/// the general way does.
@Suite("Messages that leave receipts go straight to the screen")
struct StraightReceiptTests {
  private func measured(
    at times: [Double], until end: Double = 100, change: (inout DeviceSetup) -> Void
  ) throws -> RecordedRun {
    try online(at: times, until: end) {
      $0.telemetry = Telemetry()
      change(&$0)
    }
  }

  @Test("R0.3 with receipts: what is on its way at the end is pending")
  func end() throws {
    let run = try measured(at: [10], until: 12) { $0.provider.link.latency = constant(4) }
    expect(run.fates, equals: [.pending])
  }

  @Test("R2.6 with receipts: hop 2 takes its latency")
  func link() throws {
    let run = try measured(at: [10, 20]) { $0.provider.link.latency = constant(4) }
    expect(run.times(.accepted), equals: [14, 24])
  }

  @Test("R3.3 with receipts: the way to the device takes its latency")
  func service() throws {
    let run = try measured(at: [10, 20]) { $0.service.latency = constant(4) }
    expect(run.times(.arrived), equals: [14, 24])
  }

  @Test("R3.9 with receipts: the next message may be made before the one before arrives")
  func order() throws {
    let run = try measured(at: [10, 12, 20]) { $0.provider.link.latency = constant(4) }
    expect(run.times(.created), equals: [10, 12, 20])
    expect(run.shown, equals: [14, 16, 24])
  }
}
