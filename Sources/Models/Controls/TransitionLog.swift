import DeliverySim

/// When an on-off process has changed its state: from this its absences are read after the run.
struct TransitionLog {
  private let startsDown: Bool
  private var times: [SimTime] = []

  init(startsUp: Bool) { startsDown = !startsUp }

  mutating func add(_ time: SimTime) { times.append(time) }
}

extension TransitionLog {
  /// The last one may never end.
  var absenceCount: Int { (times.count + (startsDown ? 2 : 1)) / 2 }

  /// Absences are numbered in order of time, from 0.
  func absence(_ number: Int) -> (start: SimTime, end: SimTime) {
    let first = 2 * number - (startsDown ? 1 : 0)
    let start = first < 0 ? SimTime(microseconds: -1) : times[first]
    return (start, first + 1 < times.count ? times[first + 1] : .never)
  }
}
