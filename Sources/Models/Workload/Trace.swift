public import DeliverySim

/// Recorded message times, one sorted list per stream, each time inside 0 ..< `length`.
///
/// Device i plays stream i mod n. A trace without a device column has one stream, which each device
/// plays from a random offset of its own.
public struct Trace: Recording, Sendable {
  /// The owners of the streams, and the streams' beginnings.
  public struct Labels: Sendable {
    /// They name the devices, one for each stream; empty without a device column.
    public let names: [String]
    /// The time of the file that is time 0 [s].
    public let origin: Double
    /// By stream: the place of its device in `names`; nil: each device has one stream.
    public let picks: [Int]?

    public init(names: [String], origin: Double, picks: [Int]? = nil) {
      (self.names, self.origin, self.picks) = (names, origin, picks)
    }
  }

  /// Each stream is in order of time.
  public let streams: [[SimTime]]
  /// The recording covers the times from 0 to this one.
  public let length: SimTime
  /// The recording has a device column: each stream belongs to one recorded device.
  public let hasDevices: Bool
  /// Start again after `length`.
  public let repeats: Bool
  /// Replace each stream's times by as many uniform ones: the Poisson surrogate.
  public let shuffles: Bool
  /// Draw a stream and a shift by whole weeks for each device and replication. Weekdays stay what
  /// they are where `length` is ``wholeWeeks(of:)``.
  public let samples: Bool
  /// The part of the recording that lies beyond ``length`` and is not replayed, since ``samples``
  /// takes whole weeks.
  public let omitted: SimTime
  /// Nil: the streams have no names.
  public let labels: Labels?

  /// - Precondition: There is a stream, times are sorted and lie inside 0 ..< `length`.
  public init(
    streams: [[SimTime]], length: SimTime, hasDevices: Bool, repeats: Bool = false,
    shuffles: Bool = false, samples: Bool = false, omitted: SimTime = .zero,
    labels: Labels? = nil
  ) {
    precondition(!streams.isEmpty && length > .zero, "a trace has a stream and a length")
    precondition(
      streams.allSatisfy { Self.isSorted($0, below: length) },
      "the times of a trace are sorted, and lie in it")
    self.streams = streams
    self.length = length
    self.hasDevices = hasDevices
    self.repeats = repeats
    self.shuffles = shuffles
    self.samples = samples
    self.omitted = omitted
    self.labels = labels
  }

  private static func isSorted(_ times: [SimTime], below length: SimTime) -> Bool {
    guard let first = times.first, let last = times.last else { return true }
    return first >= .zero && last < length && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  var streamCount: Int { streams.count }

  /// Devices meet the messages at the times of the recording.
  var isPlayedInPlace: Bool { hasDevices && !shuffles && !samples }

  /// The mean number of messages of one device before `end`.
  func expectedMessages(until end: SimTime) -> Double {
    let (laps, rest) =
      repeats
      ? end.microseconds.quotientAndRemainder(dividingBy: length.microseconds)
      : (0, end.microseconds)
    let part =
      isPlayedInPlace
      ? Double(streams.reduce(0) { $0 + Self.count($1, before: rest) })
      : Double(rowCount) * min(1, Double(rest) / Double(length.microseconds))
    return (Double(rowCount) * Double(laps) + part) / Double(streams.count)
  }

  /// - Complexity: O(log n).
  private static func count(_ times: [SimTime], before end: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle].microseconds < end { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of recorded messages.
  public var rowCount: Int { streams.reduce(0) { $0 + $1.count } }

  /// The whole weeks of a length, so that what wraps at their end keeps its weekday; all of it when
  /// it is shorter than a week: then nothing is shifted.
  public static func wholeWeeks(of length: SimTime) -> SimTime {
    let week = 7 * SimTime.day.microseconds
    return length.microseconds < week
      ? length : SimTime(microseconds: length.microseconds / week * week)
  }
}

extension Trace {
  /// One device's way through the trace.
  struct Playback: Sendable {
    private let times: [SimTime]
    private let length: SimTime
    private let shift: SimTime
    private let repeats: Bool
    /// The place in `times` where the shifted order starts.
    private let first: Int
    private var played = 0
    private var lapStart = SimTime.zero

    init(_ trace: Trace, device: Int, _ random: RandomSource) {
      let part = RecordingPart(
        trace, device: device, choice: random.stream(WorkloadStream.traceStream, device: device),
        shift: random.stream(WorkloadStream.traceShift, device: device))
      let recorded = trace.streams[part.stream]
      times =
        trace.shuffles ? trace.shuffled(recorded.count, device: device, random) : recorded
      shift = part.shift
      length = trace.length
      repeats = trace.repeats
      let wrap = length - shift
      first = times.firstIndex { $0 >= wrap } ?? times.count
    }

    /// The next time, or nil at the end.
    mutating func next() -> SimTime? {
      guard !times.isEmpty else { return nil }
      if played == times.count {
        guard repeats else { return nil }
        played = 0
        lapStart = lapStart + length
      }
      let place = first + played
      played += 1
      return place < times.count
        ? lapStart + times[place] + shift - length
        : lapStart + times[place - times.count] + shift
    }
  }

  private func shuffled(_ count: Int, device: Int, _ random: RandomSource) -> [SimTime] {
    let stream = random.stream(WorkloadStream.traceShuffle, device: device)
    return (0..<count).map { row in
      var draws = stream.draws(index: UInt32(row))
      return SimTime(microseconds: Int64(draws.below(Int(length.microseconds))))
    }.sorted()
  }
}
