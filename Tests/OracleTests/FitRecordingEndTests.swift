import Files
import Fit
import Foundation
import TestSupport
import Testing

/// Recordings end while devices are away: what happens there says nothing about hours.
@Suite("The end of a recording")
struct FitRecordingEndTests {
  private static let (devices, days) = (200, 14.0)
  /// Monday 2019-08-26 00:00 UTC; the recording ends in the middle of a day.
  private static let monday = 1_566_777_600.0
  private static let end = monday + 86_400 * days - 40_000

  /// An export's treatment of an interval that is not over when the recording ends.
  enum Export: CaseIterable {
    /// The export has the interval's true end, which comes later.
    case began
    /// It ends with the recording.
    case clipped
    /// It is not there.
    case ended
  }

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func makeLog(_ seed: UInt64, _ export: Export) throws -> String {
    var random = SplitMix64(state: seed)
    func wait(_ mean: Double) -> Double { -mean * log(1 - random.uniform()) }
    var rows: [String] = []
    for device in 0..<Self.devices {
      var time = Self.monday + wait(10_800)
      while time < Self.end {
        let back = time + wait(7200)
        if back < Self.end || export == .began {
          rows.append("\(time),\(back),\(device)")
        } else if export == .clipped {
          rows.append("\(time),\(Self.end),\(device)")
        }
        time = back + wait(10_800)
      }
    }
    return try folder.write("log.csv", header: "start,end,device", rows: rows)
  }

  private func fit(_ file: String, _ options: FitOptions = FitOptions()) throws -> FittedNetwork {
    try FittedNetwork(try unwrap(try FitInput([file], options).intervals))
  }

  /// Two tests at 1e-4 for each log: of 102 logs one may give an alarm with a probability of 2 %,
  /// two with 2e-4; of nine logs one with 0.2 %.
  @Test(arguments: Export.allCases)
  func constantHazardsHaveNoHours(export: Export) throws {
    let alarms = try (0..<(isNightly ? 34 : 3)).reduce(0) { count, number in
      let network = try fit(makeLog(UInt64(7000 + number), export))
      return count + [network.onlinePace, network.offlinePace].count { $0 != nil }
    }
    expect(alarms <= 1, "\(alarms) alarms")
  }

  /// A mean of 2 h, of 12,000 intervals: an error of 1 %, and 5 of them.
  @Test func cutIntervalsHaveNoLength() throws {
    let file = try makeLog(7100, .clipped)
    let network = try fit(file)
    // Two of five devices are away at any time: 80 ± 7, and 6 of these.
    expect(abs(network.log.cutCount - 80) < 42, "\(network.log.cutCount)")
    expect(network.log.end, equals: Self.end)
    expect(abs((network.offline?.mean ?? 0) / 7200 - 1) < 0.05)
  }

  @Test func theUserSaysWhenTheRecordingEnded() throws {
    let file = try makeLog(7200, .began)
    var options = FitOptions()
    try options.setWindow(from: nil, length: nil, until: "\(Self.end)")
    let found = try fit(file, options).log
    expect(found.end == Self.end && found.cutCount == 0)
    // Without it the last start is the end, some seconds before.
    let guessed = try fit(file).log.end
    expect(guessed < Self.end && guessed > Self.end - 600)
    try options.setWindow(from: nil, length: nil, until: "\(Self.end - 86_400)")
    expect(try fit(file, options).log.lengths.count < found.lengths.count)
  }
}
