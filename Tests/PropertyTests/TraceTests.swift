import DeliverySim
import Foundation
import Models
import Stories
import Testing

/// The trace that `trace` writes follows its format in all worlds.
@Suite("Traces are well formed")
struct TraceTests {
  @Test("Slices have tracks of their own, close before the run ends, and nest")
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
        findings.require(Self.nest(slices), "track \(track): slices overlap")
        let end = slices.filter { $0.cat == "state" }.map(\.end).max() ?? 0
        findings.require(end <= horizon, "track \(track): a slice is open")
      }
      return findings.wrong
    }
  }

  /// Of two slices of a track, one encloses the other or they are apart.
  private static func nest(_ slices: [TraceEvent]) -> Bool {
    var ends: [Int64] = []
    for slice in slices.sorted(by: { ($0.ts, $1.end) < ($1.ts, $0.end) }) {
      while let end = ends.last, end <= slice.ts { ends.removeLast() }
      if let end = ends.last, end < slice.end { return false }
      ends.append(slice.end)
    }
    return true
  }

  /// A message's flow starts with its first event, goes through each one and finishes with its
  /// last; each step lies in a slice of its own track.
  @Test("Flows are whole, in order of time, and bound to slices")
  func flows() {
    RandomWorlds.check(20) { world, _ in
      let events = try world.trace(0)
      let story = try tellStory(world, replication: 0, device: 0)
      var findings = Findings()
      let slices = Set(events.filter { $0.ph == "X" && $0.dur == 1 }.map { [$0.tid, Int($0.ts)] })
      let flows = Dictionary(grouping: events.filter { $0.cat == "flow" }, by: \.id)
      let own = Dictionary(
        grouping: story.records.filter { $0.content == .message && $0.message != nil },
        by: { $0.message.map { "message \($0)" } }
      ).filter { $0.value.count > 1 }
      findings.requireEqual(flows.count, own.count, "flows")
      for flow in flows.values {
        findings.require(flow[0].id != nil, "a flow has an id")
        let phases = ["s"] + Array(repeating: "t", count: flow.count - 2) + ["f"]
        findings.requireEqual(flow.map(\.ph), phases, "steps of \(flow[0].name)")
        let times = (own[flow[0].name] ?? []).map(\.time.microseconds)
        findings.requireEqual(flow.map(\.ts), times, "times of \(flow[0].name)")
        let isBound = flow.allSatisfy { slices.contains([$0.tid, Int($0.ts)]) }
        findings.require(isBound, "steps of \(flow[0].name) lie in slices")
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
      findings.requireEqual(events.count { $0.ph == "i" || $0.isStep }, others, "events")
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
  let id: Int?
  let bp: String?
  let name: String

  var end: Int64 { ts + (dur ?? 0) }

  /// A step of a message: as short as can be.
  var isStep: Bool { ph == "X" && cat != "state" }

  /// The flaw in the format; nil: there is none.
  var flaw: String? {
    let isRight =
      switch ph {
      case "M": name == "process_name" || name.hasPrefix("thread_")
      case "X": (dur ?? 0) > 0 && cat != nil && ts >= 0
      case "i": s == "t" && cat != nil && ts >= 0 && dur == nil
      case "s", "t": cat == "flow" && id != nil && bp == nil && dur == nil
      case "f": cat == "flow" && id != nil && bp == "e" && dur == nil
      default: false
      }
    return isRight && !name.isEmpty ? nil : "\(self)"
  }
}
