import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `groups` of a scenario: sections laid over those of all devices.
@Suite struct GroupReadingTests {
  private static let groups = """
    provider: {shards: 3, link: {loss: 1%, latency: {lognormal: {mean: 120ms, cv: 0.6}}}}
    groups:
      - name: heavy
        share: 20%
        workload: {arrivals: {poisson: {rate: 1/s}}, useful_for: null}
        network: {offline: {weibull: {scale: 60m}}}
      - {name: away, share: 0.5, network: {offline: {exponential: {mean: 3h}}, reconnect: {}}}
      - {name: ideal, share: .1, provider: {link: null}, network: null, device: {denied: 1e-1}}

    """

  @Test func aGroupIsLaidOverTheSectionsKeyByKey() throws {
    let frame = try ScenarioText.read(Self.groups).base.frame
    expect(frame.groupNames, equals: ["heavy", "away", "ideal", "others"])
    expect(frame.groups.map(\.share.value), equals: [0.2, 0.5, 0.1])
    let (heavy, away, ideal, others) = (
      frame.setups[0], frame.setups[1], frame.setups[2], frame.setups[3]
    )
    expect(heavy.workload.expectedMessages(until: .seconds(7)), equals: 7)
    expect(heavy.workload.usefulFor == nil)
    expect(away.workload.usefulFor, equals: .hours(12))
    // The shape of the base, the scale of the group.
    let (slow, quick) = (
      try unwrap(heavy.network.onOff).down, try unwrap(others.network.onOff).down
    )
    expect(abs(slow.mean - 3 * quick.mean) < 1e-9 * slow.mean)
    // Another law replaces the base's as a whole; what the group leaves out stays.
    try expect(unwrap(away.network.onOff).down.mean, equals: 3 * 3600)
    try expect(unwrap(away.network.onOff).up.mean, equals: 6 * 3600)
    expect(away.provider.link.loss.value, equals: 0.01)
    // Null removes a key, or a section.
    expect(ideal.network.onOff == nil && ideal.provider.link.isIdeal)
    expect(ideal.settings.denied.value, equals: 0.1)
    expect(others.settings.isIdeal && others.provider.link.loss.value == 0.01)
    expect(frame.setups.allSatisfy { $0.provider.shards == 3 })
  }

  @Test func theResolvedScenarioSaysOnlyWhatAGroupSays() throws {
    let read = try ScenarioText.read(Self.groups)
    let text = read.resolved.yaml()
    let written = """
      groups:
        - name: heavy
          share: 0.2
          workload:
            arrivals:
              poisson:
                rate: 1/s
            useful_for: null
          network:
            offline:
              weibull:
                scale: 1h
        - name: away
          share: 0.5
          network:
            offline:
              exponential:
                mean: 3h
            reconnect: {}
        - name: ideal
          share: 0.1
          provider:
            link: null
          network: null
          device:
            denied: 0.1

      """
    expect(text, contains: written)
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved, equals: read.resolved)
    expect("\(again.base.frame.setups)", equals: "\(read.base.frame.setups)")
  }

  @Test func keysOfGroupsAreSetAndSwept() throws {
    let read = try ScenarioText.read(
      Self.groups + """
        sweep:
          - {factor: scale, path: groups.heavy.network.offline.weibull.scale, values: [1h, 2h]}
          - {factor: away_share, path: groups.away.share, values: [0.1, 0.7]}

        """, "groups.ideal.device.denied=0.3", "network.online.exponential.mean=1h")
    expect(read.points.count, equals: 4)
    let means = try read.points.map {
      try unwrap($0.scenario.frame.setups[0].network.onOff).down.mean
    }
    expect(means[0] == means[1] && means[2] == 2 * means[0] && means[3] == means[2])
    expect(
      read.points.map { $0.scenario.frame.groups[1].share.value }, equals: [0.1, 0.7, 0.1, 0.7])
    // A key that is set for all holds in each group that does not say otherwise.
    let frame = read.points[0].scenario.frame
    expect(frame.setups[2].settings.denied.value, equals: 0.3)
    try expect(unwrap(frame.setups[1].network.onOff).up.mean, equals: 3600)
    expect(read.points[1].scenario.frame.groupNames, equals: ["heavy", "away", "ideal"])
  }

  @Test func nothingIsNoGroup() throws {
    for text in ["groups: []\n", "groups:\n", "groups: null\n"] {
      let frame = try ScenarioText.read(text).base.frame
      expect(frame.groups.isEmpty && frame.groupNames.isEmpty && frame.setups.count == 1)
    }
    let empty = try ScenarioText.read("groups: [{name: a, share: 1, network: {}, device: null}]\n")
    expect(empty.base.frame.groupNames, equals: ["a"])
    expect(empty.base.frame.setups[0].network.onOff != nil)
  }

  @Test func keysOfGroupsThatNothingUsesAreNamed() throws {
    let read = try ScenarioText.read(
      """
      groups:
        - name: a
          share: 0.5
          provider: {retention: 1d, link: {retry: {attempts: 2, first: 1s}}}
          push_service: {kind: wns-toast, expiration: 1h}
          extension: {time_limit: 30s}

      """, strategies: "strategies: [fire-and-forget]\n")
    expect(
      UnusedKeys(read).lines.map { String($0.prefix { $0 != ":" }) },
      equals: [
        "groups.a.provider.retention", "groups.a.provider.link.retry",
        "groups.a.extension.time_limit",
      ])
    expect(
      UnusedKeys(read).ofServices.unused,
      equals: [
        "groups.a.push_service.expiration: not used by wns-toast"
      ])
    expect(UnusedKeys(read).ofServices.partlyUsed, equals: [])
  }
}
