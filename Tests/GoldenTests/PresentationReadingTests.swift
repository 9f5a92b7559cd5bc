import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `device.presentation`, `grouping`, `previews` and `user`: what is read is what is simulated.
@Suite struct PresentationReadingTests {
  private func setup(_ text: String) throws -> DeviceSetup {
    try ScenarioText.read(text).points[0].scenario.frame.setup
  }

  @Test func everyKeyOfAPresentationIsRead() throws {
    let text = """
      device:
        presentation:
          share: 30%
          quiet: [{from: 22:00, to: 7:00, days: [fri, sat]}, {from: 12.5h, to: "13:00"}]
          summary_at: [8:00, 18h]
          exceptions: 0.1

      """
    let read = try unwrap(try setup(text).presentation)
    expect(read.share.value, equals: 0.3)
    expect(read.exceptions.value, equals: 0.1)
    expect(read.summaries, equals: [.hours(8), .hours(18)])
    let windows = [
      WeeklyHours.Window(from: .hours(22), to: .hours(7), days: [4, 5]),
      WeeklyHours.Window(from: .hours(12.5), to: .hours(13)),
    ]
    expect(read.quiet, equals: WeeklyHours(windows))
  }

  @Test func whatIsLeftOutOfAPresentationHasItsDefault() throws {
    let read = try unwrap(
      try setup("device: {presentation: {quiet: [{from: 0h, to: 24:00}]}}\n").presentation)
    expect(read.share.value, equals: 1)
    expect(read.exceptions.value, equals: 0)
    expect(read.summaries.isEmpty)
    expect(read.quiet.isWholeWeek)
    expect(try setup("device: {presentation: {}, denied: 0.1}\n").presentation == nil)
  }

  @Test func everyKeyOfAUserIsRead() throws {
    let text = """
      user:
        {sees: {exponential: {mean: 5m}}, asleep: [{from: 23h, to: 7h}], taps: 20%, dismisses: 40%}
      device: {grouping: by-app, previews: hidden}

      """
    let read = try setup(text)
    let user = try unwrap(read.user)
    expect(user.sees.mean, equals: 300)
    expect(user.asleep, equals: WeeklyHours([.init(from: .hours(23), to: .hours(7))]))
    expect(user.taps.value, equals: 0.2)
    expect(user.dismisses.value, equals: 0.4)
    expect(read.centre.grouping == .byApp && read.centre.hidesPreviews)
  }

  @Test(
    "R6.2 R12.3 of shares of looks that sum to more than 1 the last one that is written is told",
    arguments: [
      ("taps: 60%, actions: {share: 50%}", "user.actions.share: found 50%", "1.1"),
      ("taps: 60%, dismisses: 70%, actions: {share: 0}", "user.actions.share: found 0", "1.3"),
      ("taps: 60%, dismisses: 70%", "user.dismisses: found 70%", "1.3"),
      ("dismisses: 70%, actions: {share: 40%}", "user.actions.share: found 40%", "1.1"),
    ])
  func sharesOfLooks(keys: String, found: String, sum: String) {
    let told = words { _ = try setup("app: {sync_on_opening: true}\nuser: {\(keys)}\n") }
    expect(told.contains(found), "\(told)")
    expect(told.contains("dismisses and actions.share together at most 1, not \(sum)"), "\(told)")
    expect(told.contains(#/scenario\.yml:\d+:\d+: /#), "\(told)")
  }

  @Test func pickupsAreReadAsOpeningsAre() throws {
    let constant = try setup("user: {pickups: {poisson: {rate: 48.8/d}}}\n").user?.pickups
    expect(constant?.rate.mean == 48.8 / 86_400 && constant?.profile == nil)
    let hours = [String](repeating: "1", count: 168).joined(separator: ", ")
    let weekly = try setup("user: {pickups: {weekly: {rate: 2/d, hours: [\(hours)]}}}\n").user
    expect(weekly?.pickups?.rate.mean == 2 / 86_400 && weekly?.pickups?.profile != nil)
    expect(try setup("user: {taps: 0}\n").user?.pickups == nil)
  }

  @Test func pickupsAreOfNoUseWhereNothingComesSilently() throws {
    let user = "user: {pickups: {poisson: {rate: 48.8/d}}}\n"
    expect(
      UnusedKeys(try ScenarioText.read(user)).lines,
      equals: ["user.pickups: there are no quiet hours, so nothing comes silently"])
    let quiet = "device: {presentation: {quiet: [{from: 22:00, to: 7:00}]}}\n"
    expect(UnusedKeys(try ScenarioText.read(user + quiet)).lines, equals: [])
  }

  @Test func withoutTheSectionNobodyLooks() throws {
    let read = try setup("device: {denied: 0.1}\n")
    expect(read.user == nil)
    expect(read.centre.grouping == .off && !read.centre.hidesPreviews)
    let someKey = try unwrap(try setup("user: {taps: 0}\n").user)
    expect(someKey.sees.isZero && someKey.dismisses.value == 0)
  }

  @Test func whatALookFindsIsOfNoUseWithoutAUser() throws {
    let alone = try ScenarioText.read("device: {grouping: by-app, previews: hidden}\n")
    expect(
      UnusedKeys(alone).lines,
      equals: [
        "device.grouping: there is no section user, so nobody looks",
        "device.previews: there is no section user, so nobody looks",
      ])
    let used = try ScenarioText.read("device: {grouping: by-app}\nuser: {taps: 10%}\n")
    expect(UnusedKeys(used).lines, equals: [])
  }

  @Test func theResolvedScenarioReadsAsTheSame() throws {
    let text = "device: {presentation: {quiet: [{from: 22:30, to: 24:00}], summary_at: [0:00]}}\n"
    let again = try ScenarioText.readAgain(try ScenarioText.read(text))
    let presentation = again.points[0].scenario.frame.setup.presentation
    expect(presentation?.quiet, equals: WeeklyHours([.init(from: .hours(22.5), to: .hours(24))]))
    expect(presentation?.summaries, equals: [.zero])
  }
}
