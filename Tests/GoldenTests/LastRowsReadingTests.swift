import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// The keys of R12: what is read is what is simulated.
@Suite struct LastRowsReadingTests {
  private func setup(_ text: String) throws -> DeviceSetup {
    try ScenarioText.read(text).points[0].scenario.frame.setup
  }

  private static let all = """
    app: {opens: {poisson: {rate: 3/d}}, local: {repeat: 2m, times: 3}}
    push_service: {web: true, web_silent_max: 7}
    user: {actions: {share: 5%, count: 4, locked: 50%, unlock: {constant: {value: 3s}}}}
    device:
      previews: untitled
      centre: dialog
      presentation:
        quiet: [{from: 22:00, to: 7:00}]
        spells: {every: {exponential: {mean: 20h}}, last: {constant: {value: 40m}}}
        until_first_alarm: {constant: {value: 30m}}

    """

  @Test func everyKeyIsRead() throws {
    let setup = try setup(Self.all)
    let repeats = try unwrap(setup.app?.localRepeats)
    expect(repeats.every == .seconds(120) && repeats.times == 3)
    expect(setup.service.isWeb && setup.service.webSilentMax == 7)
    let actions = try unwrap(setup.user?.actions)
    expect(actions.share.value == 0.05 && actions.count == 4 && actions.locked.value == 0.5)
    expect(actions.unlock.law == .constant(value: 3))
    expect(setup.centre.hidesPreviews && setup.centre.hidesTitles && setup.centre.isDialog)
    let schedule = try unwrap(setup.presentation)
    expect(schedule.spells?.up.law == .exponential(mean: 72_000))
    expect(schedule.spells?.down.law == .constant(value: 2400))
    expect(schedule.alarmBeforeEnd?.law == .constant(value: 1800))
  }

  @Test func aConnectionOfItsOwnLiesOverAnotherStrategy() throws {
    let text = """
      format: 1
      name: socket
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      app: {opens: {poisson: {rate: 3/d}}}
      strategies:
        - socket: {}
        - {name: longer, socket: {background: 30s, on: gap-recovery}}

      """
    let strategies = try experiment(text).points[0].scenario.strategies.map(\.strategy)
    expect(strategies.map(\.socket), equals: [Socket(), Socket(background: .seconds(30))])
    expect(strategies.map(\.recovers), equals: [false, true])
  }

  @Test func otherServicesPushesAreAlerts() throws {
    let text = """
      format: 1
      name: foreign
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}, foreign: {rate: 3/d, priority: 5}}
      device: {power: {always: 10%}}
      strategies: [fire-and-forget]

      """
    let foreign = try unwrap(
      try experiment(text).points[0].scenario.frame.setup.workload.otherService)
    expect(foreign.type == .alert && foreign.priority == .byPower)
    expect(foreign.rate.law == .constant(value: 3 / 86_400))
  }

  @Test func theResolvedScenarioSaysTheSame() throws {
    let read = try ScenarioText.read(Self.all)
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved.yaml(), equals: read.resolved.yaml())
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let setup = try setup("user: {taps: 10%}\napp: {opens: {poisson: {rate: 3/d}}}\n")
    expect(setup.app?.localRepeats == nil && setup.user?.actions == nil)
    expect(!setup.service.isWeb && setup.service.webSilentMax == nil)
    expect(!setup.centre.isDialog && !setup.centre.hidesTitles && setup.presentation == nil)
    expect(setup.workload.otherService == nil)
    // A title stays where the content is hidden.
    let hidden = try self.setup("user: {taps: 10%}\ndevice: {previews: hidden}\n").centre
    expect(hidden.hidesPreviews && !hidden.hidesTitles)
  }
}

/// R12.5: an era sets the keys that it knows.
@Suite struct EraTests {
  private func setup(_ era: String, _ rest: String = "") throws -> DeviceSetup {
    try ScenarioText.read("device: {era: \(era)}\n\(rest)", strategies: Self.plain)
      .points[0].scenario.frame.setup
  }

  private static let plain = "strategies: [fire-and-forget]\n"

  private static let people = "user: {taps: 10%}\napp: {opens: {poisson: {rate: 3/d}}}\n"

  @Test("R12.5 the extension came with iOS 10, the centre with iOS 5, groups with iOS 12")
  func versions() throws {
    let eras = ["ios4", "ios5", "ios8", "ios9", "ios10", "ios12", "ios13", "ios15"]
    let setups = try eras.map { try setup($0, Self.people) }
    expect(setups.map { $0.serviceExtension.absent.value }, equals: [1, 1, 1, 1, 0, 0, 0, 0])
    expect(setups.map(\.centre.isDialog), equals: [true] + eras.dropFirst().map { _ in false })
    expect(setups.map { $0.centre.grouping == .automatic }, equals: eras.indices.map { $0 >= 5 })
    expect(setups.map { $0.app?.voipMisuses }, equals: eras.indices.map { $0 >= 6 ? 3 : nil })
  }

  @Test(
    "R12.5 payloads grew from 256 bytes to 2 and 4 kB",
    arguments: [
      ("ios4", 256), ("ios5", 256), ("ios8", 2048), ("ios9", 4096), ("ios15", 4096),
    ])
  func payloads(era: String, limit: Int) throws {
    let text = """
      format: 1
      name: eras
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}, payload: {constant: {value: 200}}}
      device: {era: \(era)}
      strategies: [fire-and-forget]

      """
    let service = try experiment(text).points[0].scenario.frame.setup.service
    expect(service.payloadLimit, equals: limit)
    // Nothing is limited whose size is not modelled.
    try expect(setup(era).service.payloadLimit == nil)
  }

  @Test("R12.5 own keys win, and what says nothing is left out")
  func ownKeys() throws {
    let own = try setup("ios15", Self.people.replacing("{opens", with: "{voip_misuses: 9, opens"))
    expect(own.app?.voipMisuses, equals: 9)
    let nobody = try setup("ios4")
    expect(nobody.app == nil && nobody.user == nil && !nobody.centre.isDialog)
  }

  /// A scenario whose last lines are `lines`; its era is set on top of them.
  private func read(_ era: String, _ lines: String, strategies: String = plain) throws {
    let text = """
      format: 1
      name: eras
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      \(strategies)\(lines)

      """
    var options = Experiment.Options()
    options.overrides = [try ConfigOverride.parse("device.era=\(era)")]
    _ = try experiment(text, options)
  }

  @Test(
    "R12.5 what came later is an error, whose place is told",
    arguments: [
      ("ios4", "ios5", "device: {centre: list}", "device.centre", "ios5"),
      (
        "ios5", "ios8", "device: {presentation: {quiet: [{from: 22:00, to: 7:00}]}}",
        "device.presentation.quiet", "ios6"
      ),
      ("ios5", "ios8", "app: {background_refresh: 0}", "app.background_refresh", "ios7"),
      (
        "ios5", "ios8", "app: {sync_on_opening: true}\nuser: {actions: {share: 5%}}",
        "user.actions", "ios8"
      ),
      ("ios9", "ios10", "extension: {absent: 3%}", "extension", "ios10"),
      ("ios13", "ios15", "device: {presentation: {summary_at: [8h]}}", "summary_at", "ios15"),
    ])
  func later(era: String, next: String, lines: String, path: String, version: String) throws {
    let told = words { try read(era, lines) }
    expect(told.contains(#/scenario\.yml:[78]:\d+: /#), "\(told)")
    expect(told.contains("\(path): found") && told.contains("came with \(version)"), "\(told)")
    try read(next, lines)
  }

  @Test("R12.5 critical alerts came with iOS 12, the other levels with iOS 15, web apps later")
  func levels() throws {
    func told(_ era: String, _ setting: String) -> String {
      words {
        _ = try ScenarioText.read("device: {era: \(era)}\n", strategies: Self.plain, setting)
      }
    }
    expect(told("ios10", "workload.levels.critical=5%").contains("critical came with ios12"))
    expect(told("ios12", "workload.levels.critical=5%"), equals: "")
    for level in ["passive", "time_sensitive"] {
      expect(told("ios13", "workload.levels.\(level)=5%").contains("\(level) came with ios15"))
      expect(told("ios15", "workload.levels.\(level)=5%"), equals: "")
    }
    expect(told("ios15", "push_service.web=true").contains("web came with ios16.4"))
  }

  @Test(
    "R12.5 a strategy needs what it is made of, on some device",
    arguments: [
      ("silent-fetch", "ios5", "ios8", "silent pushes came with ios7"),
      ("poll", "ios5", "ios8", "background refreshes came with ios7"),
      ("voip-fetch", "ios5", "ios8", "VoIP pushes came with ios8"),
      ("gap-recovery", "ios9", "ios10", "the extension came with ios10"),
      ("{socket: {on: gap-recovery}}", "ios9", "ios10", "the extension came with ios10"),
    ])
  func strategies(strategy: String, era: String, next: String, need: String) throws {
    let line = "strategies: [\(strategy)]\n"
    let app = "app: {opens: {poisson: {rate: 3/d}}}"
    let told = words { try read(era, app, strategies: line) }
    expect(told.contains(":6:14: strategies") && told.contains(need), "\(told)")
    // The error is reported beside other errors, too.
    expect(
      words { try read(era, app + "\nprovider: {urgent: 2}", strategies: line) }.contains(need))
    try read(next, app, strategies: line)
    let newer = "groups: [{name: newer, share: 10%, device: {era: \(next)}}]\n"
    try read(era, newer + app, strategies: line)
  }

  @Test("R12.5 a group may live in another era")
  func groups() throws {
    let text =
      Self.people + """
        groups:
          - {name: old, share: 0.2, device: {era: ios9}}

        """
    let frame = try ScenarioText.read(text).points[0].scenario.frame
    expect(frame.setup.serviceExtension.absent.value, equals: 0)
    expect(frame.groups[0].setup.serviceExtension.absent.value, equals: 1)
  }

  @Test("R12.5 a group in another era gets nothing of what the scenario's era sets")
  func otherEras() throws {
    func groups(_ base: String, _ group: String) throws -> (base: DeviceSetup, group: DeviceSetup) {
      let text = """
        format: 1
        name: eras
        seed: 1
        duration: 7d
        workload: {arrivals: {poisson: {rate: 40/d}}, payload: {constant: {value: 200}}}
        user: {taps: 10%}
        device: {era: \(base)}
        groups:
          - {name: other, share: 0.2, device: {era: \(group)}}
        strategies: [fire-and-forget]

        """
      let frame = try experiment(text).points[0].scenario.frame
      return (frame.setup, frame.groups[0].setup)
    }
    let newer = try groups("ios8", "ios12")
    expect(newer.base.service.payloadLimit == 2048 && newer.group.service.payloadLimit == 4096)
    expect(newer.base.serviceExtension.absent == .one)
    expect(newer.group.serviceExtension.absent == .zero)
    expect(newer.group.centre.grouping == .automatic)
    // Groups in the centre came with iOS 12: the older phones have none, and that is no error.
    let older = try groups("ios12", "ios9")
    expect(older.base.centre.grouping == .automatic && older.group.centre.grouping == .off)
    expect(older.group.serviceExtension.absent == .one)
  }
}
