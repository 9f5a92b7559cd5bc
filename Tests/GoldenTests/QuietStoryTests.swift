import Stories
import TestSupport
import Testing

/// These tests show how `explain` tells of devices that draw nothing, wake no app, or are quiet.
@Suite struct QuietStoryTests {
  /// The lines about the first message of the only device.
  private func lines(_ strategy: String, _ sections: String) throws -> [String] {
    let text = """
      format: 1
      name: small
      seed: 1
      duration: 2d
      devices: 1
      workload: {arrivals: {poisson: {rate: 40/d}}}
      strategies: [\(strategy)]
      \(sections)

      """
    let explanation = Explanation(
      point: 0, strategy: strategy, replication: 0, device: 0, message: 0)
    return try explanation.lines(try experiment(text))
  }

  /// The sentences after the events.
  private func ending(_ lines: [String]) -> String {
    let start = lines.lastIndex(of: "").map { $0 + 1 } ?? 0
    return lines[start...].joined(separator: " ")
  }

  @Test func whatIsFetchedUnseenIsFoundInTheApp() throws {
    let never = try lines("silent-fetch", "device: {denied: 1}")
    expect(never.contains { $0.hasSuffix("message 0    no alert: the user does not allow it") })
    expect(
      ending(never),
      equals: "Message 0 was fetched by the app 0 s after it was created. No alert was drawn, "
        + "since the user does not allow it; nobody opened the app after that.")
    let opened = ending(
      try lines(
        "silent-fetch", "device: {denied: 1}\napp: {opens: {poisson: {rate: 24/d}}}"))
    expect(
      opened.contains(#/the user found it on opening the app, .+ after it was created\.$/#))
  }

  @Test func whatWakesNoAppSaysWhy() throws {
    let lines = try lines("silent-fetch", "app: {background_refresh: 0}")
    expect(lines.contains { $0.contains("push lost: device/refresh-off") })
    expect(
      ending(lines),
      equals: "Message 0 was lost: the device is in low-power mode or has Background App Refresh "
        + "off, so nothing wakes the app. No fetch of the app has brought it.")
  }

  @Test func whatComesSilentlyIsSeenOnPickingUpThePhone() throws {
    let quiet = "device: {presentation: {quiet: [{from: 0:00, to: 24:00}]}}\n"
    let pickups = try lines(
      "fire-and-forget", quiet + "user: {pickups: {poisson: {rate: 48.8/d}}}")
    expect(pickups.contains { $0.hasSuffix("device       the user picks up the phone") })
    expect(
      ending(pickups).contains(
        #/ It came without an alert\. The user saw it .+, on picking up the phone\.$/#))
    let never = try lines("fire-and-forget", quiet + "user: {taps: 10%}")
    expect(
      ending(never),
      equals: "Message 0 was shown 0 s after it was created. It came without an alert. The user "
        + "never saw it.")
  }

  @Test(
    "R11.4 R10.1 a notification that comes silently says why",
    arguments: [
      ("user: {taps: 10%}\n", "workload.levels.passive=1", "the message is passive"),
      ("user: {taps: 10%}\n", "device.provisional.share=1", "the app is on trial"),
      (
        "user: {reactions: {annoyance: {useful: 1}, patience: 1, then: {quietly: 1}}}\n", "seed=1",
        "the user has silenced the app"
      ),
    ])
  func whyItIsSilent(sections: String, setting: String, reason: String) throws {
    let read = try ScenarioText.read(
      sections, strategies: "strategies: [fire-and-forget]\n", setting, "network=")
    // The first alert silences the app, where alerts annoy.
    let explanation = Explanation(
      point: 0, strategy: "fire-and-forget", replication: 0, device: 0, message: 1)
    let lines = try explanation.lines(read)
    let story = lines.joined(separator: " ").replacing(#/\ +/#, with: " ")
    expect(story.contains("message 1 without an alert: \(reason)"), "\(lines)")
    expect(ending(lines).contains("It came without an alert: \(reason)."), "\(lines)")
  }

  @Test("R11.1 R4.1 what the app has fetched unseen is not with the user before it is opened")
  func needlessEscalation() throws {
    let sections = "device: {denied: 1}\napp: {opens: {poisson: {rate: 3/d}}}"
    let read = try ScenarioText.read(
      sections + "\n",
      strategies: "strategies: [{name: e, escalate: {on: silent-fetch, "
        + "after: 10m, unless: opened, channel: {latency: {constant: {value: 1s}}}}}]\n", "network="
    )
    let told = try (0..<10).map { number in
      let explanation = Explanation(
        point: 0, strategy: "e", replication: 0, device: 0, message: number)
      return try explanation.lines(read).joined(separator: " ").replacing(#/\ +/#, with: " ")
    }
    // An opening confirms: what was not confirmed was not with the user.
    let sent = told.filter { $0.contains("went out by the second") }
    expect(!sent.isEmpty && sent.allSatisfy { $0.contains("and came 10.0 min") }, "\(sent)")
    expect(sent.allSatisfy { !$0.contains("needlessly") })
  }
}
