import DeliverySim
import Models

/// The memory of the app's extension (R5): positions in the queue.
struct SimpleClient {
  var saved: Int?
  /// R5.8: the app has fetched what lies below this one.
  var fetched = 0
  var arrivals = 0
  /// The positions that a client with a memory misses.
  var holes: Set<Int> = []
  var runs: [Int: SimpleRun] = [:]
  private(set) var runCount = 0
}

/// A run of the extension that has noticed a gap.
struct SimpleRun {
  let carrier: SimplePush
  var missed: Range<Int>
  var asked: [Int] = []
  let arrival: Int
  let deadline: SimTime
  var holdsCarrier = true
  var hasAsked = false
  /// The client still waits for the answer.
  var listens = false
}

extension SimpleClient {
  mutating func begin(_ run: SimpleRun) -> Int {
    runCount += 1
    runs[runCount] = run
    return runCount
  }

  /// R5.8: the app has fetched everything below a position.
  mutating func learnOfFetch(below position: Int) {
    fetched = position
    saved = max(saved ?? -1, position - 1)
    holes = holes.filter { $0 >= position }
  }

  /// R2.10: the provider may have requests still; nobody waits for the answers.
  mutating func leave() {
    runs = runs.filter { $0.value.hasAsked }
    for id in runs.keys {
      runs[id]?.holdsCarrier = false
      runs[id]?.listens = false
    }
  }

  func holes(before position: Int) -> [Int] { holes.filter { $0 < position }.sorted() }
}

extension SimpleDevice {
  /// Carriers, and what has been asked for.
  func messagesInRuns() -> [Int] {
    client.runs.values.flatMap { run in
      (run.holdsCarrier ? [run.carrier.message] : [])
        + (run.hasAsked ? messages(at: run.asked) : [])
    }
  }

  func messages(at positions: some Sequence<Int>) -> [Int] { positions.map { queue[$0] } }

  private func position(of message: Int) -> Int { accounts[message].position ?? -1 }
}

extension SimpleDevice {
  // MARK: The check chain (R5.1, R5.3)

  mutating func runExtension(_ push: SimplePush, _ messages: ClosedRange<Int>) {
    counts.extensionRuns += 1
    client.arrivals += 1
    for message in messages { accounts[message].lastArrival = client.arrivals }
    let (place, brought) = (position(of: push.message), messages.map(position).sorted())
    client.holes.subtract(brought)
    guard let saved = client.saved else {
      client.saved = place
      return show(push.message)
    }
    let missed = saved + 1..<max(saved + 1, brought[0])
    if place <= saved { return show(push.message) }
    if case .recovers(asPrinted: true) = rules.client, missed.isEmpty { return show(push.message) }
    client.saved = place
    if case .remembers(let window) = rules.client {
      client.holes.formUnion(missed)
      client.holes = client.holes.filter { $0 >= place - window }
    }
    if missed.isEmpty && client.holes(before: place).isEmpty { return show(push.message) }
    let run = client.begin(
      SimpleRun(
        carrier: push, missed: missed, arrival: client.arrivals,
        deadline: now.advanced(bySpan: rules.timeLimit)))
    wait(run, upTo: client.runs[run]?.deadline ?? now)
  }

  // MARK: Waiting (R5.5)

  private mutating func wait(_ id: Int, upTo deadline: SimTime) {
    guard let run = client.runs[id] else { return }
    let span = luck.wait(run.carrier)
    if span == .zero { return ask(id) }
    if now + span > deadline { return schedule(.limitReached(run: id), at: deadline) }
    schedule(.waitEnds(run: id), at: now + span)
  }

  mutating func endWait(_ id: Int) {
    guard var run = client.runs[id] else { return }
    let still = run.missed.drop {
      accounts[queue[$0]].lastArrival > run.arrival || $0 < client.fetched
    }
    run.missed = still.startIndex..<run.missed.upperBound
    client.runs[id] = run
    if run.missed.isEmpty && client.holes(before: position(of: run.carrier.message)).isEmpty {
      releaseCarrier(id)
      client.runs[id] = nil
    } else {
      ask(id)
    }
  }

  // MARK: Asking (R5.1, steps 8 and 9)

  private mutating func ask(_ id: Int) {
    guard var run = client.runs[id] else { return }
    if run.missed.count > rules.repeatLimit {
      client.holes.subtract(run.missed)
      client.runs[id] = nil
      return summarise(run, .overLimit)
    }
    run.asked =
      rules.remembers ? client.holes(before: position(of: run.carrier.message)) : Array(run.missed)
    client.runs[id] = run
    if run.asked.isEmpty {
      // All of it lies too far back: there is nothing to ask for.
      releaseCarrier(id)
      client.runs[id] = nil
    } else if !isOnline {
      fail(id, .failed)
      client.runs[id] = nil
    } else {
      request(id)
    }
  }

  private mutating func request(_ id: Int) {
    guard let run = client.runs[id] else { return }
    counts.requests += 1
    client.runs[id]?.hasAsked = true
    client.runs[id]?.listens = true
    let latency = luck.resendLatency(run.carrier)
    if latency != .zero, now + latency > run.deadline {
      schedule(.limitReached(run: id), at: run.deadline)
    }
    after(latency, .answered(run: id))
  }
}

extension SimpleDevice {
  // MARK: Outcomes (R2.4, R5.2)

  /// The provider carries a request out, whether the client listens or not.
  mutating func answer(_ id: Int) {
    guard let run = client.runs[id] else { return }
    let asked = messages(at: run.asked)
    let held = asked.filter { now < accounts[$0].created.advanced(bySpan: rules.retention) }
    let refused = asked.filter { !held.contains($0) }
    let hasFailed = luck.resendFails(run.carrier)
    if run.listens {
      if !hasFailed { client.holes.subtract(refused.map(position)) }
      if hasFailed || held.isEmpty {
        counts.failures += 1
        fail(id, hasFailed ? .failed : .refused)
      } else {
        releaseCarrier(id)
      }
    }
    client.runs[id] = nil
    if hasFailed || held.isEmpty { return }
    for message in refused { accounts[message].repair = .refused }
    if isWithoutToken { return }
    for message in held { push(message) }
  }

  /// R2.4: the device going offline before the answer is a failure for the client.
  mutating func failOpenRequests() {
    for id in client.runs.keys.sorted() where client.runs[id]?.listens == true {
      client.runs[id]?.listens = false
      counts.failures += 1
      fail(id, .failed)
    }
  }

  /// R5.2, R5.6: at the latest now the carrier is shown; who has not asked yet never does, and who
  /// has asked hears no answer.
  mutating func reachLimit(_ id: Int) {
    guard let run = client.runs[id], run.holdsCarrier else { return }
    counts.degraded += accounts[run.carrier.message].shown == nil ? 1 : 0
    releaseCarrier(id)
    if run.hasAsked {
      client.runs[id]?.listens = false
      counts.failures += 1
      for message in messages(at: run.asked) { accounts[message].repair = .failed }
    } else {
      for message in messages(at: run.missed) { accounts[message].repair = .failed }
      client.runs[id] = nil
    }
  }

  /// A client with a memory shows the carrier and will ask again; another one shows a summary in
  /// its place, unless it has been shown already.
  private mutating func fail(_ id: Int, _ repair: Repair) {
    guard let run = client.runs[id] else { return }
    if rules.remembers {
      releaseCarrier(id)
      for message in messages(at: run.asked) { accounts[message].repair = repair }
    } else if run.holdsCarrier {
      client.runs[id]?.holdsCarrier = false
      summarise(run, repair)
    } else {
      for message in messages(at: run.missed) { accounts[message].repair = repair }
    }
  }

  private mutating func releaseCarrier(_ id: Int) {
    guard let run = client.runs[id], run.holdsCarrier else { return }
    client.runs[id]?.holdsCarrier = false
    show(run.carrier.message)
  }
}

extension SimpleLuck {
  // MARK: Chance

  func wait(_ carrier: SimplePush) -> SimTime { span(rules.wait, 64, carrier) }
}
