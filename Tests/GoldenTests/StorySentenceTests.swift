import Scenarios
import Stories
import TestSupport
import Testing

/// Sentences of `explain` about what only some worlds have.
@Suite struct StorySentenceTests {
  private func text(
    _ experiment: Experiment, _ strategy: String, message: Int
  ) throws -> String {
    let explanation = Explanation(
      point: 0, strategy: strategy, replication: 0, device: 0, message: message)
    return try explanation.lines(experiment).joined(separator: " ").replacing(#/\ +/#, with: " ")
  }

  @Test(
    "R5.9 why a notification lacks what the extension adds",
    arguments: [
      ("absent: 1", "the device has no extension"),
      ("crash: {p: 1}", "the extension crashed"),
      ("run_time: {constant: {value: 40s}}", "the extension's time was over"),
    ])
  func degraded(keys: String, reason: String) throws {
    let experiment = try ScenarioText.read("extension: {\(keys), decorates: true}\n")
    let shown = try (0..<20).map { try text(experiment, "fire-and-forget", message: $0) }
      .filter { $0.contains("was shown") }
    let words = "It lacked what the extension would have added: \(reason)."
    expect(!shown.isEmpty && shown.allSatisfy { $0.contains(words) })
  }

  private static let empty = "strategies: [{extension-fetch: {content: none, wait: 20s}}]\n"

  @Test(
    "R8 why a push without content was not filled",
    arguments: [
      ("extension: {absent: 1}", "the device has no extension that would ask the server"),
      ("extension: {crash: {p: 1}}", "the extension crashed before it asked the server"),
      (
        "extension: {run_time: {constant: {value: 40s}}}",
        "the extension's time was over before it asked the server"
      ),
      (
        "extension: {time_limit: 10s}", "the extension's time was over before it asked the server"
      ),
    ])
  func placeholders(lines: String, reason: String) throws {
    let experiment = try ScenarioText.read(lines + "\n", strategies: Self.empty)
    let told = try (0..<20).map { try text(experiment, "extension-fetch", message: $0) }
      .filter { $0.contains("a placeholder informed the user") }
    expect(!told.isEmpty)
    for one in told {
      expect(one.contains(" did not show its content: the "), "\(one)")
      expect(one.contains(reason), "\(one)")
      expect(!one.contains("no answer") && !one.contains("had no effect"), "\(one)")
    }
  }

  @Test("R8 a device without an extension: said once, and not that the extension did not ask")
  func nobodyToAsk() throws {
    let lines = "extension: {absent: 1}\nprovider: {link: {loss: 50%}}\n"
    let experiment = try ScenarioText.read(lines, strategies: Self.empty)
    let told = try (0..<20).map { try text(experiment, "extension-fetch", message: $0) }
    expect(told.contains { $0.contains("The device has no extension that would ask the server.") })
    expect(told.allSatisfy { !$0.contains("The extension did not ask") })
    expect(told.allSatisfy { $0.ranges(of: "no extension").count <= 1 })
  }

  @Test("R8 who is offline after the wait does not ask, and says so; an answer may fail to come")
  func placeholdersOffline() throws {
    let experiment = try ScenarioText.read(
      "", strategies: Self.empty, "network.online.exponential.mean=1m")
    let told = try (0..<60).map { try text(experiment, "extension-fetch", message: $0) }
    let words = "the extension could not ask the server: the device was offline"
    expect(told.contains { $0.contains(words) })
    let unanswered = try ScenarioText.read(
      "provider: {resend: {failure: 1}}\n", strategies: Self.empty)
    let failed = try (0..<20).map { try text(unanswered, "extension-fetch", message: $0) }
    expect(failed.contains { $0.contains("and no answer from the server replaced it") })
  }

  @Test("R5.7 before the first unlock the extension cannot read its cursor, and does not ask")
  func placeholdersBeforeTheUnlock() throws {
    let lines = """
      device: {off_at_night: {from: 2h, to: 4h}}
      extension: {before_first_unlock: {unlock: {constant: {value: 10h}}}}

      """
    let experiment = try ScenarioText.read(
      lines, strategies: "strategies: [{extension-fetch: {content: none}}]\n")
    let told = try (0..<40).map { try text(experiment, "extension-fetch", message: $0) }
    let words = "the extension did not ask the server: before the first unlock it could not read"
    expect(told.contains { $0.contains(words) })
  }

  @Test("Sentences begin with a capital letter, after any number of sends")
  func capitals() throws {
    let experiment = try ScenarioText.read(
      "provider: {link: {loss: 90%}}\n",
      strategies: "strategies: [{retry-until-acked: {first: 1m, factor: 1, attempts: 20}}]\n")
    let told = try (0..<20).map { try text(experiment, "retry-until-acked", message: $0) }
      .map { $0.split(separator: " Message ").last ?? "" }
    expect(told.contains { $0.contains(#/Its push \d/#) }, "\(told)")
    expect(told.allSatisfy { !$0.contains(#/[.] [a-z]/#) }, "\(told)")
  }

  @Test("R8 what a silent heartbeat has brought")
  func silentHeartbeat() throws {
    let experiment = try ScenarioText.read(
      "provider: {link: {loss: 20%}}\n",
      strategies: "strategies: [{heartbeat: {type: silent, after: 10m, on: extension-fetch}}]\n")
    let stories = try (0..<40).map { try text(experiment, "heartbeat", message: $0) }
    let words = "The app fetched it, woken by heartbeat "
    expect(stories.contains { $0.contains(words) })
  }
}
