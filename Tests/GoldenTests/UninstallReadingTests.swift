import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `device.uninstalls`, and what of `provider.link.retry` is used.
@Suite struct UninstallReadingTests {
  private func setup(_ lines: String) throws -> DeviceSetup {
    try ScenarioText.read(lines + "\n").points[0].scenario.frame.setup
  }

  @Test func theRateReachesTheDevice() throws {
    let law = try setup("device: {uninstalls: 0.5/d}").uninstalls?.law
    expect(law == .exponential(mean: 2 * 86_400))
    try expect(setup("device: {uninstalls: 0/d}").uninstalls == nil)
    try expect(setup("device: {denied: 0.1}").uninstalls == nil)
  }

  @Test func groupsHaveRatesOfTheirOwn() throws {
    let text = """
      device: {uninstalls: 1/d}
      groups:
        - {name: loyal, share: 0.5, device: {uninstalls: 0/d}}

      """
    let world = try ScenarioText.read(text).points[0].scenario.frame
    expect(world.setup.uninstalls != nil && world.groups[0].setup.uninstalls == nil)
  }
}
