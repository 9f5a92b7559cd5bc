import DeliverySim
import Models
import TestSupport

extension WorldGenerator {
  /// Absences of the same devices as the messages, where these have been recorded too.
  mutating func absences(of workload: Workload) -> AbsenceTrace {
    var length = pick([SimTime.hours(5), .days(1), .days(9)])
    var (hasDevices, count) = (happens(0.7), number(1...4))
    var samples = hasDevices && happens(0.3)
    var follows = false
    if case .trace(let trace) = workload.arrivals, happens(0.7) {
      (length, hasDevices, count) = (trace.length, trace.hasDevices, trace.streams.count)
      (samples, follows) = (trace.samples, true)
    }
    let minutes = Int(length.microseconds / SimTime.minute.microseconds)
    let streams = (0..<(hasDevices ? count : 1)).map { _ in
      AbsenceTrace.joined(
        (0..<number(0...20)).map { _ in
          // The times are whole minutes, so that some touch, and ends meet messages.
          let times = [number(0...minutes), number(0...min(300, minutes))].sorted()
          return .minutes(times[0]) ..< .minutes(times[1])
        })
    }
    return AbsenceTrace(
      streams: streams, length: length, hasDevices: hasDevices, repeats: happens(0.5),
      samples: samples, followsArrivals: follows)
  }
}

extension SimTime {
  fileprivate static func minutes(_ count: Int) -> SimTime {
    SimTime(microseconds: Int64(count) * SimTime.minute.microseconds)
  }
}
