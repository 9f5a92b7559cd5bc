/// An alternating process that all devices share and that is asked by time: it has no events.
///
/// Every cell makes the same changes from the process's own streams. They are made when they are
/// asked for, and kept for the next devices of the cell.
package struct SharedSpans {
  private let process: OnOffProcess
  private let streams: OnOffProcess.Streams
  private let limit: Int
  private let startsUp: Bool
  private var state: OnOffProcess.State
  /// When it changes, ascending; the last one lies after all times that were asked for.
  private var changes: [SimTime]
  /// The number of changes up to the time asked for last.
  private var passed = 0
  /// The changes since `windowStart`.
  private var changesInWindow = 0
  private var windowStart = SimTime.zero
  /// When it had changed more often in a day than the limit allows; then it changes no more.
  package private(set) var limitExceeded: SimTime?

  /// - Parameter limit: Of changes in a day.
  package init(_ process: OnOffProcess, _ streams: OnOffProcess.Streams, limit: Int) {
    self.process = process
    self.streams = streams
    self.limit = limit
    let (state, end) = process.start(streams)
    (self.state, startsUp, changes) = (state, state.isUp, [end])
  }
}

extension SharedSpans {
  /// - Precondition: It has not changed since a later time was asked for, after the start or
  ///   ``rewind()``; checked in every build.
  package mutating func isUp(at time: SimTime) -> Bool {
    precondition(passed == 0 || changes[passed - 1] <= time, "a change lies behind")
    while changes[passed] <= time {
      passed += 1
      if passed == changes.count { makeNextChange() }
    }
    return startsUp == (passed & 1 == 0)
  }

  /// When it is down, in order; the last one may be cut off by `horizon`.
  package mutating func downs(until horizon: SimTime) -> [Range<SimTime>] {
    rewind()
    _ = isUp(at: horizon)
    let edges = (startsUp ? [] : [.zero]) + changes.prefix { $0 < horizon } + [horizon]
    return stride(from: 0, to: edges.count - 1, by: 2).map { edges[$0]..<edges[$0 + 1] }
  }

  /// Goes back to time 0, for another device.
  package mutating func rewind() { passed = 0 }

  private mutating func makeNextChange() {
    let now = changes[passed - 1]
    changesInWindow += 1
    if changesInWindow > limit {
      if now - windowStart < .day { limitExceeded = now }
      (changesInWindow, windowStart) = (0, now)
    }
    changes.append(
      limitExceeded == nil ? now + state.flip(process, streams) : .never)
  }

  /// The fingerprint of all changes before `horizon`.
  package mutating func fingerprint(owner: UInt64, until horizon: SimTime) -> UInt64 {
    rewind()
    _ = isUp(at: horizon)
    var fingerprint = Fingerprint(owner: owner)
    for (place, time) in changes.enumerated() where time < horizon {
      fingerprint.add(time, startsUp == (place & 1 == 1) ? 1 : 0)
    }
    return fingerprint.value
  }
}
