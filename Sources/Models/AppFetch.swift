import DeliverySim

/// The app, running in the background, has asked the server for everything the user does not have.
struct AppFetch: Sendable {
  /// What woke the app, parked; nil: the app woke by itself.
  let push: Int?
  /// Messages below this one were there when it asked.
  let end: Int
  /// The answer comes before the system stops the app, and is no error.
  let succeeds: Bool
}

/// Fetches of one device that are under way.
struct FetchState: ~Copyable {
  var running = Pool<AppFetch>()
  /// Those whose answer the app still waits for.
  var open: [Int] = []
  /// Messages below this one are with the user, or cannot be fetched any more.
  var done = 0

  mutating func removeAll() {
    running.removeAll()
    open.removeAll(keepingCapacity: true)
    done = 0
  }
}

extension Device {
  // MARK: Fetching in the background (model.md R4.6, R8)

  /// Asks the server for everything that the user does not have.
  ///
  /// - Parameters:
  ///   - push: What woke the app; nil: it woke by itself.
  ///   - number, copy: Whose random numbers: the push's, or the running number of the wake.
  mutating func fetchInBackground(
    _ push: Push?, number: UInt32, copy: UInt16, _ context: inout CellContext<some TraceHook>
  ) {
    let attempt = push == nil ? 1 : 0
    let resend = setup.pointee.provider.resend
    let span = draw(resend.latency, .fetchLatency, number, copy, attempt: attempt, context)
    var chance = draws(.fetchFailure, number, copy, attempt: attempt, context)
    let fails = chance.happens(resend.failure)
    let limit = setup.pointee.app?.backgroundTime ?? .never
    context.countFetch()
    note(.app(.fetches), &context)
    guard network.isOnline else { return giveUpFetch(of: push, &context) }
    let fetch = AppFetch(
      push: push.map { pushes.insert($0) }, end: ledger.count, succeeds: span <= limit && !fails)
    let index = fetches.running.insert(fetch)
    fetches.open.append(index)
    let end = context.now + min(span, limit)
    if end == context.now { return endFetch(index, &context) }
    schedule(.fetchEnds, at: end, payload: index, &context)
  }

  /// The answer is there, or the app's time in the background is over.
  mutating func endFetch(_ index: Int, _ context: inout CellContext<some TraceHook>) {
    let fetch = fetches.running.remove(index)
    // Else it has failed already.
    guard let place = fetches.open.firstIndex(of: index) else { return }
    fetches.open.remove(at: place)
    let push = fetch.push.map { pushes.remove($0) }
    guard fetch.succeeds else { return giveUpFetch(of: push, &context) }
    postMissing(before: fetch.end, &context)
    if let push { release(push) }
    endWake(&context)
  }

  /// What woke the app has led to nothing.
  private mutating func giveUpFetch(
    of push: Push?, _ context: inout CellContext<some TraceHook>
  ) {
    note(.app(.fetchFailed), &context)
    if let push {
      ledger[Int(push.message)].repair = .failed
      end(push, .linkLost, &context)
    }
    endWake(&context)
  }

  /// The device went offline: no answer gets through any more.
  mutating func failOpenFetches(_ context: inout CellContext<some TraceHook>) {
    while let index = fetches.open.popLast() {
      giveUpFetch(of: fetches.running[index].push.map { pushes.remove($0) }, &context)
    }
  }

  /// Posts a local notification for each message that the user does not have (R4.8). It crosses no
  /// push service; where alerts are off the app has the message all the same.
  private mutating func postMissing(
    before end: Int, _ context: inout CellContext<some TraceHook>
  ) {
    for message in fetches.done..<max(fetches.done, end) where isMissing(message, context) {
      if authorisation == .allowed {
        show(UInt32(message), copy: 0, &context)
      } else {
        sync(UInt32(message), &context)
      }
    }
    fetches.done = max(fetches.done, end)
  }

  /// The user does not have it, and the server still does.
  @inline(__always)
  private func isMissing(
    _ message: Int, _ context: borrowing CellContext<some TraceHook>
  ) -> Bool {
    ledger[message].shown == .never && ledger[message].synced == .never
      && holds(UInt32(message), at: context.now)
  }

  /// At the end of the run, a fetch without an answer is under way (R0.3); and an app that asks by
  /// itself would have asked for what the server holds.
  mutating func keepFetchesPending(_ context: borrowing CellContext<some TraceHook>) {
    let asked = fetches.open.map { fetches.running[$0].end }.max() ?? 0
    let end = laws.pointee.app.polls ? ledger.count : asked
    for message in fetches.done..<max(fetches.done, end) where isMissing(message, context) {
      ledger[message].copiesOut += 1
    }
  }
}
