import DeliverySim
import Foundation
import Models
import Scenarios
import TestSupport
import Testing

/// R1.10 on held data: the outages that RIPE Atlas saw, played by the simulator, against a sweep
/// over the file that knows nothing of it.
@Suite("Replay of recorded outages")
struct OutageReplayTests {
  private static let start = 1_420_070_400.0  // 2015-01-01
  private static let days = 364.0

  @Test("R1.10 share of time offline and number of absences are those of the file")
  func disco() throws {
    guard let folder = sharedData else {
      print("skipped: the shared data are not here")
      return
    }
    let text = try String(contentsOfFile: "\(folder)/disco-outages.csv", encoding: .utf8)
    let (absences, offline) = Self.union(text)
    // Not vacuous, and some outages are one for those who have them all.
    expect(absences > 50)
    let yaml = """
      format: 1
      name: outages
      seed: 1
      duration: \(Int(Self.days))d
      devices: 5
      workload: {arrivals: {poisson: {rate: 0/d}}}
      network:
        trace:
          {file: disco-outages.csv, start: start, end: end, from: \(Int(Self.start)),
           length: \(Int(Self.days))d, repeat: true}
      strategies: [fire-and-forget]
      """
    let world = try experiment(yaml, folder: folder).points[0].scenario.world(for: 0)
    for device in 0..<5 {
      let changes = try tellStory(world, replication: 0, device: device).records.filter {
        $0.event == .online || $0.event == .offline
      }
      let ends = changes.dropFirst().map(\.time) + [world.horizon]
      let spans = zip(changes, ends).filter { $0.0.event == .offline }
      let told = spans.reduce(0.0) { $0 + ($1.1 - $1.0.time).seconds }
      // Every device starts somewhere in the log, and may cut one outage in two.
      let isCut = spans.first?.0.time == .zero && spans.last?.1 == world.horizon
      expect(spans.count - (isCut ? 1 : 0), equals: absences)
      expect(abs(told - offline) < 1e-3, "\(told) \(offline)")
    }
  }

  /// The number of times, and the total time [s], that it is offline in the window: counts who is
  /// away at every edge.
  private static func union(_ text: String) -> (count: Int, seconds: Double) {
    var edges: [(time: Double, step: Int)] = []
    for row in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = row.split(separator: ",").compactMap { Double($0) }
      let (from, to) = (max(start, fields[0]), min(start + 86_400 * days, fields[1]))
      if from < to { edges += [(from, 1), (to, -1)] }
    }
    var (count, seconds, away, since) = (0, 0.0, 0, 0.0)
    // At one moment, beginnings come first: outages that touch are one.
    for edge in edges.sorted(by: { ($0.time, -$0.step) < ($1.time, -$1.step) }) {
      if away == 0 { (count, since) = (count + 1, edge.time) }
      away += edge.step
      if away == 0 { seconds += edge.time - since }
    }
    return (count, seconds)
  }
}
