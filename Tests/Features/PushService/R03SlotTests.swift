import DeliverySim
import Models
import TestSupport
import Testing

/// R3.1, R3.2, R3.6 and R3.7: who stays in the slot.
@Suite struct R03SlotTests {
  @Test("R3.1 a newer push overwrites the stored one")
  func newerOverwritesOlder() throws {
    let run = try away(for: 100, at: [10, 20, 30])
    expect(run.messages(.destroyed(by: .overwritten)), equals: [0, 1])
    expect(run.times(.destroyed(by: .overwritten)), equals: [20, 30])
    expect(run.fates, equals: [.lost, .lost, .shown])
    expect(run.shown[2], equals: 100)
  }

  @Test("R3.1 the newest is the one accepted last, not the one made last")
  func newestIsByAcceptance() throws {
    // Message 0 takes 20 s on the link, message 1 one second: accepted at 30 and at 12.
    let run = try away(
      for: 100, at: [10, 11],
      given: { $0.times(.accepted, of: 0) == [30] && $0.times(.accepted, of: 1) == [12] },
      change: { $0.provider.link.latency = anyOf([1, 20]) })
    expect(run.fates, equals: [.shown, .lost])
    expect(run.times(.destroyed(by: .overwritten), of: 1), equals: [30])
  }

  @Test("R3.1 an attempt that returns to find a later one in the slot is itself overwritten")
  func returningAttemptIsOverwritten() throws {
    // Message 0 is accepted at -5 and would arrive at 5, when the device is away; message 1 is
    // stored at 2.
    let run = try away(for: 100, at: [-5, 2]) { $0.service.latency = constant(10) }
    expect(run.times(.stored), equals: [2])
    expect(run.times(.destroyed(by: .overwritten), of: 0), equals: [5])
    expect(run.shown, equals: [nil, 110])
  }

  // MARK: R3.2

  @Test("R3.2 when the newest does not survive, the arriving one is overwritten")
  func arrivingOneIsOverwritten() throws {
    // Stored at 10; 14 is less than 5 s after it.
    let run = try away(for: 100, at: [10, 14]) {
      $0.service.newestSurvives = .init(probability: .zero, within: .seconds(5))
    }
    expect(run.times(.destroyed(by: .overwritten), of: 1), equals: [14])
    expect(run.shown, equals: [100, nil])
  }

  @Test("R3.2 the newest always survives over one that was accepted longer ago")
  func newestSurvivesOverAnOldOne() throws {
    // Exactly 5 s is not less than 5 s.
    let run = try away(for: 100, at: [10, 15]) {
      $0.service.newestSurvives = .init(probability: .zero, within: .seconds(5))
    }
    expect(run.shown, equals: [nil, 100])
  }

  @Test("R3.2 without a limit of time, the rule holds for every stored push")
  func ruleHoldsForEver() throws {
    let run = try away(for: 36_000, at: [10, 35_000]) {
      $0.service.newestSurvives = .init(probability: .zero)
    }
    expect(run.shown, equals: [36_000, nil])
  }

  @Test("R3.2 the newest survives with its probability, and one always does")
  func newestSurvivesWithItsProbability() throws {
    // A device that is away all the time: 400 of them, two messages each. False alarm 1e-6.
    var newest = 0.0
    let network = Network(onOff: OnOffProcess(up: constant(1), down: constant(1e8)))
    let world = smallWorld(at: [10, 20]) {
      $0.network = network
      $0.service.newestSurvives.probability = share(0.7)
    }
    var count = 0.0
    for replication in 0..<400 {
      let fates = try record(world, replication: replication).outcomes.map(\.fate)
      guard !fates.contains(.shown) else { continue }
      expect(Set(fates), equals: [.lost, .pending])
      newest += fates[1] == .pending ? 1 : 0
      count += 1
    }
    let row = Agreement(
      "newest survives", expected: 0.7, observed: newest / count,
      standardError: (0.7 * 0.3 / count).squareRoot())
    expect(count > 350)
    expect(row.holds, "\(row)")
  }

  // MARK: R3.6, R3.7

  @Test("R3.6 a collapse id does not matter in the slot")
  func collapseIdDoesNotMatter() throws {
    // Overwriting, a returning attempt, and repeats that compete: the same with and without
    // collapse ids.
    let runs = try [true, false].map { collapse in
      try away(
        for: 100, online: 1000, at: [-20, -5, 2, 20, 1110], gapRecovery(collapse: collapse),
        until: 2000
      ) {
        $0.service.latency = constant(10)
        $0.provider.resend.latency = constant(1020)
      }
    }
    // 1 returns to the slot at 5 and finds 2, which 3 overwrites at 20. 3 is handed over at 100,
    // arrives at 110 and asks for 1 and 2, which are sent again at 1130, while the device is away:
    // 1 overwrites 4, and 2 overwrites 1.
    for run in runs {
      expect(run.messages(.destroyed(by: .overwritten)), equals: [1, 2, 4, 1])
      expect(run.times(.destroyed(by: .overwritten)), equals: [5, 20, 1130, 1130])
      expect(run.shown[2], equals: 1210)
    }
  }

  @Test("R3.7 a repeat of an old message overwrites a newer one in the slot")
  func repeatsOverwriteNewerMessages() throws {
    // Away 0 ... 100 and 1100 ... 1200. Message 1 is overwritten by 2, which asks for it at 100.
    // Message 3 is stored at 1110; at 1130 the answer is ready and message 1 is sent again.
    let run = try away(
      for: 100, online: 1000, at: [-10, 10, 20, 1110], gapRecovery(), until: 2000
    ) {
      $0.provider.resend.latency = constant(1030)
    }
    expect(run.times(.stored, of: 3), equals: [1110])
    expect(run.times(.destroyed(by: .overwritten), of: 3), equals: [1130])
    expect(run.shown[1], equals: 1200)
    expect(run.fates[3], equals: .lost)
  }
}
