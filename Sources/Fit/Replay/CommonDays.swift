import DeliverySim
import Foundation
import Statistics

/// Whether something hits many devices on the same days, such as power cuts: then a log has fewer
/// independent events than devices, and which devices it has is not all that is left to chance.
package struct CommonDays: Sendable {
  /// The standard error of the overwritten share that devices tell, and the one that days tell,
  /// each compared with the same day of other weeks.
  package let ofDevices: Double
  package let ofDays: Double
  /// The overwritten share.
  package let share: Double
}

extension CommonDays {
  /// Days that differ by chance alone differ by less: with two weeks there are seven differences,
  /// whose mean square is below its fourfold in 999 of 1,000 logs.
  private static let excess = 2.0
  /// So many overwritten messages are needed to tell.
  private static let countMin = 20
  /// Fewer devices tell little of how they differ.
  private static let devicesMin = 20
  private static let week = 7

  /// Common events decide.
  package var matter: Bool { ofDays > Self.excess * ofDevices }

  /// - Returns: nil with less than two weeks, or hardly any loss.
  package init?(_ pairs: LogPairs) {
    let weeks = Int(pairs.length.seconds / 86_400) / Self.week
    guard weeks >= 2, pairs.deviceCount >= Self.devicesMin else { return nil }
    var days = (0..<weeks * Self.week).map { _ in PairFigures() }
    var devices = pairs.messages.map { _ in PairFigures() }
    for place in pairs.messages.indices {
      PairFigures.each(pairs.messages[place], pairs.absences[place]) { time, isOverwritten in
        let day = Int(time.seconds / 86_400)
        guard day < days.count else { return }
        days[day].tally(isOverwritten: isOverwritten)
        devices[place].tally(isOverwritten: isOverwritten)
      }
    }
    let messages = Double(days.reduce(0) { $0 + $1.messages })
    let overwritten = days.reduce(0) { $0 + $1.overwritten }
    guard overwritten >= Self.countMin else { return nil }
    let sample = RatioSample(
      numerators: devices.map { Double($0.overwritten) },
      denominators: devices.map { Double($0.messages) })
    guard let error = sample.standardError else { return nil }
    share = Double(overwritten) / messages
    ofDevices = error
    ofDays = Self.error(days, share) / messages
  }

  /// The standard error of the sum of what days have beyond the share.
  private static func error(_ days: [PairFigures], _ share: Double) -> Double {
    let excess = days.map { Double($0.overwritten) - share * Double($0.messages) }
    let weeks = Double(days.count / week)
    let variance = (0..<week).reduce(0.0) { sum, weekday in
      let values = stride(from: weekday, to: days.count, by: week).map { excess[$0] }
      let mean = values.reduce(0, +) / weeks
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return sum + weeks * squares / (weeks - 1)
    }
    return variance.squareRoot()
  }
}
