import DeliverySim
import Files
import Foundation

extension HumanText {
  /// A moment of a run: day, weekday and clock of the user's local calendar.
  static func moment(_ time: SimTime) -> String {
    let (days, rest) = time.microseconds.quotientAndRemainder(dividingBy: SimTime.day.microseconds)
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][Int(days % 7)]
    let seconds = rest / 1_000_000
    let clock = String(
      format: "%02d:%02d:%02d.%06d", Int(seconds / 3600), Int(seconds / 60 % 60),
      Int(seconds % 60), Int(rest % 1_000_000))
    return "day \(days) \(weekday) \(clock)"
  }
}
