import Statistics

/// The spans of a log of intervals, all of them or those of a part of the time.
struct SpanSample: Sendable {
  /// Intervals and what lies between them, in the hours of the week; empty where the log has
  /// several places and no devices.
  let intervals, pauses: [HourSpan]
  /// Lengths of those that ended **[s]**, ascending.
  let lengths, between: [Double]
  /// Intervals are times online.
  let areOnline: Bool
  let isCalendar: Bool
  /// A shorter time does not show every hour.
  let isWeek: Bool

  var online: [HourSpan] { areOnline ? intervals : pauses }
  var offline: [HourSpan] { areOnline ? pauses : intervals }
}

extension SpanSample {
  /// So many intervals are enough to compare laws: of more, those of every n-th device.
  private static let comparedMax = 400_000

  init(_ log: IntervalLog) {
    (intervals, pauses) = log.spans
    (lengths, between) = (log.lengths, log.pauses)
    (areOnline, isCalendar) = (log.areOnline, log.window.isCalendar)
    isWeek = log.window.length >= 604_800
  }

  /// A part of the spans that is enough to compare laws.
  ///
  /// - Parameter time: Until then the log is known **[s]**, since the window's start.
  init(comparing log: IntervalLog, until time: Double = .infinity) {
    let step = max(1, log.spans.intervals.count / Self.comparedMax)
    let moment = log.window.secondsIntoWeek + time
    func known(_ spans: [HourSpan]) -> [HourSpan] {
      spans.lazy.filter { Int($0.device) % step == 0 }.compactMap { $0.before(moment) }
    }
    (intervals, pauses) = (known(log.spans.intervals), known(log.spans.pauses))
    lengths = intervals.filter(\.hasEnded).map { $0.end - $0.start }.ascending()
    between = pauses.filter(\.hasEnded).map { $0.end - $0.start }.ascending()
    (areOnline, isCalendar) = (log.areOnline, log.window.isCalendar)
    isWeek = min(time, log.window.length) >= 604_800
  }
}

/// The paces of a log by hour of the week; nil where every hour may be like the others.
struct HourPaces: Sendable {
  var online, offline: FittedPace?
}

extension HourPaces {
  init(_ sample: SpanSample) {
    guard sample.isWeek else { return }
    online = FittedPace(sample.online, isCalendar: sample.isCalendar)
    offline = FittedPace(sample.offline, isCalendar: sample.isCalendar)
  }

  /// The same paces, with the lengths of other spans.
  func of(_ sample: SpanSample) -> HourPaces {
    HourPaces(
      online: online?.of(sample.online), offline: offline?.of(sample.offline))
  }

  /// The fewest first: without any, and with more and more of them.
  var subsets: [HourPaces] {
    let onlines = online == nil ? [nil] : [nil, online]
    let offlines = offline == nil ? [nil] : [nil, offline]
    return onlines.flatMap { online in
      offlines.map { HourPaces(online: online, offline: $0) }
    }
  }
}

/// A scenario has this of the spans of a log: their laws at pace 1, and the paces.
struct SpanLaws: Sendable {
  /// Fewer spans between intervals are no basis for a law.
  private static let pausesMin = 5

  let paces: HourPaces
  let devicePace: FittedDevicePace?
  /// The law of the intervals of the log.
  private(set) var lengths: FittedSpan
  /// The law of what lies between them; nil where the log does not say.
  private(set) var pauses: FittedSpan?
  let areOnline: Bool
}

extension SpanLaws {
  /// Laws by their AIC.
  ///
  /// - Parameters:
  ///   - sample: The spans that are fitted.
  ///   - paces: The ones to have.
  /// - Returns: nil when no law of a scenario fits the intervals.
  init?(_ sample: SpanSample, _ paces: HourPaces) {
    let devices = FittedDevicePace(sample.online, hours: paces.online?.hours)
    let online = devices?.lengths ?? paces.online?.lengths
    let (ofIntervals, ofPauses) =
      sample.areOnline ? (online, paces.offline?.lengths) : (paces.offline?.lengths, online)
    guard let lengths = FittedSpan(ofIntervals ?? sample.lengths) else { return nil }
    let between = ofPauses ?? sample.between
    self.lengths = lengths
    pauses = between.count >= Self.pausesMin ? FittedSpan(between) : nil
    (self.paces, devicePace, areOnline) = (paces, devices, sample.areOnline)
  }

  /// The same with another law of times offline.
  ///
  /// - Parameters:
  ///   - law: Its name; where it was not fitted, nothing changes.
  ///   - sample: The spans that were fitted.
  func proposing(offline law: String, _ sample: SpanSample) -> SpanLaws {
    let values = paces.offline?.lengths ?? (areOnline ? sample.between : sample.lengths)
    var copy = self
    if areOnline {
      copy.pauses = pauses?.proposing(law, values)
    } else {
      copy.lengths = lengths.proposing(law, values)
    }
    return copy
  }

  var offline: FittedSpan? { areOnline ? pauses : lengths }
  var online: FittedSpan? { areOnline ? lengths : pauses }
}
