import DeliverySim
import Models
import TestSupport
import Testing

/// R8: fire-and-forget and gap-recovery.
@Suite struct R08Tests {
  @Test("R8 fire-and-forget sends one push per message and shows what arrives")
  func fireAndForget() throws {
    let tale = try away(for: 100, at: [-10, 10, 20, 200])
    expect(tale.tally[.pushesSent], equals: 4)
    expect(tale.tally[.pushesResent], equals: 0)
    expect(tale.tally[.resendRequests], equals: 0)
    expect(tale.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(tale.tally[.summaries], equals: 0)
    expect(tale.shown, equals: [-10, nil, 100, 200])
  }

  @Test("R8 gap-recovery numbers, keeps and sends again what was missed")
  func recoversGaps() throws {
    // 0, 2, the repeat of 1, and 3 reach the extension.
    let tale = try away(for: 100, at: [-10, 10, 20, 200], gapRecovery())
    expect(tale.tally[.pushesSent], equals: 5)
    expect(tale.tally[.pushesResent], equals: 1)
    expect(tale.tally[.resendRequests], equals: 1)
    expect(tale.tally[ExtensionCounter.extensionRuns], equals: 4)
    expect(tale.shown, equals: [-10, 100, 100, 200])
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
