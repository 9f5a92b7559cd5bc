package import DeliverySim
import Models

/// The messages of a log beside the times offline of the same devices: what belongs together, as it
/// was recorded.
package struct LogPairs: Sendable {
  /// One stream for each device with a message, in the order of the messages' log.
  private(set) var messages: [[SimTime]]
  /// The times offline of the same devices; empty where one has no absence in the window.
  private(set) var absences: [[Range<SimTime>]]
  package let length: SimTime
  /// The number of devices with an interval.
  package let knownCount: Int
  /// The number of devices with an interval and no message.
  package let silentCount: Int
  /// Intervals are times online.
  let areOnline: Bool
  /// Messages before or after all that was recorded of intervals.
  let unrecorded: Int
  /// One of so many devices of the log is here.
  package private(set) var stride = 1

  package var deviceCount: Int { messages.count }
  package var messageCount: Int { messages.reduce(0) { $0 + $1.count } }
}

extension LogPairs {
  /// The same, so much later: time 0 is then an earlier moment. Just before the log comes its end
  /// once more.
  ///
  /// - Parameter lead: So much of the end; at most the log, and at most `shift`.
  package func later(by shift: SimTime, after lead: SimTime) -> LogPairs {
    let end = length - lead
    func before(_ time: SimTime) -> SimTime { time - end + (shift - lead) }
    var later = with(
      messages: messages.map { stream in
        stream.filter { $0 >= end }.map(before) + stream.map { $0 + shift }
      },
      absences: absences.map { spans in
        let last = spans.filter { $0.upperBound > end }
          .map { before(max($0.lowerBound, end))..<before($0.upperBound) }
        return AbsenceTrace.joined(
          last + spans.map { $0.lowerBound + shift..<$0.upperBound + shift })
      },
      length: length + shift)
    later.stride = stride
    return later
  }

  /// Every second device, or third, and so on, so that about so many messages are left. Some
  /// devices stay; where they have too many messages, only the beginning of the log is played.
  package func part(messages most: Int) -> LogPairs {
    let wanted = Int((Double(messageCount) / Double(most)).rounded())
    let step = max(1, min(wanted, deviceCount / Self.devicesMin))
    let places = Swift.stride(from: 0, to: deviceCount, by: step)
    var part = with(messages: places.map { messages[$0] }, absences: places.map { absences[$0] })
    part.stride = step
    return part.beginning(messages: 2 * most)
  }

  private static let devicesMin = 20

  /// The time from the start that has so many messages, in whole days.
  private func beginning(messages most: Int) -> LogPairs {
    guard messageCount > most else { return self }
    let days = (length.seconds / 86_400 * Double(most) / Double(messageCount)).rounded(.down)
    let end = SimTime(seconds: max(1, days) * 86_400)
    guard end < length else { return self }
    var beginning = with(
      messages: messages.map { $0.filter { $0 < end } },
      absences: absences.map { spans in
        spans.filter { $0.lowerBound < end }.map { $0.lowerBound..<min(end, $0.upperBound) }
      }, length: end)
    beginning.stride = stride
    return beginning
  }

  private func with(
    messages: [[SimTime]], absences: [[Range<SimTime>]], length: SimTime? = nil
  ) -> LogPairs {
    LogPairs(
      messages: messages, absences: absences, length: length ?? self.length,
      knownCount: absences.count { !$0.isEmpty }, silentCount: silentCount, areOnline: areOnline,
      unrecorded: 0)
  }

  /// No device is ever away.
  package var hasNoAbsence: Bool { absences.allSatisfy(\.isEmpty) }
}

/// The reason why a log's messages and absences cannot be put together.
package enum Unpaired: Error, Equatable {
  /// They have no time in common, or one of them no known date.
  case clocks
  /// One of them has a column of devices, the other none.
  case columns
  /// Hardly any of the intervals' devices got messages.
  case names(common: Int, of: Int)
  /// Intervals overlap and have no column of devices.
  case places
}

extension LogPairs {
  /// - Throws: ``Unpaired``.
  init(_ log: ArrivalLog, _ intervals: IntervalLog) throws(Unpaired) {
    let (window, other) = (log.window, intervals.window)
    guard !intervals.isManyPlaces else { throw .places }
    guard log.hasDevices == intervals.hasDevices else { throw .columns }
    guard window.isCalendar == other.isCalendar,
      window.start < other.start + other.length, other.start < window.start + window.length
    else { throw .clocks }
    let places = try Self.places(log, intervals)
    length = SimTime(seconds: window.length.rounded(.up))
    messages = log.times
    let (shift, end) = (other.start - window.start, length)
    // Who has no time online in the recording is away.
    let unknown = intervals.areOnline ? [Absence(start: 0, end: intervals.end - other.start)] : []
    absences = places.map { place in
      AbsenceTrace.joined(
        (place.map { intervals.absences[$0] } ?? unknown).compactMap { absence in
          let (start, stop) = (absence.start + shift, absence.end + shift)
          guard stop > 0, start < window.length else { return nil }
          return SimTime(seconds: max(0, start))..<min(end, SimTime(seconds: stop))
        })
    }
    guard absences.contains(where: { !$0.isEmpty }) else { throw .clocks }
    let known = places.count { $0 != nil }
    knownCount = known
    silentCount = intervals.names.isEmpty ? 0 : intervals.names.count - known
    areOnline = intervals.areOnline
    let last = max(intervals.end, intervals.lastEnd)
    unrecorded = log.streams.joined().count {
      $0 + window.start < other.start || $0 + window.start > last
    }
  }

  /// The place of each stream's own absences; nil: it has none.
  private static func places(
    _ log: ArrivalLog, _ intervals: IntervalLog
  ) throws(Unpaired) -> [Int?] {
    guard log.hasDevices else { return [0] }
    var placeOfName: [String: Int] = [:]
    for (place, name) in intervals.names.enumerated() { placeOfName[name] = place }
    let places = log.names.map { placeOfName[$0] }
    let common = places.count { $0 != nil }
    // Names that are of other things may be equal by chance.
    guard 2 * common >= min(log.names.count, intervals.names.count) else {
      throw .names(common: common, of: intervals.names.count)
    }
    return places
  }
}

extension ArrivalLog {
  /// The streams in the simulator's time, from the window's start.
  var times: [[SimTime]] { streams.indices.map { times(of: $0) } }

  /// The same of one stream.
  func times(of place: Int) -> [SimTime] {
    let last = SimTime(microseconds: SimTime(seconds: window.length).microseconds - 1)
    return streams[place].map { min(SimTime(seconds: $0), last) }
  }
}
