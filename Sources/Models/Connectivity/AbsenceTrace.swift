public import DeliverySim

/// Recorded times offline, one list per stream (model.md R1.10).
///
/// Device i plays stream i mod n. A recording without a device column has one stream, which each
/// device plays from a random offset of its own.
public struct AbsenceTrace: Recording, Sendable {
  /// In order of time; between two of them the device is online for a while.
  public let streams: [[Range<SimTime>]]
  /// The recording covers the times from 0 to this one.
  public let length: SimTime
  /// The recording has a device column: each stream belongs to one recorded device.
  public let hasDevices: Bool
  /// Start again after `length`; else devices stay online from then on.
  public let repeats: Bool
  /// Draw a stream and a shift by whole weeks for each device and replication.
  public let samples: Bool
  /// The streams are those of the arrivals' trace, in its order: a device takes the same stream and
  /// shift for both.
  public let followsArrivals: Bool
  /// The part of the recording beyond ``length``, as in ``Trace/omitted``.
  public let omitted: SimTime

  /// - Precondition: There is a stream; its absences are ``joined(_:)`` and lie in 0 ... `length`.
  public init(
    streams: [[Range<SimTime>]], length: SimTime, hasDevices: Bool, repeats: Bool = false,
    samples: Bool = false, followsArrivals: Bool = false, omitted: SimTime = .zero
  ) {
    precondition(!streams.isEmpty && length > .zero, "a recording has a stream and a length")
    precondition(
      streams.allSatisfy { Self.areJoined($0, until: length) },
      "the absences of a recording lie in it, one after the other")
    self.streams = streams
    self.length = length
    self.hasDevices = hasDevices
    self.repeats = repeats
    self.samples = samples
    self.followsArrivals = followsArrivals
    self.omitted = omitted
  }

  private static func areJoined(_ absences: [Range<SimTime>], until end: SimTime) -> Bool {
    guard let first = absences.first, let last = absences.last else { return true }
    return first.lowerBound >= .zero && last.upperBound <= end
      && absences.allSatisfy { !$0.isEmpty }
      && zip(absences, absences.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
  }

  /// Absences in order of time, those that overlap or touch as one, without those that take no
  /// time.
  ///
  /// - Parameter absences: The absences in any order.
  /// - Complexity: O(n log n).
  public static func joined(_ absences: [Range<SimTime>]) -> [Range<SimTime>] {
    var joined: [Range<SimTime>] = []
    for absence in absences.sorted(by: { $0.lowerBound < $1.lowerBound }) where !absence.isEmpty {
      if let last = joined.last, absence.lowerBound <= last.upperBound {
        let end = max(last.upperBound, absence.upperBound)
        joined[joined.count - 1] = last.lowerBound..<end
      } else {
        joined.append(absence)
      }
    }
    return joined
  }
}

extension AbsenceTrace {
  var streamCount: Int { streams.count }

  /// Devices meet the absences at the times of the recording, and none after it.
  public var isPlayedInPlace: Bool { hasDevices && !samples && !repeats }

  /// The number of absences, those that were joined as one.
  public var absenceCount: Int { streams.reduce(0) { $0 + $1.count } }

  /// The mean number of absences of one device before `end`: what a plan reckons with.
  public func expectedAbsences(until end: SimTime) -> Double {
    let laps = end.seconds / length.seconds
    return Double(absenceCount) / Double(streams.count) * (repeats ? laps : min(1, laps))
  }
}
