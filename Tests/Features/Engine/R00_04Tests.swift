import DeliverySim
import Models
import TestSupport
import Testing

/// R0.4: stage, cause and repair.
@Suite struct R00_04Tests {
  /// Message 1 is overwritten by 2 while the device is away (0 ... 100); 2 is handed over at 100.
  private func overwritten(
    _ strategy: Strategy, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try away(for: 100, at: [-10, 10, 20], strategy, change: change)
  }

  @Test("R0.4 without a strategy's repair, the repair is none")
  func noRepair() throws {
    let run = try overwritten(.fireAndForget)
    expect(run.fates, equals: [.shown, .lost, .shown])
    expect(run.causes[1], equals: .overwritten)
    expect(run.causes[1].stage, equals: .service)
    expect(run.repairs[1], equals: .none)
  }

  @Test("R0.4 a loss that nobody asks for is unnoticed")
  func unnoticed() throws {
    // The run ends while message 2 is still stored.
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(), until: 90)
    expect(run.fates, equals: [.shown, .lost, .pending])
    expect(run.repairs[1], equals: .unnoticed)
  }

  @Test("R0.4 a repair over the limit destroys nothing and is told beside the cause")
  func overLimit() throws {
    let run = try overwritten(gapRecovery(limit: 0))
    expect(run.fates, equals: [.shown, .summarised, .summarised])
    expect(run.causes[1], equals: .overwritten)
    expect(run.repairs, equals: [.none, .overLimit, .overLimit])
  }

  @Test("R0.4 a repair that fails destroys nothing and is told beside the cause")
  func failed() throws {
    let run = try overwritten(gapRecovery()) { $0.provider.resend.failure = .one }
    expect(run.fates, equals: [.shown, .summarised, .summarised])
    expect(run.causes[1], equals: .overwritten)
    expect(run.repairs, equals: [.none, .failed, .failed])
  }

  @Test("R0.4 a repair that is refused destroys nothing and is told beside the cause")
  func refused() throws {
    let run = try overwritten(gapRecovery()) { $0.provider.retention = .seconds(60) }
    expect(run.fates, equals: [.shown, .summarised, .summarised])
    expect(run.causes[1], equals: .overwritten)
    expect(run.repairs, equals: [.none, .refused, .refused])
  }

  @Test("R0.4 a repeat that is lost is told as such")
  func repeatLost() throws {
    // Both copies of message 1 are lost on the link; those of 0 and 2 are not.
    let run = try online(
      at: [100, 200, 300], gapRecovery(),
      given: { run in
        run.messages(.destroyed(by: .linkLost)) == [1, 1]
          && run.times(.accepted).count == 2
      }, change: { $0.provider.link.loss = share(0.5) })
    expect(run.fates, equals: [.shown, .lost, .shown])
    expect(run.causes[1], equals: .linkLost)
    expect(run.causes[1].stage, equals: .link)
    expect(run.repairs[1], equals: .repeatLost)
  }

  @Test(
    "R0.4 the cause is that of the copy destroyed last, even when an expiry comes to light later")
  func lastDestroyedCopyDecides() throws {
    // Message 1 is slow on the link: accepted at 10, while the device is away (0 ... 100), and
    // stored; it expires at -10 + 30 = 20. Message 2 overtakes it and asks for it at -4; at 26 the
    // provider sends it again, and the link loses that copy. Only at 100 does the service look into
    // the slot.
    let run = try away(
      for: 100, at: [-50, -10, -5], gapRecovery(),
      given: { run in
        run.times(.accepted, copy: 0) == [-49, -4, 10]
          && run.times(.destroyed(by: .linkLost)) == [26]
      },
      change: {
        $0.provider.link = Hop(loss: share(0.5), latency: anyOf([1, 20]))
        $0.provider.resend.latency = constant(30)
        $0.service.expiration = .seconds(30)
      })
    expect(run.times(.destroyed(by: .expired), of: 1), equals: [20])
    expect(run.causes[1], equals: .linkLost)
    expect(run.repairs[1], equals: .repeatLost)
  }

  @Test("R0.4 what is shown or pending has neither cause nor repair")
  func shownAndPendingHaveNoCause() throws {
    // Message 1 was overwritten and is repaired; message 3 is stored at the end.
    let run = try away(
      for: 100, online: 1000, at: [-10, 10, 20, 1150], gapRecovery(), until: 1160)
    expect(run.fates, equals: [.shown, .shown, .shown, .pending])
    expect(run.causes, equals: [.none, .none, .none, .none])
    expect(run.repairs, equals: [.none, .none, .none, .none])
  }
}
