import Results
import Scenarios
import TestSupport
import Testing

/// Whether each device is a trial of its own: not where what devices are is spread over them, which
/// the scenario and a manifest say alike.
@Suite struct IndependentDevicesTests {
  private func areIndependent(_ lines: String, _ settings: String...) throws -> Bool {
    let read =
      try settings.isEmpty
      ? ScenarioText.read(lines) : ScenarioText.read(lines, settings[0])
    let scenario = read.points.allSatisfy { $0.scenario.devicesAreIndependent }
    let manifest = StoredManifest.devicesAreIndependent(in: read.resolved)
    expect(manifest, equals: scenario, "\(lines)")
    return scenario
  }

  private static let app = "app: {opens: {poisson: {rate: 5/d}}}"

  @Test(arguments: [
    "", "device: {denied: 0, alerts_off: 0}", "device: {denied: 1}", app,
    "device: {presentation: {quiet: [{from: 22:00, to: 7:00}]}}", "extension: {absent: 100%}",
    "device: {off_at_night: {from: 23h, to: 7h}}",
    "push_service: {kind: web-push, opt_in: {home_screen: 1, allowed: 0}}",
    "sweep: [{factor: rate, path: workload.arrivals.poisson.rate, values: [1/d, 2/d]}]",
    "sweep: [{factor: denied, path: device.denied, values: [0, 1]}]",
  ])
  func alike(lines: String) throws {
    expect(try areIndependent(lines + "\n"))
  }

  @Test(arguments: [
    "device: {denied: 1%}", "device: {alerts_off: 0.5}", "device: {power: {always: 20%}}",
    "device: {presentation: {share: 40%, quiet: [{from: 22:00, to: 7:00}]}}",
    "device: {off_at_night: {share: 5%, from: 23h, to: 7h}}", "extension: {absent: 10%}",
    "push_service: {kind: web-push, opt_in: {home_screen: 30%}}",
    "push_service: {kind: web-push, opt_in: {allowed: 30%}}",
    "app: {opens: {poisson: {rate: {gamma: {mean: 5/d, shape: 1}}}}}",
    "app: {opens: {poisson: {rate: 5/d}}, kills: {users: 5%}}",
    "app: {opens: {poisson: {rate: 5/d}}, background_refresh: 70%}",
    "groups: [{name: some, share: 30%, provider: {link: {loss: 1%}}}]",
    "sweep: [{factor: denied, path: device.denied, values: [0, 10%]}]",
  ])
  func spread(lines: String) throws {
    expect(try !areIndependent(lines + "\n"))
  }

  @Test func ratesOfMessagesAreSpread() throws {
    let rate = "{exponential: {mean: 40/d}}"
    expect(try !areIndependent("", "workload.arrivals={poisson: {rate: \(rate)}}"))
    expect(try areIndependent("", "workload.arrivals={poisson: {rate: {constant: {value: 4/d}}}}"))
    expect(try !areIndependent("", "workload.badge_updates={rate: \(rate)}"))
    expect(try !areIndependent("", "workload.read_receipts={rate: \(rate)}"))
    expect(try areIndependent("", "workload.badge_updates={rate: 4/d}"))
  }
}
