import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `device.android` and `provisional`, `workload.levels`, `provider.send_window`: what is read is
/// what is simulated.
@Suite struct AndroidReadingTests {
  private static let all = """
    push_service: {kind: fcm}
    provider: {send_window: [{from: 8h, to: 22h}], urgent: 5%}
    user: {taps: 10%}
    app: {opens: {poisson: {rate: 3/d}}}
    device:
      provisional: {share: 20%, keeps: 60%}
      android:
        doze: {used: {exponential: {mean: 10m}}, unused: {exponential: {mean: 2h}}, first: 30m}
        demote: {visible_min: 25%, share: 70%}
        force_stop: 5%
        vendor_kill: {share: 20%, after: {constant: {value: 2h}}}

    """

  private func setup(_ text: String, _ options: String...) throws -> DeviceSetup {
    let read = try options.first.map { try ScenarioText.read(text, $0) } ?? ScenarioText.read(text)
    return read.points[0].scenario.frame.setup
  }

  @Test func everyKeyIsRead() throws {
    let setup = try setup(Self.all, "workload.levels={passive: 30%, time_sensitive: 5%}")
    let window = try unwrap(setup.provider.sendWindow)
    expect(window.hours, equals: WeeklyHours([.init(from: .hours(8), to: .hours(22))]))
    expect(window.urgent.value, equals: 0.05)
    let levels = setup.workload.levels
    expect(
      [levels.passive, levels.timeSensitive, levels.critical].map(\.value), equals: [0.3, 0.05, 0])
    expect(
      [setup.settings.provisional.value, setup.settings.provisionalKept.value], equals: [0.2, 0.6])
    let android = try unwrap(setup.android)
    let doze = try unwrap(android.doze)
    expect([doze.after, doze.first, doze.longest], equals: [.hours(1), .seconds(1800), .hours(6)])
    expect(doze.factor, equals: 2)
    expect(doze.usage.up.mean == 600 && doze.usage.down.mean == 7200)
    let demotion = try unwrap(android.demotion)
    expect(demotion.window == .days(7) && demotion.visibleMin.value == 0.25)
    expect(demotion.share.value, equals: 0.7)
    expect(android.forceStop.value, equals: 0.05)
    expect(android.vendorKill?.share.value == 0.2 && android.vendorKill?.after.mean == 7200)
  }

  @Test func theResolvedScenarioSaysTheSame() throws {
    let read = try ScenarioText.read(Self.all)
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved.yaml(), equals: read.resolved.yaml())
    expect(again.points[0].scenario.frame.setup.android?.doze?.first, equals: .seconds(1800))
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    let setup = try setup("")
    expect(setup.android == nil && setup.provider.sendWindow == nil)
    expect(setup.settings.provisional.value == 0 && setup.workload.levels.passive.value == 0)
    // A whole day, every day, is no window.
    let open = "provider: {send_window: [{from: 0h, to: 24h}]}\n"
    try expect(self.setup(open).provider.sendWindow == nil)
  }
}
