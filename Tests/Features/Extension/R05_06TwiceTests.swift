import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: what a second call of the extension shows.
@Suite struct R05_06TwiceTests {
  private static func twice(
    _ shows: ServiceExtension.DoubleShows = .twice, _ called: Double = 1
  ) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.serviceExtension.doubleInvocation = share(called)
      setup.serviceExtension.doubleShows = shows
      setup.serviceExtension.decorates = true
    }
  }

  @Test("R5.6 with double_shows: twice a plain push that is handled twice is a duplicate")
  func duplicate() throws {
    let run = try online(at: [10, 20], change: Self.twice())
    expect(run.times(.run(.calledAgain)), equals: [10, 20])
    expect(run.shown, equals: [10, 20])
    expect(run.times(.duplicate), equals: [10, 20])
    expect(run.tally[.duplicates], equals: 2)
    expect(run.tally[.interruptions], equals: 4)
    // The first showing was complete (R5.9).
    expect(run.tally[ExtensionCounter.degraded], equals: 0)
  }

  @Test("R5.6 it is shown once by default")
  func once() throws {
    let run = try online(at: [10, 20], change: Self.twice(.once))
    expect(run.times(.run(.calledAgain)), equals: [10, 20])
    expect(run.tally[.duplicates], equals: 0)
    expect(run.tally[.interruptions], equals: 2)
  }

  @Test("R5.6 whoever says twice needs no other reason for an extension")
  func plain() throws {
    let run = try online(at: [10]) { setup in
      Self.twice()(&setup)
      setup.serviceExtension.decorates = false
    }
    expect(run.tally[.duplicates], equals: 1)
  }

  @Test("R5.6 with a collapse id the second showing replaces the first one")
  func replaces() throws {
    let run = try online(at: [10], .retryUntilAcked(), change: Self.twice())
    expect(run.times(.replacedInCentre), equals: [10])
    expect(run.tally[.duplicates], equals: 0)
    expect(run.tally[.acknowledgements], equals: 2)
  }

  @Test("R5.6 a client that looks at positions shows nothing twice")
  func positions() throws {
    let run = try online(at: [10], gapRecovery(collapse: false), change: Self.twice())
    expect(run.times(.run(.calledAgain)), equals: [10])
    expect(run.tally[.duplicates], equals: 0)
  }

  @Test("R5.6 of all notifications the share of second calls is shown twice")
  func closedForm() throws {
    var world = smallWorld(at: [10], duration: .hours(1), change: Self.twice(.twice, 0.3))
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    // One comparison with a false-alarm probability of 1e-6.
    let row = Agreement(
      "shown twice", expected: 0.3, observed: Double(tally[.duplicates]) / 20_000,
      standardError: (0.3 * 0.7 / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }
}
