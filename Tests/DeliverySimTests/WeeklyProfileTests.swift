import DeliverySim
import TestSupport
import Testing

@Suite struct WeeklyProfileTests {
  @Test("The integral of the intensity is the inverse of its times, also where an hour has none")
  func inverse() throws {
    let weights = (0..<168).map { Double($0 * 5 % 7) }
    let profile = try unwrap(WeeklyProfile(hours: weights))
    var arena = PlanArena()
    let table = WeeklyProfile.Table(profile, &arena)
    let total = weights.reduce(0, +)
    for hour in stride(from: 0.25, to: 400, by: 0.75) {
      // Hour by hour, without the table.
      let whole = (0..<Int(hour)).reduce(0) { $0 + weights[$1 % 168] }
      let amount = whole + weights[Int(hour) % 168] * (hour - hour.rounded(.down))
      let expected = amount / total * 604_800
      let found = table.cumulative(at: hour * 3600)
      expect(abs(found - expected) <= 1e-9 * expected, "\(hour): \(found), not \(expected)")
      guard weights[Int(hour) % 168] > 0 else { continue }
      expect(abs(table.time(ofCumulative: found) - hour * 3600) < 1e-6, "\(hour)")
    }
  }
}
