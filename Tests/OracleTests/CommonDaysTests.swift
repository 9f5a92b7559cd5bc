import Fit
import TestSupport
import Testing

/// Days on which something hits many devices: by construction.
@Suite("Days that devices have in common")
struct CommonDaysTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// Forty devices get two messages in the absence of each day that has one, else two that come.
  private func days(_ isAway: (_ device: Int, _ day: Int) -> Bool) async throws -> CommonDays? {
    var (messages, absences): ([String], [String]) = ([], [])
    for device in 0..<40 {
      for day in 0..<14 {
        let start = 86_400 * day + 3000
        if isAway(device, day) { absences.append("\(start + 11),\(start + 7211),d\(device)") }
        messages += ["\(start + 617),d\(device)", "\(start + 1223),d\(device)"]
      }
    }
    let files = [
      try folder.write("messages.csv", header: "time,device", rows: messages),
      try folder.write("absences.csv", header: "start,end,device", rows: absences),
    ]
    var options = FitOptions()
    options.replications = 2
    let report = try await FitReport.make(files, options, threads: 1)
    return try unwrap(report.pairs).commonDays
  }

  /// All devices are away on two days of the fortnight.
  @Test func allAreAwayAtOnce() async throws {
    let found = try unwrap(try await days { _, day in day == 2 || day == 8 })
    expect(found.matter)
    expect(abs(found.share - 1.0 / 14) < 1e-9)
  }

  /// Each device is away on days of its own, one in five: no more than chance.
  @Test func eachIsAwayByItself() async throws {
    var random = SplitMix64(state: 5)
    let away = (0..<40).map { _ in (0..<14).map { _ in random.uniform() < 0.2 } }
    let found = try unwrap(try await days { device, day in away[device][day] })
    expect(!found.matter)
  }

  /// A day of each week is no surprise.
  @Test func everyWeekend() async throws {
    let found = try unwrap(try await days { _, day in day % 7 == 5 })
    expect(!found.matter)
  }
}
