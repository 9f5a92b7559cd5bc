import DeliverySim
import Models
import TestSupport
import Testing

/// R12.4: other services' pushes.
@Suite struct R12_04Tests {
  private static func foreign(
    _ strategy: Strategy, rate: Double = 1 / 50, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: [100, 200, 300], strategy, until: 1000) {
      $0.workload.otherService = ExtraTraffic(rate: constant(rate), type: .alert)
      change(&$0)
    }
  }

  @Test("R12.4 they are shown as they are, and the position stays untouched")
  func shown() throws {
    let run = try Self.foreign(gapRecovery())
    let shown = run.times(.heartbeatShown, ofAny: .otherService)
    expect(shown.count > 5)
    expect(shown, equals: run.times(.sent, ofAny: .otherService))
    expect(run.times(.requested), equals: [])
    expect(run.tally[.interruptions], equals: UInt128(3 + shown.count))
    expect(run.tally[WorkloadCounter.extraPushes], equals: UInt128(shown.count))
    expect(run.tally[.owed], equals: 3)
  }

  @Test("R12.4 they reveal no gap: the next push of the queue does")
  func noGap() throws {
    let run = try online(
      at: [100, 200, 1000], gapRecovery(), until: 2000,
      given: { run in
        run.times(.destroyed(by: .provider(.linkLost))) == [200]
          && run.times(.arrived, ofAny: .otherService).contains { 200..<1000 ~= $0 }
      },
      change: {
        $0.workload.otherService = ExtraTraffic(rate: constant(1 / 100), type: .alert)
        $0.provider.link.loss = share(0.2)
      })
    expect(run.times(.requested), equals: [1000])
  }

  @Test("R12.4 no filter takes them away, and the extension is called for them")
  func notFiltered() throws {
    let filtering = Heartbeat(after: .seconds(20), filtering: true)
    let run = try Self.foreign(gapRecovery().with(filtering))
    let shown = run.times(.heartbeatShown, ofAny: .otherService)
    expect(shown, equals: run.times(.sent, ofAny: .otherService))
    expect(run.times(.heartbeatShown, ofAny: .heartbeat), equals: [])
    let slow = try Self.foreign(gapRecovery()) { $0.serviceExtension.runTime = constant(5) }
    expect(
      slow.times(.heartbeatShown, ofAny: .otherService),
      equals: slow.times(.sent, ofAny: .otherService).map { $0 + 5 }.filter { $0 < 1000 })
  }

  @Test("R12.4 they take the slot of the app's own alerts")
  func slot() throws {
    // Away from 0 to 1000: one message, then others' alerts.
    let run = try away(for: 1000, at: [10], until: 2000) {
      $0.workload.otherService = ExtraTraffic(rate: constant(1 / 20), type: .alert)
    }
    expect(run.causes, equals: [.pushService(.overwritten)])
    let alone = try away(for: 1000, at: [10], until: 2000)
    expect(alone.fates, equals: [.shown])
  }
}
