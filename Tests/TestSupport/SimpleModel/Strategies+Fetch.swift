import DeliverySim
import Models

/// The memory of an app's extension that asks the server itself (R8, extension-fetch).
struct SimpleFetches {
  /// Messages below this one have been asked for with success.
  var cursor = 0
  var newest = -1
  /// The messages that a push or an answer has brought.
  var known: Set<Int> = []
  var open: [Int: SimpleFetch] = [:]
  private var count = 0

  mutating func begin(_ fetch: SimpleFetch) -> Int {
    count += 1
    open[count] = fetch
    return count
  }

  func misses(before message: Int) -> Bool { (0..<message).contains { !known.contains($0) } }
}

struct SimpleFetch {
  let carrier: SimplePush
  let deadline: SimTime
  /// Messages below this one were there when it asked; nil: it has not.
  var asked: Int?
  var isOver = false
}

extension SimpleDevice {
  // MARK: Asking

  mutating func receiveByFetching(_ push: SimplePush) {
    counts.extensionRuns += 1
    fetches.known.insert(push.message)
    let isNew = push.message > fetches.newest
    fetches.newest = max(fetches.newest, push.message)
    guard rules.asksAlways || isNew && fetches.misses(before: push.message) else {
      return show(push.message)
    }
    let deadline = now.advanced(bySpan: rules.timeLimit)
    let id = fetches.begin(SimpleFetch(carrier: push, deadline: deadline))
    let span = luck.wait(push)
    if span == .zero {
      fetch(id)
    } else if now + span > deadline {
      schedule(.fetchLimitReached(id), at: deadline)
    } else {
      schedule(.fetchWaitEnds(id), at: now + span)
    }
  }

  mutating func endFetchWait(_ id: Int) {
    guard let run = fetches.open[id] else { return }
    if rules.asksAlways || fetches.misses(before: run.carrier.message) { return fetch(id) }
    fetches.open[id] = nil
    showCarrier(run.carrier)
  }

  private mutating func fetch(_ id: Int) {
    guard let run = fetches.open[id] else { return }
    fetches.open[id]?.asked = accounts.count
    guard isOnline else {
      failFetch(id)
      fetches.open[id] = nil
      return
    }
    counts.requests += 1
    let latency = luck.resendLatency(run.carrier)
    if latency != .zero, now + latency > run.deadline {
      schedule(.fetchLimitReached(id), at: run.deadline)
    }
    after(latency, .fetchAnswered(id))
  }

  // MARK: Outcomes

  mutating func answerFetch(_ id: Int) {
    guard let run = fetches.open[id], let asked = run.asked, !run.isOver else {
      fetches.open[id] = nil
      return
    }
    if luck.resendFails(run.carrier) {
      counts.failures += 1
      failFetch(id)
      fetches.open[id] = nil
      return
    }
    let news = fetches.cursor..<max(fetches.cursor, asked)
    fetches.cursor = news.upperBound
    fetches.known.formUnion(0..<asked)
    fetches.newest = max(fetches.newest, asked - 1)
    for message in news {
      if !isKept(message, at: now) {
        accounts[message].repair = .refused
      } else if message != run.carrier.message, accounts[message].shown == nil {
        show(message)
      }
    }
    fetches.open[id] = nil
    showCarrier(run.carrier)
  }

  /// An extension that has been ended hears no answer.
  mutating func reachFetchLimit(_ id: Int) {
    guard let run = fetches.open[id], !run.isOver else { return }
    if run.asked == nil {
      fetches.open[id]?.asked = accounts.count
    } else {
      counts.failures += 1
    }
    let isFirst = accounts[run.carrier.message].shown == nil
    counts.degraded += isFirst && !rules.sendsEmpty ? 1 : 0
    failFetch(id)
  }

  mutating func failOpenFetches() {
    for id in fetches.open.keys.sorted() {
      guard let run = fetches.open[id], run.asked != nil, !run.isOver else { continue }
      counts.failures += 1
      failFetch(id)
    }
  }

  private mutating func failFetch(_ id: Int) {
    guard let run = fetches.open[id] else { return }
    for message in fetches.cursor..<max(fetches.cursor, run.asked ?? 0) {
      accounts[message].repair = .failed
    }
    fetches.open[id]?.isOver = true
    showCarrier(run.carrier)
  }

  /// Shows the push with its content, or that of an answer; else a placeholder.
  private mutating func showCarrier(_ push: SimplePush) {
    let (message, hasAnswer) = (push.message, push.message < fetches.cursor)
    let isThere = hasAnswer && (accounts[message].shown != nil || isKept(message, at: now))
    if !rules.sendsEmpty || isThere { return show(message) }
    counts.summaries += 1
    counts.interruptions += 1
    accounts[message].summarised = accounts[message].summarised ?? now
    accounts[message].repair = hasAnswer ? .refused : .failed
    destroy(push, hasAnswer ? .provider(.retentionOver) : .app(.fetchFailed))
  }

  // MARK: The end (R0.3)

  func isKept(_ message: Int, at time: SimTime) -> Bool {
    time < accounts[message].created.advanced(bySpan: rules.retention)
  }

  /// The messages that a fetch under way will bring, or that of a push that is out.
  ///
  /// - Parameter out: Messages whose pushes are out.
  func fetchedAfterwards(_ out: Set<Int>) -> [Int] {
    let missing = (fetches.cursor..<max(fetches.cursor, accounts.count)).filter {
      accounts[$0].shown == nil && isKept($0, at: rules.end)
    }
    let isUnderWay = fetches.open.values.contains { $0.asked != nil && !$0.isOver }
    let isRevealed = out.contains { rules.asksAlways || $0 > missing.first ?? .max }
    return isUnderWay || isRevealed ? missing : []
  }

  /// Pushes that wait for an answer.
  var fetchCarriers: [Int] { fetches.open.values.filter { !$0.isOver }.map(\.carrier.message) }
}
