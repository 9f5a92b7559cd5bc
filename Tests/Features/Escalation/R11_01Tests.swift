import DeliverySim
import Models
import TestSupport
import Testing

/// R11.1: a second channel for what is not confirmed in time.
@Suite struct R11_01Tests {
  private func acked(
    after: Double = 600, _ unless: Escalation.Confirmation = .acknowledged,
    _ channel: Escalation.Channel = .init(cost: 0.05)
  ) -> Strategy {
    let once = Hop.Retry(attempts: 0, first: .minute)
    return .retryUntilAcked(once).escalating(
      Escalation(after: .seconds(after), unless: unless, channel: channel))
  }

  private func sent(_ run: RecordedRun) -> [Double] { run.times(.escalation(.sent)) }

  // MARK: Escalated messages

  @Test("R11.1 R0.3 what is lost goes out by the second channel, and has a fate of its own")
  func lostPush() throws {
    let run = try online(at: [10], acked()) {
      $0.provider.link.loss = .one
      $0.workload.usefulFor = .seconds(600)
    }
    expect(sent(run), equals: [610])
    expect(run.times(.escalation(.arrived)), equals: [610])
    expect(run.fates, equals: [.escalated])
    expect(run.causes, equals: [.provider(.linkLost)])
    let tally = run.tally
    expect(
      tally[EscalationCounter.escalated] == 1 && tally[EscalationCounter.escalations] == 1
        && tally[.lost] == 0)
    expect(tally[EscalationCounter.needlessEscalations], equals: 0)
    expect(tally[EscalationCounter.escalationCost], equals: 50_000)
    // It ends exactly at its limit (R0.5).
    expect(tally[.awareInTime] == 1 && tally[.shownInTime] == 1 && tally[.shown] == 0)
  }

  @Test("R11.1 R0.5 a confirmation at the very moment is in time; a little later it is needless")
  func confirmed() throws {
    for (latency, expected) in [(595.0, [Double]()), (595.000001, [610])] {
      // One goes straight, two are on their way together.
      for times in [[10.0], [10, 11]] {
        let run = try online(at: times, acked()) {
          $0.service.latency = constant(5)
          $0.provider.resend.latency = constant(latency)
        }
        expect(sent(run), equals: expected.isEmpty ? [] : times.map { $0 + 600 })
        expect(run.tally[EscalationCounter.needlessEscalations], equals: UInt128(sent(run).count))
        expect(run.fates.allSatisfy { $0 == .shown })
      }
    }
  }

  @Test("R11.1 what comes late by push is shown; the user knew before")
  func precedence() throws {
    let run = try online(at: [10], acked()) {
      $0.service.latency = constant(1000)
      $0.workload.usefulFor = .seconds(700)
    }
    expect(sent(run), equals: [610])
    expect(run.fates, equals: [.shown])
    let tally = run.tally
    expect(
      tally[EscalationCounter.needlessEscalations] == 0 && tally[EscalationCounter.escalated] == 0
        && tally[.awareInTime] == 1)
  }

  @Test("R11.1 the channel takes its time, loses some, and costs all the same")
  func channel() throws {
    func run(_ channel: Escalation.Channel, until end: Double = 86_400) throws -> RecordedRun {
      try online(at: [10], acked(.acknowledged, channel), until: end) {
        $0.provider.link.loss = .one
      }
    }
    let slow = try run(.init(latency: constant(30), cost: 2))
    expect(slow.times(.escalation(.arrived)), equals: [640])
    let vain = try run(.init(delivery: .zero, cost: 2))
    expect(vain.fates, equals: [.lost])
    expect(vain.times(.escalation(.failed)), equals: [610])
    expect(vain.tally[EscalationCounter.escalationCost], equals: 2_000_000)
    // At the end of the run it is under way; what would go out then does not (R0.3).
    let open = try run(.init(latency: constant(30), cost: 2), until: 640)
    expect(open.fates, equals: [.pending])
    try expect(run(.init(), until: 610).fates, equals: [.lost])
  }

  // MARK: Confirmations

  @Test("R11.1 R7.1 telemetry's receipt confirms when the app has uploaded it", arguments: [1, 2])
  func receipts(seed: Int) throws {
    let rule = Escalation(after: .seconds(3600))
    let times = (0..<40).map { Double($0) * 2000 + Double(seed) }
    let run = try online(at: times, .fireAndForget.escalating(rule)) {
      $0.telemetry = Telemetry()
      $0.app = App(openings: .init(rate: constant(1 / 3600)))
    }
    let uploads = run.times(.app(.receiptsUploaded))
    let expected = times.filter { time in
      time + 3600 < 86_400 && !uploads.contains { $0 >= time && $0 <= time + 3600 }
    }
    expect(sent(run).sorted(), equals: expected.map { $0 + 3600 })
    expect(!expected.isEmpty && !uploads.isEmpty)
    // The user has had them all.
    expect(run.tally[EscalationCounter.needlessEscalations], equals: UInt128(expected.count))
  }

  @Test("R11.1 an opening confirms what was made before it")
  func opened() throws {
    let times = (0..<40).map { Double($0) * 2000 + 1 }
    let rule = Escalation(after: .seconds(3600), unless: .opened)
    let run = try online(at: times, .fireAndForget.escalating(rule)) {
      $0.app = App(openings: .init(rate: constant(1 / 3600)))
    }
    let opened = run.times(.app(.opened))
    let expected = times.filter { time in
      time + 3600 < 86_400 && !opened.contains { $0 >= time && $0 <= time + 3600 }
    }
    expect(sent(run).sorted(), equals: expected.map { $0 + 3600 })
    expect(!expected.isEmpty && !opened.isEmpty)
  }

  @Test("R11.1 a look confirms; an acknowledgement then does not")
  func seen() throws {
    for (delay, count) in [(600.0, 0), (601, 1)] {
      let run = try online(at: [10], acked(.seen, .init())) {
        $0.user = User(sees: constant(delay))
      }
      expect(sent(run).count, equals: count)
      expect(run.tally[EscalationCounter.needlessEscalations], equals: UInt128(count))
    }
  }

  // MARK: Recipients

  @Test("R11.1 R2.10 who has left hears nothing more")
  func left() throws {
    let run = try online(at: [10, 300], acked()) {
      $0.provider.link.loss = .one
      $0.uninstalls = constant(700)
    }
    expect(sent(run), equals: [610])
    expect(run.fates, equals: [.escalated, .lost])
  }

  @Test("R11.1 R2.9 the strategy in force at its creation decides")
  func schedule() throws {
    let strategy = Strategy.fireAndForget.then([Adoption(at: .seconds(100), acked())])
    let run = try online(at: [10, 200], strategy) { $0.provider.link.loss = .one }
    expect(sent(run), equals: [800])
    expect(run.fates, equals: [.lost, .escalated])
  }
}
