/// The zone of times that are written without one, with its clock changes.
///
/// Its data are those of the system (tzdata), never those of the machine's own zone.
package struct LogZone: Sendable, Equatable {
  /// The moment that is meant of two where clocks are turned back.
  package enum Choice: String, Sendable, CaseIterable { case earlier, later }

  package let name: String
  private let choice: Choice?
  /// The offset from each of these times on **[s]**, the first of them before all times.
  private let starts: [Int]
  private let offsets: [Int]

  package static let folder = "/usr/share/zoneinfo"

  /// Changes are further apart than twice this, but for some of long ago **[s]**.
  private static let reach = 26 * 3600

  /// The zone that `--time-zone` names: `Europe/Berlin`, or `Europe/Berlin,earlier`.
  ///
  /// The tz database lies in `folder`.
  ///
  /// - Throws: `InputError`: 64 for a name that is none, 66 where there is no database.
  package static func option(
    _ text: String?, folder: String = folder
  ) throws(InputError) -> LogZone? {
    guard let text else { return nil }
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let choice = parts.count > 1 ? Choice(rawValue: String(parts[1])) : nil
    guard parts.count == 1 || choice != nil else { throw failure(text) }
    guard (try? InputFile(path: "\(folder)/UTC", displayName: "UTC")) != nil else {
      throw InputError(
        ExitCode.inputMissing,
        "--time-zone: no time zones in \(folder); install the package tzdata")
    }
    let isName =
      name.utf8.allSatisfy { $0 < 128 } && !name.hasPrefix("/") && !name.contains("..")
      && name.allSatisfy { $0.isLetter || $0.isNumber || "_+-/".contains($0) } && !name.isEmpty
    guard isName,
      let bytes = try? InputFile.contents(path: "\(folder)/\(name)", displayName: name),
      let file = ZoneFile(bytes)
    else { throw failure(text) }
    return LogZone(name: name, choice: choice, file)
  }

  private static func failure(_ text: String) -> InputError {
    InputError(
      ExitCode.usage,
      "--time-zone: found \"\(Diagnostic.excerpt(text))\"; allowed: a name of the tz database such "
        + "as Europe/Berlin, and behind it \",earlier\" or \",later\": which moment is meant where "
        + "clocks are turned back")
  }

  private init(name: String, choice: Choice?, _ file: ZoneFile) {
    (self.name, self.choice) = (name, choice)
    starts = [.min] + file.changes.map(\.time)
    offsets = [file.firstOffset] + file.changes.map(\.offset)
  }
}

extension LogZone {
  /// A clock's time has this meaning in UTC.
  enum Reading: Equatable {
    /// The zone's offset **[s]**.
    case offset(Int)
    /// The clock was put forward over it.
    case missing
    /// The clock showed it twice.
    case twice
  }

  /// - Parameters:
  ///   - seconds: The seconds since 1970-01-01 00:00, by the zone's clock.
  ///   - place: The place where the last call found its change; any number at first.
  func reading(_ seconds: Int, near place: inout Int) -> Reading {
    if !isPlain(seconds, place) { place = index(at: seconds) }
    if isPlain(seconds, place) { return .offset(offsets[place]) }
    // A moment between two changes is one by the offset that holds there.
    let first = index(at: seconds - Self.reach)
    let last = index(at: seconds + Self.reach)
    let found = (first...last).filter { index(at: seconds - offsets[$0]) == $0 }
    let different = Set(found.map { offsets[$0] })
    guard different.count > 1 else { return different.first.map(Reading.offset) ?? .missing }
    switch choice {
    case .earlier: return different.max().map(Reading.offset) ?? .missing
    case .later: return different.min().map(Reading.offset) ?? .missing
    case nil: return .twice
    }
  }

  /// Whether no change is near.
  private func isPlain(_ seconds: Int, _ place: Int) -> Bool {
    guard starts.indices.contains(place),
      place == 0 || seconds - starts[place] > Self.reach
    else { return false }
    return place + 1 == starts.count || starts[place + 1] - seconds > Self.reach
  }

  /// The last change up to a moment.
  private func index(at time: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}

extension LogZone {
  /// A date-time of the command line; without a zone it is one of `zone`.
  ///
  /// - Returns: nil for what is no date-time.
  /// - Throws: `InputError` (64) for one that does not exist there, or came twice.
  package static func moment(
    _ option: String, _ text: String, _ zone: LogZone?
  ) throws(InputError) -> Double? {
    var text = text
    guard let moment = text.withUTF8({ DateTime.moment(in: $0) }) else { return nil }
    guard let zone, moment.offset == nil else {
      return moment.since1970(offset: moment.offset ?? 0)
    }
    var place = 0
    guard case .offset(let offset) = zone.reading(moment.seconds, near: &place) else {
      throw InputError(
        ExitCode.usage,
        "\(option): found \"\(text)\", when clocks change in \(zone.name); allowed: a date-time "
          + "with its offset")
    }
    return moment.since1970(offset: offset)
  }
}
