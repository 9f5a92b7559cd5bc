package import DeliverySim
import Files
import Foundation

extension HumanText {
  /// A moment of a run: day, weekday and clock of the user's local calendar.
  package static func moment(_ time: SimTime) -> String {
    "\(second(time)).\(padded(time.microseconds % 1_000_000, 6))"
  }

  /// The same without what is below a second.
  package static func second(_ time: SimTime) -> String {
    let (day, seconds) = dayAndSeconds(time)
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][Int(day % 7)]
    return "day \(day) \(weekday) \(clock(seconds))"
  }

  /// The same without the weekday.
  package static func clock(_ time: SimTime) -> String {
    let (day, seconds) = dayAndSeconds(time)
    return "day \(day) \(clock(seconds))"
  }

  private static func dayAndSeconds(_ time: SimTime) -> (day: Int64, seconds: Int64) {
    let seconds = time.microseconds / 1_000_000
    return (seconds / 86_400, seconds % 86_400)
  }

  private static func clock(_ seconds: Int64) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    String(format: "%0\(width)d", Int(number))
  }

  /// Numbers as people list them: 3, 5 to 7, 9.
  package static func list(_ numbers: [UInt32]) -> String {
    var runs: [ClosedRange<UInt32>] = []
    for number in numbers {
      if let last = runs.last, number == last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { run in
      let link = run.count == 2 ? ", " : " to "
      return run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)\(link)\(run.upperBound)"
    }.joined(separator: ", ")
  }
}
