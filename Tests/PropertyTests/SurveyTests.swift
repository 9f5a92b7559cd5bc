import DeliverySim
import Models
import Testing

/// The survey that `explain --stories` rests on agrees with the stories of single devices.
@Suite("Surveys find the first messages of each ending")
struct SurveyTests {
  @Test("Stories that are told together are those told one by one")
  func together() {
    RandomWorlds.check(20) { world, generator in
      let devices = Set((0..<world.devices).filter { _ in generator.number(0...1) == 1 })
      let stories = try tellStories(world, replication: 1, devices: devices)
      var findings = Findings()
      findings.requireEqual(Set(stories.keys), devices, "devices")
      for device in devices {
        let alone = try tellStory(world, replication: 1, device: device)
        let together = stories[device]?.records.map { "\($0)" }
        findings.requireEqual(together, alone.records.map { "\($0)" }, "events of \(device)")
        let ends = stories[device]?.outcomes.map { "\($0)" }
        findings.requireEqual(ends, alone.outcomes.map { "\($0)" }, "ends of \(device)")
      }
      return findings.wrong
    }
  }

  @Test("Of each ending the first ones, of different devices where there are enough")
  func firstOnes() {
    RandomWorlds.check(20) { world, generator in
      let limit = generator.number(1...3)
      let survey = try EndingSurvey(
        world, replications: 2, limit: limit, bound: .init(devices: .max, messages: .max))
      var expected: [Int: [[Int]]] = [:]
      var messages = 0
      for replication in 0..<2 {
        let stories = try world.stories(replication: replication)
        messages += stories.reduce(0) { $0 + $1.outcomes.count }
        for device in world.devicesInOrder {
          for (message, outcome) in stories[device].outcomes.enumerated()
          where outcome.isOwed && world.isCounted(outcome.created) {
            let ending = Tally.fateIndex(outcome.fate, outcome.cause, outcome.repair)
            expected[ending, default: []].append([replication, device, message])
          }
        }
      }
      let found = survey.found.mapValues {
        $0.map { [$0.replication, $0.example.device, $0.example.message] }
      }
      var findings = Findings()
      findings.requireEqual(found, expected.mapValues { $0.firsts(limit) }, "found")
      findings.requireEqual(survey.messages, messages, "messages")
      findings.requireEqual(survey.devices, 2 * world.devices, "devices")
      findings.requireEqual(survey.replications, 2, "replications")
      return findings.wrong
    }
  }

  /// A device that reaches the bound is looked at as a whole, and the next one is not.
  @Test("A survey ends at its bound")
  func bound() {
    RandomWorlds.check(20) { world, _ in
      var findings = Findings()
      let one = try EndingSurvey(
        world, replications: 3, limit: 1, bound: .init(devices: 1, messages: .max))
      let piece = world.devicesInOrder.prefix { $0 % world.piecesApart == 0 }.count
      findings.requireEqual(one.devices, piece, "devices")
      findings.requireEqual(one.replications, 1, "replications")
      let none = try EndingSurvey(
        world, replications: 3, limit: 1, bound: .init(devices: .max, messages: 0))
      findings.requireEqual(none.devices, 0, "devices")
      return findings.wrong
    }
  }
}

extension [[Int]] {
  /// The first messages (replication, device, number) of each device, then the others.
  fileprivate func firsts(_ limit: Int) -> [[Int]] {
    var devices: Set<[Int]> = []
    let (first, others) = reduce(into: ([[Int]](), [[Int]]())) { parts, one in
      if devices.insert([one[0], one[1]]).inserted {
        parts.0.append(one)
      } else {
        parts.1.append(one)
      }
    }
    return [[Int]]((first + others).prefix(limit))
  }
}

extension World {
  /// The number of pieces that are looked at together: each device alone, or provider shards.
  fileprivate var piecesApart: Int { sharesEndpoint ? setup.provider.shards : devices }

  /// The devices in the order of a survey.
  fileprivate var devicesInOrder: [Int] {
    (0..<piecesApart).flatMap { Array(stride(from: $0, to: devices, by: piecesApart)) }
  }
}
