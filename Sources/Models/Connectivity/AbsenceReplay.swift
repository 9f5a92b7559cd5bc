import DeliverySim

/// Where a device is in the recording of its absences (R1.10): numbers alone, so that devices
/// without one carry nothing that must be freed.
///
/// A shift turns the recording like a ring: a lap begins at its place `cut`, passes its end, and
/// comes back to `cut`. An absence there counts as two, one at each end of the lap.
struct AbsenceReplay {
  private var stream = 0
  private var cut = SimTime.zero
  /// The place of the first absence that ends after `cut`.
  private var first = 0
  /// The number of absences in one lap.
  private var count = 0
  private var played = 0
  private var lapStart = SimTime.zero
  /// The end of the absence that has come last, or comes next.
  private(set) var end = SimTime.zero
}

extension AbsenceReplay {
  /// - Complexity: O(log n) in the number of absences.
  init(_ trace: AbsenceTrace, _ part: RecordingPart) {
    stream = part.stream
    let absences = trace.streams[stream]
    count = absences.count
    guard part.shift > .zero else { return }
    cut = trace.length - part.shift
    first = Self.first(of: absences, after: cut)
    if first < absences.count, absences[first].lowerBound < cut { count += 1 }
  }

  private static func first(of absences: [Range<SimTime>], after cut: SimTime) -> Int {
    var (low, high) = (0, absences.count)
    while low < high {
      let middle = (low + high) / 2
      if absences[middle].upperBound <= cut { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// When the next absence begins; nil: there is none any more. It may begin where the one before
  /// has ended: then it continues it.
  mutating func next(_ trace: AbsenceTrace) -> SimTime? {
    guard count > 0 else { return nil }
    if played == count {
      guard trace.repeats else { return nil }
      played = 0
      lapStart = lapStart + trace.length
    }
    let absences = trace.streams[stream]
    let place = first + played
    played += 1
    if place < absences.count {
      let absence = absences[place]
      end = lapStart + absence.upperBound - cut
      return lapStart + max(absence.lowerBound, cut) - cut
    }
    let absence = absences[place - absences.count]
    let shift = trace.length - cut
    end = lapStart + min(absence.upperBound, cut) + shift
    return lapStart + absence.lowerBound + shift
  }
}

extension NetworkStation {
  // MARK: A recording of absences in place of laws

  /// Its spans are recorded.
  var isReplayed: Bool { plan.absences != nil }

  /// A device that is absent at the start of its recording begins offline.
  @inline(never)
  mutating func startReplay(of absences: AbsenceTrace, _ turn: inout Turn) {
    let follows = absences.followsArrivals
    let part = RecordingPart(
      absences, device: turn.device,
      choice: follows
        ? turn.stream(WorkloadStream.traceStream) : turn.stream(ConnectivityStream.absenceStream),
      shift: follows
        ? turn.stream(WorkloadStream.traceShift) : turn.stream(ConnectivityStream.absenceShift))
    replay = AbsenceReplay(absences, part)
    guard let next = replay.next(absences) else { return }
    if next == .zero { _ = own.beginSpan() }
    turn.schedule(ConnectivityEventKind.connectivityFlips, at: own.isUp ? next : replay.end)
  }

  /// An absence begins or ends; one that continues it keeps the device offline.
  mutating func turnAbsence(_ turn: inout Turn) -> Change {
    guard let absences = plan.absences else { return .none }
    if own.isUp {
      turn.schedule(ConnectivityEventKind.connectivityFlips, at: replay.end)
    } else if let next = replay.next(absences) {
      turn.schedule(
        ConnectivityEventKind.connectivityFlips, at: next == turn.now ? replay.end : next)
      if next == turn.now { return .none }
    }
    let wasOnline = isOnline
    _ = own.beginSpan()
    return change(from: wasOnline, &turn)
  }
}
