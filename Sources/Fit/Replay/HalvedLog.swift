import DeliverySim
import Foundation
import Models

/// A log cut in two: laws are fitted to the first half, and tried on the second.
struct HalvedLog {
  let first: ArrivalLog
  /// The messages of each device since the cut.
  let second: [[SimTime]]
  /// From the cut to the end.
  let length: SimTime
  /// From the start to the cut **[s]**.
  let cut: Double
  /// The same of messages and absences that belong together; nil: they do not.
  let pairs: LogPairs?
}

/// The reason why no law is tried on a second half.
package enum Unhalved: Error, Equatable {
  /// Fewer than 200 messages, 4 days or 8 devices.
  case small
  /// The intervals do not cover the time of the messages.
  case recording

  package var words: String {
    switch self {
    case .small:
      "the log has fewer than \(HalvedLog.messagesMin) messages, \(HalvedLog.daysMin) days or "
        + "\(HalvedLog.devicesMin) devices"
    case .recording: "the intervals cover another time than the messages"
    }
  }
}

extension HalvedLog {
  static let messagesMin = 200
  static let daysMin = 4
  static let devicesMin = 8
  /// The most messages; of more, those of every n-th device are looked at.
  private static let messagesMax = 400_000
  private static let streamsMax = 2000
  /// The recording of intervals may lack so much of each half.
  private static let missingMax = 0.25

  /// - Throws: ``Unhalved``.
  init(
    _ log: ArrivalLog, _ pairs: LogPairs?, _ intervals: IntervalLog?
  ) throws(Unhalved) {
    guard log.hasDevices, log.messageCount >= Self.messagesMin,
      log.window.days >= Double(Self.daysMin), log.streams.count >= Self.devicesMin
    else { throw .small }
    let cut = Self.cut(log.window)
    if pairs != nil, let intervals {
      let start = intervals.window.start - log.window.start
      let end = max(intervals.end, intervals.lastEnd) - log.window.start
      let rest = log.window.length - cut
      guard start <= Self.missingMax * cut, end >= log.window.length - Self.missingMax * rest
      else { throw .recording }
    }
    let step = max(
      1, log.messageCount / Self.messagesMax, log.streams.count / Self.streamsMax)
    let places = Array(stride(from: 0, to: log.streams.count, by: step))
    first = log.before(cut, places)
    let moment = SimTime(seconds: cut)
    second = places.map { log.times(of: $0).filter { $0 >= moment }.map { $0 - moment } }
    length = SimTime(seconds: log.window.length.rounded(.up)) - moment
    guard first.messageCount >= 2, second.contains(where: { !$0.isEmpty }) else { throw .small }
    self.cut = cut
    self.pairs = pairs?.since(moment, places, second)
  }

  /// The full hour that is nearest to the middle, so that hours of the week are hours of the second
  /// half, too.
  private static func cut(_ window: LogWindow) -> Double {
    let start = window.isCalendar ? window.start : 0
    return ((start + window.length / 2) / 3600).rounded() * 3600 - start
  }
}

extension ArrivalLog {
  /// - Parameter places: The places of the streams that are looked at.
  fileprivate func before(_ cut: Double, _ places: [Int]) -> ArrivalLog {
    let parts = places.map { streams[$0].prefix { $0 < cut } }.filter { !$0.isEmpty }
    return ArrivalLog(
      files: files, columns: columns, hasDevices: hasDevices,
      window: LogWindow(start: window.start, length: cut, isCalendar: window.isCalendar),
      names: [], streams: parts.map(Array.init), receipts: nil, openings: nil, ignoredCount: 0,
      duplicateCount: nil, sameTimeCount: 0, crowd: nil)
  }
}

extension LogPairs {
  /// - Parameters:
  ///   - places: The places of the devices that are looked at.
  ///   - second: Their messages since the moment.
  fileprivate func since(
    _ moment: SimTime, _ places: [Int], _ second: [[SimTime]]
  ) -> LogPairs {
    let rest = places.map { place in
      absences[place].compactMap { absence -> Range<SimTime>? in
        guard absence.upperBound > moment else { return nil }
        return max(absence.lowerBound, moment) - moment..<absence.upperBound - moment
      }
    }
    return LogPairs(
      messages: second, absences: rest, length: length - moment, knownCount: knownCount,
      silentCount: silentCount, areOnline: areOnline, unrecorded: 0)
  }
}
