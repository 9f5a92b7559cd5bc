package import DeliverySim

/// The endpoint for re-requests of one provider shard (model.md R2.5): equal servers and one queue,
/// first come, first served; who would wait longer than the time-out leaves when it is over,
/// unserved.
///
/// The fate of a request is known when it arrives, since those before it never wait for it: so the
/// queue has no events. It is told of requests in order of time.
package struct ResendQueue {
  /// The outcome of a request.
  package struct Visit: Sendable, Equatable {
    /// When it has been served, or gives up.
    package let end: SimTime
    /// The wait in the queue.
    package let wait: SimTime
    package let timesOut: Bool
  }

  private let capacity: Provider.Resend.Capacity
  /// When the servers that are busy, or spoken for, will be free: a heap, earliest first. Servers
  /// that idle are not in it, so that any number of them costs nothing.
  private var busy: [SimTime] = []
  /// The times when the requests in the queue will leave it, ascending, from `firstWaiting` on.
  private var leaving: [SimTime] = []
  private var firstWaiting = 0
  /// The time when the last request arrived.
  private var lastArrival = SimTime.zero
  private var watch: QueueWatch

  package init(_ capacity: Provider.Resend.Capacity, _ world: borrowing World) {
    self.capacity = capacity
    watch = QueueWatch(world)
  }
}

extension ResendQueue {
  /// A request arrives.
  ///
  /// - Parameters:
  ///   - time: Not before an earlier request's.
  ///   - service: The time that a server will need for it.
  package mutating func arrive(at time: SimTime, service: SimTime) -> Visit {
    precondition(time >= lastArrival, "requests arrive in order of time")
    precondition(service >= .zero, "a service takes no negative time")
    lastArrival = time
    look(until: time)
    while let free = busy.first, free <= time { removeEarliest() }
    let start = busy.count < capacity.servers ? time : busy[0]
    let wait = start - time
    // R0.5: a wait that ends exactly at the limit is in time.
    guard wait <= capacity.timeout else {
      join(leavingAt: time + capacity.timeout, now: time)
      return Visit(end: time + capacity.timeout, wait: capacity.timeout, timesOut: true)
    }
    // Later than any run goes on is late enough.
    let end = min(start + service, .latest)
    if busy.count == capacity.servers { removeEarliest() }
    insert(end)
    precondition(busy.count <= capacity.servers, "more servers are busy than there are")
    join(leavingAt: start, now: time)
    return Visit(end: end, wait: wait, timesOut: false)
  }

  /// The number of requests in the queue at the time of the last look.
  private var waitingCount: Int { leaving.count - firstWaiting }

  private mutating func join(leavingAt end: SimTime, now: SimTime) {
    guard end > now else { return }
    precondition(leaving.last.map { $0 <= end } ?? true, "who came earlier leaves earlier")
    leaving.append(end)
    watch.note(waitingCount, at: now)
  }

  /// Lets those go whose wait ends by `time`. Nobody leaves the queue before somebody who came
  /// earlier: starts come in order, and so do time-outs.
  private mutating func dropLeft(by time: SimTime) {
    while firstWaiting < leaving.count, leaving[firstWaiting] <= time { firstWaiting += 1 }
    guard firstWaiting > 32, firstWaiting * 2 > leaving.count else { return }
    leaving.removeFirst(firstWaiting)
    firstWaiting = 0
  }

  /// Those who wait when a bucket of the timeline begins may have come before.
  private mutating func look(until time: SimTime) {
    while watch.nextLook <= time {
      dropLeft(by: watch.nextLook)
      watch.look(waitingCount)
    }
    dropLeft(by: time)
  }

  /// The largest number of requests waiting at one moment in each bucket of the timeline; of the
  /// whole run.
  package mutating func peaks() -> [UInt32] {
    look(until: watch.end)
    return watch.peaks
  }

  /// Back to time 0, for other devices.
  mutating func rewind(_ world: borrowing World) {
    busy.removeAll(keepingCapacity: true)
    leaving.removeAll(keepingCapacity: true)
    (firstWaiting, lastArrival) = (0, .zero)
    watch = QueueWatch(world)
  }
}

extension ResendQueue {
  // MARK: The heap of servers

  private mutating func insert(_ time: SimTime) {
    var place = busy.count
    busy.append(time)
    while place > 0, case let parent = (place - 1) / 2, time < busy[parent] {
      busy[place] = busy[parent]
      place = parent
    }
    busy[place] = time
  }

  private mutating func removeEarliest() {
    let last = busy.removeLast()
    guard !busy.isEmpty else { return }
    var place = 0
    while case let left = 2 * place + 1, left < busy.count {
      let right = left + 1
      let child = right < busy.count && busy[right] < busy[left] ? right : left
      guard busy[child] < last else { break }
      busy[place] = busy[child]
      place = child
    }
    busy[place] = last
  }
}

/// The largest number that waited in each bucket of the timeline, as far as it is counted.
private struct QueueWatch {
  private let start: SimTime
  let end: SimTime
  private let step: Int64
  private(set) var peaks: [UInt32]
  /// The next moment at which those who wait are counted, whoever arrives: the start of what is
  /// counted, then of each bucket; never after the last one.
  private(set) var nextLook: SimTime

  init(_ world: borrowing World) {
    (start, end) = (world.warmup, world.duration)
    step = world.timelineStep.microseconds
    peaks = [UInt32](repeating: 0, count: world.timelineBuckets)
    nextLook = start
  }

  mutating func look(_ count: Int) {
    note(count, at: nextLook)
    let next = SimTime(microseconds: (nextLook.microseconds / step + 1) * step)
    nextLook = next < end ? next : .never
  }

  mutating func note(_ count: Int, at time: SimTime) {
    guard time >= start, time < end else { return }
    let bucket = Int(time.microseconds / step)
    peaks[bucket] = max(peaks[bucket], UInt32(clamping: count))
  }
}
