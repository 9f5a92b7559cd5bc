import Foundation
import Statistics

/// Outages that several devices share: they start together and end together, far more often than by
/// chance. A scenario has them as `network.regions`.
package struct CommonOutages: Sendable {
  static let devicesMin = 3
  /// The largest p value at which regions are proposed.
  private static let level = 1e-4
  /// The factor by which a coincidence must be more frequent than by chance, whatever the p value.
  private static let excessMin = 4.0

  /// The number of outages that hit three devices or more.
  package let count: Int
  /// The number of times offline that are part of one.
  package let absenceCount: Int
  /// The number of such outages that would occur by chance, counted as three pairs of devices each.
  package let expected: Double
  /// The number of regions into which the devices of the log fall, if each is as large as such an
  /// outage.
  package let regions: Int
  /// From the end of one outage of a region to the start of the next, on average **[s]**.
  package let meanBetween: Double
  /// The lengths of the outages **[s]**, ascending.
  package let lengths: [Double]
}

extension CommonOutages {
  /// - Parameters:
  ///   - devices: The times offline of each device.
  ///   - length: of the window **[s]**.
  /// - Returns: nil where coincidences are not more frequent than by chance.
  init?(_ devices: [[Absence]], length: Double) {
    guard let shifts = Shifts(devices, length) else { return nil }
    let found = CoincidentAbsences(devices)
    let byChance = (0..<shifts.count).map { round in
      CoincidentAbsences(shifts.moved(devices, round)).pairCount
    }
    // One more than was seen: what was not seen is not impossible.
    let pairs = (byChance.reduce(0, +) + 3) / Double(byChance.count)
    let (observed, expected) = (found.pairCount / 3, pairs / 3)
    guard observed >= Self.excessMin * expected,
      Self.poissonTail(observed.rounded(.down), mean: expected) < Self.level
    else { return nil }
    count = found.groups.count
    absenceCount = found.groups.reduce(0) { $0 + $1.devices.count }
    self.expected = expected
    lengths = found.groups.map(\.length).sorted()
    let offline = devices.reduce(0) { $0 + $1.reduce(0) { $0 + $1.end - $1.start } }
    let shared = found.groups.reduce(0) { $0 + $1.length * Double($1.devices.count) }
    let ownShare = max(0, offline - shared) / (Double(devices.count) * length)
    regions = found.regions(of: devices.count, ownShare: min(0.9, ownShare))
    let outages = lengths.reduce(0, +)
    meanBetween = max(1, (Double(regions) * length - outages) / Double(count))
  }

  /// P(X ≥ n), by the gamma law.
  private static func poissonTail(_ n: Double, mean: Double) -> Double {
    n > 0 ? 1 - ChiSquare.upperTail(2 * mean, degreesOfFreedom: 2 * n) : 1
  }

  /// The YAML of the outages in a scenario.
  package var yaml: String {
    let every = FitNumber.duration(meanBetween)
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    let last = FittedSpan(lengths)?.yaml ?? "{constant: {value: \(FitNumber.duration(mean))}}"
    return "{count: \(regions), outages: {every: {exponential: {mean: \(every)}}, last: \(last)}}"
  }
}

/// The same logs with each device's times moved by a whole number of days or hours of its own,
/// round the window: coincidences that remain are of chance, of schedules, or of coarse clocks.
private struct Shifts {
  private static let day = 86_400.0
  /// Fewer places to go would leave too many devices together.
  private static let placesMin = 14
  /// The most times offline in all shifts.
  private static let workMax = 4_000_000

  let count: Int
  /// The number of places to which a device may be moved, one ``unit`` **[s]** apart.
  private let places: Int
  private let unit: Double
  private let length: Double

  init?(_ devices: [[Absence]], _ length: Double) {
    let isLong = length >= Double(Self.placesMin) * Self.day
    let unit = isLong ? Self.day : 3600
    let places = Int(length / unit)
    let absences = devices.reduce(0) { $0 + $1.count }
    guard places >= Self.placesMin, devices.count >= CommonOutages.devicesMin, absences > 0
    else {
      return nil
    }
    count = max(4, min(20, Self.workMax / absences))
    (self.places, self.unit, self.length) = (places, unit, length)
  }

  /// The log of one round; one at a time is in memory.
  func moved(_ devices: [[Absence]], _ round: Int) -> [[Absence]] {
    devices.enumerated().map { device, absences in
      let shift = Double(Self.place(device, round, of: places)) * unit
      return absences.map { absence in
        let start = (absence.start + shift).truncatingRemainder(dividingBy: length)
        return Absence(start: start, end: start + absence.end - absence.start)
      }
    }
  }

  /// The same for every run: Steele, Lea and Flood's SplitMix64 of both numbers.
  private static func place(_ device: Int, _ round: Int, of places: Int) -> Int {
    var z = (UInt64(device) << 8 + UInt64(round) + 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(places))
  }
}
