import DeliverySim
import Models
import TestSupport
import Testing

/// R12.5: a dialog in place of a list.
@Suite struct R12_05Tests {
  @Test("R12.5 the next dialog replaces the one on the screen, and one look is all there is")
  func dialog() throws {
    let change: (inout DeviceSetup) -> Void = {
      $0.user = User(sees: constant(60))
      $0.centre.isDialog = true
    }
    // The second comes before the look at the first.
    let run = try online(at: [100, 130, 500], until: 1000, change: change)
    expect(run.fates, equals: [.shown, .shown, .shown])
    expect(run.messages(.attention(.seen)), equals: [1, 2])
    expect(run.times(.attention(.seen)), equals: [190, 560])
    let list = try online(at: [100, 130, 500], until: 1000) { $0.user = User(sees: constant(60)) }
    expect(list.messages(.attention(.seen)), equals: [0, 1, 2])
  }

  @Test("R12.5 what is dismissed is gone: a repeat is a second dialog, and replaces nothing")
  func gone() throws {
    let again = Strategy.retryUntilAcked(
      Hop.Retry(attempts: 1, first: .seconds(200), max: .hour))
    let run = try online(
      at: [100], again, until: 1000, given: { $0.tally[.pushesSent] == 2 },
      change: {
        $0.user = User(sees: constant(60))
        $0.centre.isDialog = true
        $0.provider.resend.failure = share(0.5)
      })
    expect(run.tally[.duplicates], equals: 1)
    expect(run.times(.replacedInCentre), equals: [])
  }
}
