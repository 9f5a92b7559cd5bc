import DeliverySim
import Models
import Testing

/// R0.3: every owed notification has exactly one fate, and every count is the sum of its parts.
/// `simulate` itself checks the books of each device's pushes and throws where they don't balance;
/// a throw is a failure here.
@Suite("The books balance in all worlds")
struct BooksTests {
  @Test("Counts are the sums of their parts")
  func sums() {
    RandomWorlds.check { world, _ in
      let tally = try world.simulated()
      var findings = Findings()
      let fates = Fate.allCases.reduce(0) { $0 + tally.count($1) }
      findings.requireEqual(tally[.owed], fates, "owed and the sum of the fates")
      findings.requireEqual(tally[.owed], tally.timelineOwed.total, "owed by time")
      let shown = tally.count(.shown)
      findings.requireEqual(shown, tally.timelineShown.total, "shown by time")
      findings.requireEqual(shown, tally.latencyBins.total, "shown by delay")
      findings.requireEqual(
        tally[.resendRequests], tally.timelineRequests.total, "requests by time")
      findings.requireEqual(
        tally[.resendRequests], tally.requestsByMinute.total,
        "requests by minute")
      findings.requireEqual(
        tally[.resendFailures], tally.timelineFailures.total, "failures by time")
      findings.requireEqual(
        tally[ProviderCounter.resendTimeouts], tally.timelineTimeouts.total, "time-outs by time")
      let hasWaited = tally.queuePeaks.contains { $0 > 0 }
      findings.require(
        hasWaited || tally[ProviderCounter.resendWaitSum] == 0, "who waits is in a queue")
      let devices = tally.devicesByLost.reduce(0, +)
      findings.requireEqual(devices, UInt64(world.devices), "devices by their losses")
      let lost = tally.devicesByLost.enumerated().reduce(0) { $0 + UInt64($1.offset) * $1.element }
      findings.requireEqual(UInt128(lost), tally[.lost], "losses by device")
      return findings.wrong
    }
  }

  @Test("No part is larger than its whole")
  func bounds() {
    RandomWorlds.check { world, _ in
      let tally = try world.simulated()
      var findings = Findings()
      let (seen, runs) = (tally[UserCounter.seenInTime], tally[ExtensionCounter.extensionRuns])
      let first = tally[.pushesSent] - tally[.pushesResent]
      findings.require(first <= tally[.owed], "first sends <= owed")
      let strategies = world.setup.strategy.stages
      if world.sendsAll, strategies.allSatisfy({ $0.polling == nil }) {
        findings.requireEqual(first, tally[.owed], "first sends and owed")
      }
      let aware = [Fate.shown, .summarised, .synced].reduce(0) { $0 + tally.count($1) }
      let fetches =
        !world.allSetups { $0.app == nil && $0.workload.kinds.kind == .alert }
        || strategies.contains { $0.fetches }
      if world.allSetups({ $0.service.kind != .fcm }), !fetches {
        findings.require(tally[.shownInTime] <= tally.count(.shown), "shown in time <= shown")
        findings.requireEqual(tally.count(.synced), 0, "nothing but fcm makes the app sync")
      }
      findings.require(tally[.shownInTime] <= tally[.awareInTime], "in time: shown <= aware")
      findings.require(tally[.awareInTime] <= aware, "aware in time <= aware")
      findings.require(seen <= tally[.shownInTime], "in time: seen <= shown or synced")
      // Events that began in the warm-up may end after it, so these hold only without one.
      if world.warmup == .zero {
        findings.require(tally[.resendFailures] <= tally[.resendRequests], "failures <= requests")
        findings.require(tally[.resendRequests] <= runs, "requests <= runs")
        // A message without content of which no extension knows more is a summary, too.
        let brings = strategies.allSatisfy(\.provider.sendsContent)
        findings.require(!brings || tally[.summaries] <= runs, "summaries <= runs")
      }
      let count = UInt64(tally[.shown])
      let delays = tally.delays.quantiles(ranks: [count + 1, count, 1])
      findings.require(count == 0 || delays[1] != nil, "the longest delay is known")
      findings.require(delays[0] == nil, "there is no longer one")
      let (shortest, longest) = (delays[2] ?? .zero, delays[1] ?? .zero)
      findings.require(shortest <= longest, "the shortest delay is not longer than the longest")
      return findings.wrong
    }
  }

  @Test("Fire and forget repeats, asks and summarises nothing")
  func fireAndForget() {
    RandomWorlds.check { world, _ in
      let tally = try world.changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.presentation?.summaries = []
        // Others' pushes alert too, and local notifications again.
        $0.setup.workload.otherService = nil
        $0.setup.app?.localRepeats = nil
        // A provider that gets no answer sends again, and an extension may show what it has shown.
        $0.setup.provider.link.ackLoss = nil
        $0.setup.serviceExtension.doubleShows = .once
      }.simulated()
      let zeros = [
        tally[.pushesResent], tally[.resendRequests], tally[.resendFailures], tally[.summaries],
        tally[ExtensionCounter.extensionRuns], tally[.duplicates], tally[.summarised],
      ]
      var findings = Findings()
      findings.requireEqual(zeros, zeros.map { _ in 0 }, "counts of a repair")
      findings.require(tally[.pushesSent] <= tally[.owed], "at most one push for each")
      // A message that nobody wants any more alerts too.
      if world.warmup == .zero, world.drain == .zero, tally[.unwanted] == 0 {
        let alerts = tally[.interruptions] + tally[PhoneCounter.silenced]
        findings.requireEqual(alerts, tally[.shown], "one alert for each shown")
      }
      return findings.wrong
    }
  }

  /// The causes before and after the push service.
  private static let elsewhere: [Cause] = [
    .provider(.serverLost), .provider(.linkLost), .provider(.unreachable), .phone(.disabled),
    .phone(.alertsOff), .subscriptions(.notSubscribed), .tokens(.noToken),
    .pushService(.rejectedTooLarge), .tokens(.unregistered), .pushService(.throttled),
    .pushService(.overQuota), .phone(.ignoredPayload), .serviceExtension(.crashed),
  ]

  @Test("What keeps everything loses nothing; what stores nothing overwrites nothing")
  func causes() {
    RandomWorlds.check { world, _ in
      let others = { (tally: Tally, causes: [Cause]) in
        Cause.allCases.filter {
          !causes.contains($0) && tally.fates[Tally.fateIndex(.lost, $0, .none)] > 0
        }
      }
      var findings = Findings()
      let plain = world.changed { $0.setup.strategy = .fireAndForget }
      let kept = try plain.changed { $0.setup.service.kind = .keepAll }.simulated()
      findings.requireEqual(others(kept, Self.elsewhere), [], "what keeps all loses")
      let once = try plain.changed {
        $0.setup.service.kind = .apns
        ($0.setup.service.expiration, $0.setup.service.inFlight) = (.zero, .zero)
      }.simulated()
      findings.requireEqual(
        others(once, Self.elsewhere + [.pushService(.notStored)]), [], "what stores nothing loses")
      let discarding = try plain.changed {
        $0.setup.service.kind = .fcm
        $0.setup.service.collapseKeys = nil
        // An app that is installed anew, or not any more, is told of nothing, nor one that has no
        // token or no callback.
        ($0.setup.tokens, $0.setup.uninstalls) = (nil, nil)
        ($0.setup.service.hasDeletedCallback, $0.setup.service.tokenExpiresAfter) = (true, nil)
      }.simulated()
      findings.requireEqual(
        others(discarding, Self.elsewhere + [.pushService(.notStored), .pushService(.expired)]), [],
        "lost although the app syncs")
      return findings.wrong
    }
  }
}

extension World {
  /// Each message is sent at once, and taken.
  fileprivate var sendsAll: Bool {
    allSetups { horizon <= $0.numbersUntil && $0.service.payloadLimit == nil }
  }
}

extension Sequence where Element: BinaryInteger {
  /// The sum, as counters have it.
  var total: UInt128 { reduce(0) { $0 + UInt128($1) } }
}
