import DeliverySim
import Models
import TestSupport
import Testing

/// R2.11: a provider that waits for the push service's answers, and answers that get lost.
@Suite struct R02_11Tests {
  /// Waits of 10, 20 and 40 s.
  private static let retry = Hop.Retry(attempts: 3, first: .seconds(10))

  private static func answers(
    lost: Double, loss: Double = 0, _ retry: Hop.Retry = retry
  ) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.provider.link.loss = share(loss)
      setup.provider.link.ackLoss = share(lost)
      setup.provider.link.retry = retry
    }
  }

  // MARK: By hand

  @Test("R2.11 a push whose answer is lost arrives, and is sent again as often as the policy says")
  func sentAgain() throws {
    let run = try online(at: [100], until: 1000, change: Self.answers(lost: 1))
    expect(run.shown, equals: [100])
    expect(run.times(.accepted), equals: [100, 110, 130, 170])
    expect(run.times(.resent), equals: [110, 130, 170])
    expect(run.times(.provider(.unanswered)), equals: [100, 110, 130])
    expect(run.values(.provider(.unanswered)), equals: [10_000_000, 20_000_000, 40_000_000])
    expect(run.tally[.pushesSent], equals: 4)
    expect(run.tally[.pushesResent], equals: 3)
  }

  @Test("R2.11 without a collapse id each copy is a duplicate; with one the later replaces it")
  func duplicates() throws {
    let plain = try online(at: [100], until: 1000, change: Self.answers(lost: 1))
    expect(plain.times(.duplicate), equals: [110, 130, 170])
    expect(plain.tally[.duplicates], equals: 3)
    let collapsing = try online(
      at: [100], gapRecovery(), until: 1000, change: Self.answers(lost: 1))
    expect(collapsing.times(.replacedInCentre), equals: [110, 130, 170])
    expect(collapsing.tally[.duplicates], equals: 0)
  }

  @Test("R2.11 what hop 2 loses is noticed too, where the provider waits for answers")
  func lossIsNoticed() throws {
    let run = try online(
      at: [100], until: 1000, given: { $0.shown != [nil] && $0.tally[.pushesSent] == 3 },
      change: Self.answers(lost: 0, loss: 0.5))
    // The first and the second send are lost.
    expect(run.times(.destroyed(by: .provider(.linkLost))), equals: [100, 110])
    expect(run.shown, equals: [130])
    expect(run.fates, equals: [.shown])
  }

  @Test("R2.11 when the retries are used up, the last copy is lost")
  func usedUp() throws {
    let run = try online(at: [100], until: 1000, change: Self.answers(lost: 0, loss: 1))
    expect(run.times(.destroyed(by: .provider(.linkLost))), equals: [100, 110, 130, 170])
    expect(run.fates, equals: [.lost])
    expect(run.repairs, equals: [.repeatLost])
  }

  @Test("R2.11 without the key no loss is noticed, whatever retry says")
  func unnoticed() throws {
    let run = try online(at: [100], until: 1000) { setup in
      setup.provider.link.loss = .one
      setup.provider.link.retry = Self.retry
    }
    expect(run.tally[.pushesSent], equals: 1)
    expect(run.times(.destroyed(by: .provider(.linkLost))), equals: [100])
  }

  @Test("R2.11 losses in bursts stay unnoticed")
  func bursts() throws {
    // A burst all the time: 1 us in between, a day each.
    let run = try online(at: [100], until: 1000) { setup in
      Self.answers(lost: 1)(&setup)
      setup.provider.link.bursts = OnOffProcess(up: constant(0.000_001), down: constant(86_400))
        .map { Hop.Bursts(spans: $0) }
    }
    expect(run.fates, equals: [.lost])
    expect(run.tally[.pushesSent], equals: 1)
  }

  @Test("R2.11 incidents and answers that do not come share the attempts of a push")
  func sharedAttempts() throws {
    // Incidents last 50 s of each 150 s; a retry each 10 s, 7 in all.
    let run = try online(
      at: [100], until: 1000,
      given: { $0.times(.serviceUnreachable) == [100, 110] },
      change: { setup in
        Self.answers(lost: 1, Hop.Retry(attempts: 7, first: .seconds(10), factor: 1))(&setup)
        setup.provider.link.incidents = OnOffProcess(up: constant(100), down: constant(50))
      })
    expect(run.times(.accepted), equals: [120, 130, 140, 150, 160, 170])
    // A push that the hop did not take counts once.
    expect(run.tally[.pushesSent], equals: 6)
  }

  // MARK: Answers of the push service

  @Test("R2.11 whose answer is lost learns nothing of a token that is gone")
  func refusalIsLost() throws {
    // The user leaves before the message is made, which is known by a 410 at the first push.
    let change = { (lost: Double) in
      { (setup: inout DeviceSetup) in
        Self.answers(lost: lost)(&setup)
        setup.uninstalls = constant(50)
        setup.workload.badgeUpdates = nil
      }
    }
    let known = try online(at: [100, 200], until: 1000, change: change(0))
    expect(known.times(.app(.tokenRefused)), equals: [100])
    expect(known.times(.accepted), equals: [])
    let unknown = try online(at: [100, 200], until: 1000, change: change(1))
    expect(unknown.times(.app(.tokenRefused)), equals: [])
    expect(unknown.times(.resent), equals: [110, 130, 170, 210, 230, 270])
  }

  @Test("R2.11 what waits to be sent again is not sent to a token that is refused by then")
  func notSentToRefused() throws {
    // Answers of the first push are lost; the second push, at 105, brings the 410.
    let run = try online(
      at: [100, 105], until: 1000,
      given: {
        $0.times(.provider(.unanswered), of: 0) == [100]
          && $0.times(.provider(.unanswered), of: 1) == []
      },
      change: { setup in
        Self.answers(lost: 0.5)(&setup)
        setup.uninstalls = constant(50)
      })
    expect(run.times(.app(.tokenRefused)), equals: [105])
    expect(run.times(.resent), equals: [])
  }

  @Test("R2.11 a repeat that is still to come when the run ends is under way")
  func pending() throws {
    let run = try online(at: [100], until: 105, change: Self.answers(lost: 0, loss: 1))
    expect(run.fates, equals: [.pending])
    expect(run.tally[.pushesSent], equals: 1)
  }

  @Test("R2.11 pushes without a message are sent again too")
  func others() throws {
    let run = try online(at: [], until: 86_400) { setup in
      Self.answers(lost: 1, Hop.Retry(attempts: 1, first: .seconds(10)))(&setup)
      setup.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 3600))
    }
    let arrived = run.times(.arrived, ofAny: .badgeUpdate)
    let made = run.times(.provider(.unanswered), ofAny: .badgeUpdate)
    expect(made.count > 5)
    expect(arrived, equals: (made + made.map { $0 + 10 }).sorted().filter { $0 < 86_400 })
  }

  // MARK: In closed form

  @Test("R2.11 each message is sent 1 + q + ... + qⁿ times, and lost with probability lⁿ⁺¹")
  func expectedSends() throws {
    let (loss, lost) = (0.2, 0.25)
    let q = loss + (1 - loss) * lost
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(40 / 86_400))), strategy: .fireAndForget)
    Self.answers(lost: lost, loss: loss)(&setup)
    let world = World(
      seed: 11, devices: 100, duration: .days(10), drain: .hours(1), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<100)
    let owed = Double(tally[.owed])
    // The number of sends is geometric, cut off at 4: from 1 to 4, with mean square below.
    let mean = 1 + q + q * q + q * q * q
    let meanSquare = 1 + 3 * q + 5 * q * q + 7 * q * q * q
    let lostInAll = loss * loss * loss * loss
    let table = [
      Agreement(
        "sends", expected: mean, observed: Double(tally[.pushesSent]) / owed,
        standardError: ((meanSquare - mean * mean) / owed).squareRoot(), tableSize: 2),
      Agreement(
        "lost", expected: lostInAll, observed: Double(tally[.lost]) / owed,
        standardError: (lostInAll * (1 - lostInAll) / owed).squareRoot(), tableSize: 2),
    ]
    for row in table { expect(row.holds, "\(row)") }
  }
}
