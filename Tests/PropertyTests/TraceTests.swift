import DeliverySim
import Experiments
import Foundation
import Models
import Testing

/// The trace that `explain --format perfetto` writes follows its format in all worlds.
@Suite("Traces are well formed")
struct TraceTests {
  @Test("Slices have tracks of their own, close before the run ends, and never overlap")
  func slices() {
    RandomWorlds.check(25) { world, generator in
      let device = generator.number(0...world.devices - 1)
      let events = try world.trace(device)
      var findings = Findings()
      findings.requireEqual(events.map(\.flaw).compactMap { $0 }, [], "events of the format")
      let named = Set(events.filter { $0.name == "thread_name" }.map(\.tid))
      let used = Set(events.filter { $0.ph != "M" }.map(\.tid))
      findings.require(used.isSubset(of: named), "tracks without a name")
      findings.requireEqual(Set(events.map(\.pid)), [1], "processes")
      let horizon = world.horizon.microseconds
      for (track, slices) in Dictionary(grouping: events.filter { $0.ph == "X" }, by: \.tid) {
        var end: Int64 = 0
        for slice in slices {
          findings.require(slice.ts >= end, "track \(track): slices overlap at \(slice.ts)")
          end = slice.ts + (slice.dur ?? 0)
        }
        findings.require(end <= horizon, "track \(track): a slice is open")
      }
      return findings.wrong
    }
  }

  /// An independent count of what lasts, from the story alone.
  @Test("Offline spans and events are those of the story")
  func counts() {
    RandomWorlds.check(20) { world, _ in
      let events = try world.trace(0)
      let story = try tellStory(world, replication: 0, device: 0)
      var findings = Findings()
      let network: [StoryRecord.Event] = [.online, .offline, .connected, .detected]
      let others = story.records.count { !network.contains($0.event) }
      findings.requireEqual(events.count { $0.ph == "i" }, others, "instants")
      let changes = story.records.filter { $0.event == .online || $0.event == .offline }
      var offline: Int64 = 0
      for (change, next) in zip(changes, changes.dropFirst()) where change.event == .offline {
        offline += (next.time - change.time).microseconds
      }
      if let last = changes.last, last.event == .offline {
        offline += (world.horizon - last.time).microseconds
      }
      let told = events.filter { $0.ph == "X" && $0.name == "offline" }
      findings.requireEqual(told.reduce(0) { $0 + ($1.dur ?? 0) }, offline, "time offline")
      return findings.wrong
    }
  }
}

extension World {
  fileprivate func trace(_ device: Int) throws -> [TraceEvent] {
    let place = Explanation(
      point: 0, strategy: "tried", replication: 0, device: device, message: nil)
    let text = try StoryTrace(place, experiment).lines.joined(separator: "\n")
    return try JSONDecoder().decode(TraceFile.self, from: Data(text.utf8)).traceEvents
  }
}

private struct TraceFile: Decodable {
  let traceEvents: [TraceEvent]
}

/// Google's "Trace Event Format", as far as it is used.
private struct TraceEvent: Decodable {
  let ph: String
  let pid: Int
  let tid: Int
  let ts: Int64
  let dur: Int64?
  let s: String?
  let cat: String?
  let name: String

  /// What breaks the format; nil: nothing.
  var flaw: String? {
    let isRight =
      switch ph {
      case "M": name == "process_name" || name.hasPrefix("thread_")
      case "X": (dur ?? 0) > 0 && cat != nil && ts >= 0
      case "i": s == "t" && cat != nil && ts >= 0 && dur == nil
      default: false
      }
    return isRight && !name.isEmpty ? nil : "\(self)"
  }
}
