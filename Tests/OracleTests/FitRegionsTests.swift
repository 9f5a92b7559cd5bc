import Files
import Fit
import Foundation
import TestSupport
import Testing

/// `fit` proposes regions where outages of several devices coincide, and only there.
///
/// False alarms: a test at 1e-4 decides for each log; 40 logs of independent devices give one in
/// 0.4 % of all runs, 1,000 in 10 %. Seeds are fixed: these give none.
@Suite("Outages that devices share")
struct FitRegionsTests {
  private static let day = 86_400.0
  private static let days = 28.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private struct Log {
    var random: SplitMix64
    var rows: [String] = []

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    /// Own outages of each device: 1 h after 12 h on average.
    mutating func addOwn(devices: Int, roundedTo grain: Double = 0) {
      for device in 0..<devices {
        var time = 0.0
        while true {
          time -= 43_200 * log(random.uniform())
          let end = time - 3600 * log(random.uniform())
          guard end < FitRegionsTests.days * FitRegionsTests.day else { break }
          func clock(_ time: Double) -> Double {
            grain > 0 ? (time / grain).rounded(.down) * grain : time
          }
          rows.append("\(clock(time)),\(clock(end)),d\(device)")
          time = end
        }
      }
    }

    /// An outage of each third device, a second or two apart.
    mutating func addCommon(_ region: Int, at start: Double, length: Double, devices: Int) {
      for device in stride(from: region, to: devices, by: 3) {
        let (first, last) = (2 * random.uniform(), 2 * random.uniform())
        rows.append("\(start + first),\(start + length + last),d\(device)")
      }
    }
  }

  private func fit(_ log: Log) throws -> FittedNetwork {
    let file = try folder.write("i.csv", header: "start,end,device", rows: log.rows)
    var options = FitOptions()
    try options.setWindow(from: "0", length: "28d")
    return try FittedNetwork(try unwrap(try FitInput([file], options).intervals))
  }

  /// Three regions of ten devices or of a hundred, with twelve outages of 2 h. Those that meet an
  /// outage of the device's own are joined with it, so a few intervals are missing.
  @Test(arguments: [30, 300])
  func regions(devices: Int) async throws {
    var log = Log(seed: 61)
    log.addOwn(devices: devices)
    for place in 0..<12 {
      let start = (Double(place) * 2.2 + log.random.uniform()) * Self.day
      log.addCommon(place % 3, at: start, length: 7200, devices: devices)
    }
    let network = try fit(log)
    let common = try unwrap(network.common)
    print("\(devices) devices: \(common.count) outages, \(common.absenceCount) absences")
    expect(common.count >= 12 && common.regions == 3, "\(common)")
    // There are 12 outages of a third of the devices each; chance adds a few groups of three.
    expect(abs(Double(common.absenceCount) / Double(4 * devices) - 1) < 0.3, "\(common)")
    expect(common.lengths.count(where: { abs($0 - 7200) < 5 }) == 12, "\(common.lengths)")
    // Regions have 28 days each, less the outages.
    let mean = (3 * Self.days * Self.day - common.lengths.reduce(0, +)) / Double(common.count)
    expect(abs(common.meanBetween / mean - 1) < 1e-9)
    // The line that is offered is one of a scenario.
    let text = try FitScenario(
      await FitReport.make(["\(folder.path)/i.csv"], FitOptions(), threads: 1)
    ).text
    let offered = text.split(separator: "\n").map {
      $0.hasPrefix("  # regions: ") ? "  " + $0.dropFirst(4) : $0
    }.joined(separator: "\n")
    expect(offered.contains("\n  regions: {count: 3, "), "\(text)")
    _ = try experiment(offered + "\n")
  }

  @Test func independentDevicesHaveNone() throws {
    for seed in 0..<(isNightly ? 1000 : 40) {
      var log = Log(seed: 1000 + UInt64(seed))
      // Few devices or many, clocks of a second or of ten minutes.
      let grain = [0, 1, 60, 600][seed % 4]
      log.addOwn(devices: 10 + seed % 50, roundedTo: Double(grain))
      expect(try fit(log).common == nil, "seed \(seed)")
    }
  }

  /// Phones that are all switched off from 22:00:00 to 06:00:00 share a schedule, no region.
  @Test func schedulesAreNoRegions() throws {
    var log = Log(seed: 62)
    log.addOwn(devices: 12)
    for device in 0..<12 {
      for night in 0..<27 {
        let start = Double(night) * Self.day + 79_200
        log.rows.append("\(start),\(start + 28_800),d\(device)")
      }
    }
    expect(try fit(log).common == nil)
  }
}
