import Foundation
import Scenarios
import Stories
import TestSupport
import Testing

/// Stories as people read them: the exact words are golden files, read by a person when they were
/// recorded. To see one: `deliverysim explain Tests/GoldenTests/Golden/stories/scenario.yml` with
/// the strategy, device and message of its name.
@Suite struct StoryTextTests {
  /// The place of a story.
  struct Place: Sendable, CustomTestStringConvertible {
    let what: String
    let strategy: String
    let device: Int
    let message: Int
    var compared: String?

    var testDescription: String { what }
  }

  static let places: [Place] = [
    Place(what: "overwritten", strategy: "fire-and-forget", device: 1, message: 33),
    Place(what: "lost-on-the-hop", strategy: "fire-and-forget", device: 0, message: 17),
    Place(what: "over-the-limit", strategy: "gap-recovery", device: 1, message: 33),
    Place(what: "request-failed", strategy: "gap-recovery", device: 1, message: 21),
    Place(what: "carrier-of-a-summary", strategy: "gap-recovery", device: 1, message: 23),
    Place(what: "unnoticed", strategy: "gap-recovery", device: 0, message: 55),
    Place(what: "repeat-lost", strategy: "gap-recovery", device: 18, message: 34),
    Place(what: "repaired", strategy: "gap-recovery", device: 18, message: 33),
    Place(what: "no-longer-kept", strategy: "as-printed", device: 25, message: 24),
    Place(what: "duplicate", strategy: "as-printed", device: 0, message: 16),
    Place(what: "digest-lost", strategy: "digest", device: 1, message: 33),
    Place(what: "digest-shown", strategy: "digest", device: 2, message: 43),
    Place(
      what: "compared", strategy: "fire-and-forget", device: 18, message: 33,
      compared: "gap-recovery"),
  ]

  private static let folder = "\(projectRoot)/Tests/GoldenTests/Golden/stories"

  @Test(arguments: places)
  func aStoryHasItsGoldenWords(place: Place) throws {
    let experiment = try Experiment.load("\(Self.folder)/scenario.yml")
    let explanation = Explanation(
      point: 0, strategy: place.strategy, replication: 0, device: place.device,
      message: place.message)
    let lines =
      try place.compared.map {
        try StrategyComparison(explanation, with: $0, experiment).text
      } ?? explanation.lines(experiment)
    expect(lines.allSatisfy { $0.count <= 80 })
    let text = lines.joined(separator: "\n") + "\n"
    let expected = try GoldenFile.expected("\(Self.folder)/\(place.what).txt", recording: text)
    expect(text, equals: expected)
    expect(!GoldenFile.isRecording, "recorded: look at the difference, then run without recording")
  }

  @Test func thereIsNoOtherGoldenStory() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let expected = Self.places.map { "\($0.what).txt" } + ["scenario.yml"]
    expect(names.sorted(), equals: expected.sorted())
  }
}
