import DeliverySim
import Models
import TestSupport
import Testing

/// R6.1: the notification centre.
@Suite struct R06_01Tests {
  /// As printed, the third push asks for the second, which has been shown (R5.3).
  private func repeatOfSomethingShown(collapse: Bool, alertsAgain: Bool = true) throws
    -> RecordedRun
  {
    try online(at: [10, 20, 30], gapRecovery(collapse: collapse, asPrinted: true)) {
      $0.centre.alertsAgainOnCollapse = alertsAgain
    }
  }

  @Test(
    "R6.1 a second notification with the same collapse id replaces the first and is no duplicate")
  func collapseIdReplaces() throws {
    let run = try repeatOfSomethingShown(collapse: true)
    expect(run.messages(.replacedInCentre), equals: [1])
    expect(run.tally[.duplicates], equals: 0)
    // The first showing counts.
    expect(run.shown, equals: [10, 20, 30])
  }

  @Test("R6.1 what is shown for the first time interrupts once")
  func firstShowingInterrupts() throws {
    // The first two are on their way together, the last one alone.
    for strategy in [Strategy.fireAndForget, gapRecovery()] {
      let run = try online(at: [10, 11, 30], strategy) { $0.service.latency = constant(5) }
      expect(run.tally[.interruptions], equals: 3)
    }
  }

  @Test("R6.1 an interruption counts when it happens")
  func countsWhenItHappens() throws {
    // Owed: the second one, made in the counted window and shown after it. Shown in the window: the
    // first one, which was made before.
    var world = smallWorld(at: [95, 195], duration: .seconds(200)) {
      $0.service.latency = constant(10)
    }
    (world.warmup, world.drain) = (.seconds(100), .seconds(100))
    for strategy in [Strategy.fireAndForget, gapRecovery()] {
      world.setup.strategy = strategy
      let tally = try simulate(world, replication: 0, devices: 0..<1)
      expect(tally[.owed], equals: 1)
      expect(tally.count(.shown), equals: 1)
      expect(tally[.interruptions], equals: 1)
      expect(tally[.wakeUps], equals: 1)
    }
    world.drain = .zero
    try expect(simulate(world, replication: 0, devices: 0..<1).count(.pending), equals: 1)
    world.duration = .seconds(150)
    try expect(simulate(world, replication: 0, devices: 0..<1)[.interruptions], equals: 1)
  }

  @Test("R6.1 a replacement interrupts again unless it shall not")
  func replacementInterruptsAgain() throws {
    try expect(repeatOfSomethingShown(collapse: true).tally[.interruptions], equals: 4)
    let quiet = try repeatOfSomethingShown(collapse: true, alertsAgain: false)
    expect(quiet.tally[.interruptions], equals: 3)
    expect(NotificationCentre().alertsAgainOnCollapse)
  }

  @Test("R6.1 without collapse ids a repeat of something shown is a visible duplicate")
  func withoutCollapseIdsThereAreDuplicates() throws {
    let run = try repeatOfSomethingShown(collapse: false, alertsAgain: false)
    expect(run.messages(.duplicate), equals: [1])
    expect(run.records(.replacedInCentre).isEmpty)
    expect(run.tally[.duplicates], equals: 1)
    expect(run.tally[.interruptions], equals: 4)
    expect(run.shown, equals: [10, 20, 30])
  }

  @Test("R6.1 a repeat of something that was not shown is its first showing")
  func firstShowingOfARepeat() throws {
    for collapse in [true, false] {
      let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(collapse: collapse))
      expect(run.messages(.shown), equals: [0, 2, 1])
      expect(run.tally[.duplicates], equals: 0)
      expect(run.tally[.interruptions], equals: 3)
    }
  }
}
