import DeliverySim
import Models
import TestSupport
import Testing

/// R5.1 to R5.4: the extension's check chain. Step 3, a new device id, is in `R02_08Tests`.
@Suite struct R05ChainTests {
  @Test("R5.1 steps 1 and 4: a push without queue data leaves the position where it is")
  func notOurs() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 150], gapRecovery(), until: 300) {
      let rate = law(.constant(value: 1))
      $0.workload.badgeUpdates = ExtraTraffic(rate: rate, type: .alert)
      $0.service.slot = .shared
    }
    let before = run.times(.arrived, ofAny: .badgeUpdate)
    expect(before.contains { $0 > 100 && $0 < 150 })
    // All it tells is told by the next message.
    expect(run.times(.requested), equals: [150])
    expect(run.values(.requested), equals: [2])
  }

  @Test("R5.1 step 5: the first push saves its position and misses nothing")
  func firstPushMissesNothing() throws {
    // Messages 0 and 1 are overwritten by 2, the first that the device ever gets.
    let run = try away(for: 100, at: [10, 20, 30, 200], gapRecovery())
    expect(run.records(.gap).isEmpty)
    expect(run.fates, equals: [.lost, .lost, .shown, .shown])
    expect(run.repairs[0], equals: .unnoticed)
  }

  @Test("R5.1 step 6: a push in order is shown and asks for nothing")
  func inOrderAsksForNothing() throws {
    let run = try online(at: [10, 20, 30], gapRecovery())
    expect(run.records(.gap).isEmpty)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 3)
    expect(run.shown, equals: [10, 20, 30])
  }

  @Test("R5.1 step 6: a push that comes without delay notices what is missing before it")
  func undelayedPushNoticesTheGap() throws {
    // Message 1 expires while the device is away; 2 comes when it has long been back.
    let run = try away(for: 100, at: [-10, 10, 500, 600], gapRecovery()) {
      $0.service.expiration = .seconds(60)
    }
    expect(run.messages(.gap), equals: [2])
    expect(run.values(.gap), equals: [1])
    expect(run.shown, equals: [-10, 500, 500, 600])
  }

  /// `missed` messages are overwritten while the device is away, the next is handed over at 100;
  /// one more comes at 200.
  private func missing(
    _ missed: Int, limit: Int, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    let stored = (0...missed).map { 10 + Double($0) }
    return try away(
      for: 100, at: [-10] + stored + [200], gapRecovery(limit: limit), change: change)
  }

  @Test("R5.1 step 8: as many as the repeat limit are asked for")
  func asManyAsTheLimitAreAskedFor() throws {
    let run = try missing(3, limit: 3)
    expect(run.values(.requested), equals: [3])
    expect(run.shown, equals: [-10, 100, 100, 100, 100, 200])
    expect(run.tally[.summaries], equals: 0)
  }

  @Test("R5.1 step 8: more than the repeat limit become one summary in place of the arriving one")
  func moreThanTheLimitBecomeASummary() throws {
    let run = try missing(3, limit: 2)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.messages(.summary), equals: [4])
    expect(run.values(.summary), equals: [3])
    expect(run.tally[.summaries], equals: 1)
    let summarised = [Fate](repeating: .summarised, count: 4)
    expect(run.fates, equals: [.shown] + summarised + [.shown])
    // Interruptions: messages 0 and 5, and the summary.
    expect(run.tally[.interruptions], equals: 3)
  }

  @Test("R5.1 step 9: on success the arriving one is shown and the repeats come as pushes")
  func successShowsTheArrivingOne() throws {
    let run = try missing(2, limit: 20) { $0.provider.resend.latency = constant(5) }
    expect(run.times(.shown, of: 3), equals: [105])
    expect(run.messages(.arrived), equals: [0, 3, 1, 2, 4])
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 5)
    expect(run.shown, equals: [-10, 105, 105, 105, 200])
  }

  @Test("R5.1 step 9: on failure it is replaced by the summary")
  func failureShowsTheSummary() throws {
    let run = try missing(2, limit: 20) {
      $0.provider.resend = Provider.Resend(failure: .one, latency: constant(5))
    }
    expect(run.times(.summary), equals: [105])
    expect(run.shown, equals: [-10, nil, nil, nil, 200])
    expect(run.fates[1...3], equals: [.summarised, .summarised, .summarised])
  }

  // MARK: R5.2

  @Test("R5.2 a summary covers the missed ones and the carrier itself")
  func summaryCoversMissedAndCarrier() throws {
    let run = try missing(2, limit: 1)
    expect(run.summarised, equals: [nil, 100, 100, 100, nil])
    expect(
      run.causes,
      equals: [
        .none, .pushService(.overwritten), .pushService(.overwritten), .serviceExtension(.replaced),
        .none,
      ])
  }

  @Test("R5.2 the carrier is shown when the answer arrives")
  func carrierWaitsForTheAnswer() throws {
    let run = try missing(1, limit: 20) { $0.provider.resend.latency = constant(29) }
    expect(run.times(.arrived, of: 2), equals: [100])
    expect(run.times(.shown, of: 2), equals: [129])
  }

  @Test("R5.2 the carrier is shown at the time limit when there is no answer yet")
  func carrierIsShownAtTheTimeLimit() throws {
    let run = try missing(1, limit: 20) {
      $0.provider.resend.latency = constant(50)
      $0.serviceExtension.timeLimit = .seconds(30)
    }
    expect(run.times(.shown, of: 2), equals: [130])
  }

  // MARK: R5.3

  @Test("R5.3 gap-recovery advances the position on every push in order")
  func positionAdvancesInOrder() throws {
    // Pushes that arrive before the next message is made, and pushes that do not.
    for latency in [0.0, 2.5] {
      let run = try online(at: (1...7).map { Double($0) }, gapRecovery()) {
        $0.service.latency = constant(latency)
      }
      expect(run.tally[.resendRequests], equals: 0)
    }
  }

  @Test("R5.3 the position is the last one's, whatever else happens between the pushes")
  func positionIsTheLastOnes() throws {
    // Two and two go straight; nothing is sent to the device while it is away.
    let run = try away(
      for: 100, online: 150, at: [-30, -20, 120, 170, 400], gapRecovery(), until: 480)
    expect(run.records(.gap).isEmpty)
    expect(run.shown, equals: [-30, -20, 120, 170, 400])
  }

  @Test("R5.3 as printed, an in-order push saves nothing and the next one shows a false gap of 1")
  func asPrintedFindsFalseGaps() throws {
    // Position 1 is saved; 2 is in order and not saved; 3 finds 2 missing and is saved; and so on.
    let run = try online(at: (1...7).map { Double($0) }, gapRecovery(asPrinted: true))
    expect(run.messages(.gap), equals: [2, 4, 6])
    expect(run.values(.gap), equals: [1, 1, 1])
    expect(run.messages(.resent), equals: [1, 3, 5])
    expect(run.messages(.replacedInCentre), equals: [1, 3, 5])
  }

  // MARK: R5.4

  @Test(
    "R5.4 the position advances before the repair has succeeded: a failure is never asked again"
  )
  func failedRepairsAreNotRepeated() throws {
    let run = try missing(2, limit: 20) { $0.provider.resend.failure = .one }
    expect(run.times(.requested), equals: [100])
    expect(run.tally[.resendRequests], equals: 1)
    expect(run.messages(.gap), equals: [3])
  }

  @Test("R5.4 a repeat that is lost again is never asked for again")
  func lostRepeatsAreNotRepeated() throws {
    let run = try online(
      at: [100, 200, 300, 400], gapRecovery(),
      given: { run in
        run.messages(.destroyed(by: .provider(.linkLost))) == [1, 1]
          && run.times(.accepted).count == 3
      }, change: { $0.provider.link.loss = share(0.5) })
    expect(run.times(.requested), equals: [300])
    expect(run.fates, equals: [.shown, .lost, .shown, .shown])
  }

  @Test("R5.4 repeats have old positions: they detect nothing and save nothing")
  func repeatsDetectNothing() throws {
    // After the repeats of 1, 2 and 3 at 100 the saved position is still that of message 4, so 5 is
    // in order.
    let run = try missing(3, limit: 20)
    expect(run.messages(.gap), equals: [4])
    expect(run.tally[.resendRequests], equals: 1)
  }

  @Test("R5.4 a loss at the tail is invisible until the next push")
  func tailLossIsInvisible() throws {
    // Away 0 ... 100 and 1100 ... 1200. 1 expires in the first absence; only 2, at 500, reveals it.
    let revealed = try away(for: 100, online: 1000, at: [-10, 10, 500], gapRecovery(), until: 1000)
    {
      $0.service.expiration = .seconds(60)
    }
    expect(revealed.times(.requested), equals: [500])
    expect(revealed.shown, equals: [-10, 500, 500])
    let invisible = try away(for: 100, online: 1000, at: [-10, 10], gapRecovery(), until: 1000) {
      $0.service.expiration = .seconds(60)
    }
    expect(invisible.times(.requested), equals: [])
    expect(invisible.fates, equals: [.shown, .lost])
    expect(invisible.repairs[1], equals: .unnoticed)
  }
}
