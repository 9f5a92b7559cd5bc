/// Times offline of different devices that start together and end together.
struct CoincidentAbsences {
  struct Group {
    /// The devices, by place in the log.
    let devices: [Int]
    /// The length of the first one **[s]**.
    let length: Double
  }

  /// The number of absences that each one is compared with, of those that start in the same few
  /// seconds.
  private static let comparedMax = 1000

  private(set) var groups: [Group] = []
}

extension CoincidentAbsences {
  /// Groups of three devices or more; each absence is in one at most.
  init(_ devices: [[Absence]]) {
    let all = devices.enumerated()
      .flatMap { device, absences in absences.map { (device: device, absence: $0) } }
      .sorted { ($0.absence.start, $0.device) < ($1.absence.start, $1.device) }
    var isTaken = [Bool](repeating: false, count: all.count)
    for first in all.indices where !isTaken[first] {
      let anchor = all[first].absence
      var (members, place) = ([first], first + 1)
      while place < all.count, place - first <= Self.comparedMax,
        all[place].absence.start <= anchor.start + Absence.tolerance
      {
        let isAlike = abs(all[place].absence.end - anchor.end) <= Absence.tolerance
        if isAlike, !isTaken[place] { members.append(place) }
        place += 1
      }
      let group = Set(members.map { all[$0].device })
      guard group.count >= CommonOutages.devicesMin else { continue }
      for member in members { isTaken[member] = true }
      groups.append(Group(devices: group.sorted(), length: anchor.end - anchor.start))
    }
  }

  /// Pairs of devices in the same group: what schedules keep, and shifts of devices destroy.
  var pairCount: Double {
    groups.reduce(0) { $0 + Double($1.devices.count * ($1.devices.count - 1) / 2) }
  }

  /// The number of regions in which so many devices lie, where a region is as large as the group in
  /// which an absence lies on average. A few groups of chance hardly matter.
  ///
  /// - Parameters:
  ///   - count: of all devices.
  ///   - ownShare: of the time, in which a device is offline without the others: then its absence
  ///     starts before the outage or ends after it, and is not in the group.
  /// - Precondition: There is at least one group.
  func regions(of count: Int, ownShare: Double) -> Int {
    let sizes = groups.map { Double($0.devices.count) }
    let typical = sizes.reduce(0) { $0 + $1 * $1 } / sizes.reduce(0, +)
    let seen = (1 - ownShare) * (1 - ownShare)
    return max(1, Int((Double(count) * seen / typical).rounded()))
  }
}
