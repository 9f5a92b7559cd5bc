import Experiments
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
