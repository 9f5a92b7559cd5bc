import DeliverySim
import Models
import TestSupport
import Testing

/// R8: fire-and-forget and gap-recovery.
@Suite struct R08Tests {
  @Test("R8 fire-and-forget sends one push per message and shows what arrives")
  func fireAndForget() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 200])
    expect(run.tally[.pushesSent], equals: 4)
    expect(run.tally[.pushesResent], equals: 0)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(run.tally[.summaries], equals: 0)
    expect(run.shown, equals: [-10, nil, 100, 200])
  }

  @Test("R8 gap-recovery numbers, keeps and sends again what was missed")
  func recoversGaps() throws {
    // 0, 2, the repeat of 1, and 3 reach the extension.
    let run = try away(for: 100, at: [-10, 10, 20, 200], gapRecovery())
    expect(run.tally[.pushesSent], equals: 5)
    expect(run.tally[.pushesResent], equals: 1)
    expect(run.tally[.resendRequests], equals: 1)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 4)
    expect(run.shown, equals: [-10, 100, 100, 200])
  }

  @Test("R8 gap-recovery asks for at most 20, collapses, advances and does not wait unless told")
  func gapRecoveryDefaults() {
    let recovery = GapRecovery()
    expect(recovery.repeatLimit, equals: 20)
    expect(recovery.collapse)
    expect(!recovery.asPrinted)
    expect(recovery.wait.isZero)
  }
}
