import DeliverySim
import Foundation
import Models
import Scenarios
import Stories
import TestSupport
import Testing

/// The stories of `explain`, read back from its JSON, agree with the counts of the run.
@Suite("Explanations are the ledger")
struct ExplanationTests {
  @Test("Fates, causes, repairs and delays that are told add up to the run's")
  func fates() throws {
    var told = 0
    RandomWorlds.check(20) { world, generator in
      let batchSize = generator.pick([1, 3, 1000])
      let tally = try world.simulated(replication: 1, batchSize: batchSize)
      var fates = [UInt64](repeating: 0, count: tally.fates.count)
      var delays: UInt128 = 0
      for device in 0..<world.devices {
        for outcome in try world.told(1, device).outcomes where outcome.isCounted {
          fates[try outcome.fateIndex()] += 1
          delays += UInt128(outcome.shown.map { $0 - outcome.created } ?? 0)
          told += 1
        }
      }
      var findings = Findings()
      findings.requireEqual(fates, tally.fates, "fates")
      findings.requireEqual(delays, tally.latencySum, "sum of the delays")
      return findings.wrong
    }
    expect(told > 1000, "\(told) notifications are thousands")
  }

  @Test("A message alone has the end that its device's story gives it, and its own events")
  func messages() throws {
    RandomWorlds.check(10) { world, generator in
      let device = generator.number(0...world.devices - 1)
      let whole = try world.told(0, device)
      var findings = Findings()
      guard !whole.outcomes.isEmpty else { return [] }
      for _ in 0..<5 {
        let message = generator.number(0...whole.outcomes.count - 1)
        let part = try world.told(0, device, message)
        let what = { "device \(device), message \(message)" }
        findings.requireEqual(part.outcomes, [whole.outcomes[message]], what())
        let own = { (story: Told) in
          story.events.filter { $0.subject == "message" && $0.number == message }
        }
        findings.requireEqual(own(part), own(whole), "events of \(what())")
        let shown = own(part).first { $0.kind == "shown" }?.time
        findings.requireEqual(shown, part.outcomes[0].shown, "first showing of \(what())")
        findings.require(part.isPart(of: whole), "\(what()): events in their order")
        findings.require(part.tellsOfTheCause(message), "\(what()): the cause is told")
      }
      return findings.wrong
    }
  }

  @Test("The sentences say the fate, and nothing of a loss where there was none")
  func sentences() throws {
    RandomWorlds.check(10) { world, _ in
      var findings = Findings()
      for (message, outcome) in try world.told(0, 0).outcomes.enumerated() {
        let words = outcome.words
        let starts = [
          "shown": "was shown ", "summarised": "was not shown; ", "pending": "was still under way",
          "synced": "was fetched by the app ", "lost": "was lost",
        ]
        let start = "Message \(message) \(starts[outcome.fate] ?? "?")"
        findings.require(words.hasPrefix(start), "\(outcome.fate): \(words)")
        findings.require(words.hasSuffix(".") && !words.contains(".."), words)
        if outcome.fate == "lost", outcome.cause != nil {
          findings.require(words.count > start.count + 20, "a reason: \(words)")
        }
      }
      return findings.wrong
    }
  }

  @Test("Examples are all that the run has counted, in order")
  func examples() {
    RandomWorlds.check(20) { world, generator in
      let tally = try world.simulated(replication: 1)
      let stories = try world.stories(replication: 1)
      var findings = Findings()
      for kind in Example.Kind.allCases {
        let all = try findExamples(of: kind, world, replication: 1, limit: .max).examples
        let expected = stories.enumerated().flatMap { device, story in
          story.messages(of: kind, world).map { [device, $0] }
        }
        findings.requireEqual(all.map { [$0.device, $0.message] }, expected, "\(kind)")
        if case .fate(let fate) = kind {
          let count = tally.count(fate)
          findings.requireEqual(UInt128(all.count), count, "\(kind) of the run")
        }
        let limit = generator.number(1...4)
        let some = try findExamples(of: kind, world, replication: 1, limit: limit).examples
        findings.requireEqual(
          some.map { [$0.device, $0.message] }, Array(expected.prefix(limit)), "some \(kind)")
        let one = try findExamples(of: kind, world, replication: 1, device: 0, limit: .max)
        findings.requireEqual(
          one.examples.map { [0, $0.message] }, expected.filter { $0[0] == 0 }, "of device 0")
      }
      return findings.wrong
    }
  }
}

extension DeviceStory {
  /// The messages of a kind, found in the story.
  fileprivate func messages(of kind: Example.Kind, _ world: World) -> [Int] {
    outcomes.indices.filter { message in
      guard outcomes[message].isOwed, world.isCounted(outcomes[message].created) else {
        return false
      }
      return switch kind {
      case .fate(let fate): outcomes[message].fate == fate
      case .duplicate:
        records.contains { $0.event == .duplicate && $0.message == UInt32(message) }
      }
    }
  }
}

extension World {
  /// The document that `explain --format json` writes, read back.
  fileprivate func told(
    _ replication: Int, _ device: Int, _ message: Int? = nil
  ) throws -> Told {
    let place = Explanation(
      point: 0, strategy: "tried", replication: replication, device: device, message: message)
    let text = try StoryDocument(place, experiment).lines.joined(separator: "\n")
    return try JSONDecoder().decode(Told.self, from: Data(text.utf8))
  }

  /// The world with its strategy, as if a file had said so.
  var experiment: Experiment {
    Experiment(self, strategies: [("tried", setup.strategy)], replications: 3)
  }
}

// MARK: - The document

/// The shape of docs/how-to/explain.md, as far as the tests ask.
private struct Told: Decodable {
  struct Event: Decodable, Equatable {
    let time: Int64
    let kind: String
    let subject: String
    let number: Int?
    let send: Int?
    let messages: [Int]

    enum CodingKeys: String, CodingKey {
      case time = "time_us"
      case kind, subject, number, send, messages
    }
  }

  struct Outcome: Decodable, Equatable {
    let message: Int
    let created: Int64
    let shown: Int64?
    let isCounted: Bool
    let fate: String
    let stage: String?
    let cause: String?
    let repair: String?
    let words: String

    enum CodingKeys: String, CodingKey {
      case created = "created_us"
      case shown = "shown_us"
      case isCounted = "counted"
      case message, fate, stage, cause, repair, words
    }
  }

  let events: [Event]
  let outcomes: [Outcome]
}

extension Told {
  func isPart(of whole: Told) -> Bool {
    var rest = whole.events[...]
    for event in events {
      guard let place = rest.firstIndex(of: event) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }

  /// Where the account has a cause, an event says what destroyed the push.
  func tellsOfTheCause(_ message: Int) -> Bool {
    guard outcomes[0].cause != nil else { return true }
    return events.contains { $0.kind.hasPrefix("destroyed-") && $0.number == message }
  }
}

extension Told.Outcome {
  struct UnknownWord: Error {}

  /// The place of what is told among the run's fates.
  func fateIndex() throws -> Int {
    let causes = Cause.allCases.filter { $0.name == cause ?? "" && $0.stage?.rawValue == stage }
    guard let fate = Fate.allCases.first(where: { $0.name == fate }), causes.count == 1,
      let repair = Repair.allCases.first(where: { $0.name == repair ?? "none" })
    else { throw UnknownWord() }
    return Tally.fateIndex(fate, causes[0], repair)
  }
}
