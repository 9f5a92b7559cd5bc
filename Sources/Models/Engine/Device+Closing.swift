import DeliverySim

extension Device {
  // MARK: The end of the run

  /// Closes the ledger: every owed notification gets its fate, and the books must balance.
  ///
  /// - Returns: The number of notifications that are owed.
  mutating func close(_ turn: inout Turn) throws(BooksError) -> Int {
    turn.skip(to: turn.world.horizon)
    service.store.dropExpired(&turn)
    for place in turn.pushes.liveNumbers() where service.flights.isOver(turn.pushes[place]) {
      turn.release(turn.pushes.remove(place))
    }
    SocketStation.dropUnkept(&self, &turn)
    try turn.checkPushes()
    serviceExtension.noteFailedFetches(&turn.ledger)
    app.noteFailedFetches(&turn.ledger)
    if token.isUninstalled { dropAll(&turn) } else { keepPending(&turn) }
    app.dropUnasked(until: min(turn.now, token.uninstalled), &turn)
    EscalationStation.settle(self, &turn)
    let sent = turn.countedMessages
    let counted = addLeft(sent, &turn)
    let (owed, shown, lost) = addFates(counted, &turn)
    precondition(shown + lost <= owed, "an owed message has one fate")
    if ReactionStation.wasAllowed(self) {
      turn.tally.add(UInt64(owed), to: PhoneCounter.owedReachable)
      turn.tally.add(UInt64(shown), to: PhoneCounter.shownReachable)
    }
    turn.tally.addSquares(owed: UInt64(owed), shown: UInt64(shown))
    if let days = turn.firstDay { days.count(&turn) { subscriptions.isOwed($0) } }
    addPayloads(counted, &turn)
    addKnown(counted, &turn)
    ReactionStation.count(self, &turn)
    telemetry.close(sent, owedUntil: counted.upperBound, owed: subscriptions.owed, &turn)
    turn.tally.countRequests()
    turn.tally.add(UInt64(turn.ledger.count), to: .created)
    turn.tally.addDevice(lost: lost)
    if turn.countsHits { turn.tally.addDevice(hits: OneByOne.hits(counted, turn.books.ledger)) }
    turn.tally.fingerprint &+= turn.books.fingerprint.value
    return owed
  }

  /// Messages that would have come, had the run gone on, are under way (R0.3).
  private mutating func keepPending(_ turn: inout Turn) {
    // R2.10: without a token nothing more is sent.
    if !token.isMissing {
      serviceExtension.keepAskedPending(&turn)
      provider.retries.keepPending(&turn.ledger, at: turn.now)
      provider.unanswered.keepPending(&turn.ledger)
    }
    keepFetchesPending(&turn)
    service.store.keepDiscardedPending(&turn.ledger)
    if service.store.owesSync, serviceExtension.sharesCursor { app.keepSyncPending(&turn.ledger) }
  }

  /// Messages that the extension or the app would still ask for are under way.
  private mutating func keepFetchesPending(_ turn: inout Turn) {
    let isHeard = authorisation == .allowed
    serviceExtension.keepFetchesPending(
      retention: provider.plan.retention, isHeard: isHeard,
      told: isHeard ? HeartbeatTimer.lastTold(by: .alert, self, turn) : nil, &turn)
    let isTold = HeartbeatTimer.lastTold(by: .background, self, turn) != nil
    let waking = hasWakeUnderWay(turn) ? provider.plan.pushType : isTold ? .background : nil
    app.keepFetchesPending(willAsk: app.willAsk(wokenBy: waking), &turn)
  }

  /// A push that wakes the app is out: the app will fetch all when it comes, unless it brings its
  /// message. One that the device holds waits for a launch that may never be.
  private func hasWakeUnderWay(_ turn: borrowing Turn) -> Bool {
    guard provider.plan.pushType?.wakesApp == true, !app.plan.postsWhatComes else { return false }
    return !token.isMissing && provider.unanswered.contains(where: \.wakesApp)
      || turn.pushes.liveNumbers().contains { turn.pushes[$0].wakesApp && $0 != app.heldPush }
  }

  /// R2.10: there is nobody whom anything could still reach.
  private mutating func dropAll(_ turn: inout Turn) {
    for place in turn.pushes.liveNumbers() {
      turn.end(turn.pushes.remove(place), .tokens(.unregistered))
    }
  }

  /// R2.10: how long the user has had the app, and what was sent after that.
  ///
  /// - Returns: The counted messages that were created before.
  private func addLeft(_ counted: Range<Int>, _ turn: inout Turn) -> Range<Int> {
    guard turn.hasUninstalls else { return counted }
    let end = min(token.uninstalled, turn.world.duration)
    let span = max(.zero, end - turn.world.warmup)
    turn.tally.add(UInt64(span.microseconds), to: ReactionCounter.installedTime)
    let last = min(max(subscriptions.end, counted.lowerBound), counted.upperBound)
    for message in last..<counted.upperBound {
      turn.tally.add(UInt64(turn.ledger[message].sends), to: .unwanted)
    }
    return counted.lowerBound..<last
  }

  /// R0.1: what the user did not want when it was created is not owed, whatever was sent of it.
  private mutating func addFates(
    _ counted: Range<Int>, _ turn: inout Turn
  ) -> (owed: Int, shown: Int, lost: Int) {
    guard subscriptions.isOn else {
      let (shown, lost) = turn.tally.add(turn.books.ledger, counted)
      return (counted.count, shown, lost)
    }
    var (sums, rest) = ((owed: 0, shown: 0, lost: 0), counted)
    while let first = rest.first {
      let isOwed = subscriptions.isOwed(first)
      let end = rest.first { subscriptions.isOwed($0) != isOwed } ?? rest.upperBound
      if isOwed {
        let (shown, lost) = turn.tally.add(turn.books.ledger, first..<end)
        sums = (sums.owed + end - first, sums.shown + shown, sums.lost + lost)
      } else {
        for message in first..<end {
          turn.tally.add(UInt64(turn.ledger[message].sends), to: .unwanted)
        }
      }
      rest = end..<rest.upperBound
    }
    return sums
  }

  private mutating func addPayloads(_ counted: Range<Int>, _ turn: inout Turn) {
    guard plan.provider.payload != nil else { return }
    for message in counted where subscriptions.isOwed(message) {
      let entry = turn.ledger[message]
      guard entry.sends > 0 else { continue }
      let stage = plan(at: entry.created).provider
      guard stage.sendsContent else { continue }
      let bytes =
        stage.digest?.pushBytes(UInt32(message), provider, &turn)
        ?? provider.payloadBytes(UInt32(message), &turn)
      guard bytes <= Workload.payloadMax else {
        return turn.stop(.init(limit: .payloadBytes, device: turn.device, time: entry.created))
      }
      turn.tally.add(UInt64(bytes) * UInt64(entry.sends), to: WorkloadCounter.payloadBytes)
    }
  }

  private func addKnown(_ counted: Range<Int>, _ turn: inout Turn) {
    user.badge.count(counted, &turn) { subscriptions.isOwed($0) }
    guard let usefulFor = plan.usefulFor else { return }
    let allAreOwed = !subscriptions.isOn
    let (alertsTell, badgeTells) = (plan.centre.tells, plan.provider.sendsBadge)
    var (shown, aware) = (UInt64(0), UInt64(0))
    for message in counted where allAreOwed || subscriptions.isOwed(message) {
      let entry = turn.ledger[message]
      let limit = entry.created.advanced(bySpan: usefulFor)
      let synced = app.visitLog.firstSight(from: entry.synced)
      shown += entry.had(synced: synced) <= limit ? 1 : 0
      let told = min(
        alertsTell ? entry.shown : user.seen(message),
        badgeTells ? user.badge.told(position: turn.position(of: UInt32(message))) : .never)
      aware += entry.known(told: told, synced: synced) <= limit ? 1 : 0
    }
    turn.tally.add(shown, to: .shownInTime)
    turn.tally.add(aware, to: .awareInTime)
    if user.looksAtAll { addSeen(counted, usefulFor, &turn) }
  }

  private func addSeen(_ counted: Range<Int>, _ usefulFor: SimTime, _ turn: inout Turn) {
    for message in counted where subscriptions.isOwed(message) {
      let limit = turn.ledger[message].created.advanced(bySpan: usefulFor)
      turn.tally.add(user.seen(message) <= limit ? 1 : 0, to: UserCounter.seenInTime)
    }
  }
}

/// The sums of entries of the ledger, beside their delays.
private struct LedgerSums {
  private(set) var messages = 0
  private(set) var sent: UInt64 = 0
  /// Messages that were never sent.
  private var unsent: UInt64 = 0
  private var unshown = 0

  var shown: Int { messages - unshown }

  /// Pushes beside the first one of each message.
  var resent: UInt64 { sent + unsent - UInt64(messages) }

  mutating func add(_ entry: LedgerEntry, _ recorder: inout LatencyCounts.Recorder) {
    messages &+= 1
    sent &+= UInt64(entry.sends)
    unsent &+= entry.sends == 0 ? 1 : 0
    if !recorder.add(from: entry.created, to: entry.shown) { unshown &+= 1 }
  }
}

extension Tally {
  // MARK: Adding closed accounts

  mutating func addDevice(lost: Int) { Self.addDevice(lost, to: &devicesByLost) }
  mutating func addDevice(hits: Int) { Self.addDevice(hits, to: &devicesByHits) }

  private static func addDevice(_ number: Int, to devices: inout [UInt64]) {
    if devices.count <= number {
      devices.append(contentsOf: repeatElement(0, count: number + 1 - devices.count))
    }
    devices[number] += 1
  }

  /// From the squares one can tell how much of the variance devices share.
  fileprivate mutating func addSquares(owed: UInt64, shown: UInt64) {
    add(shown * shown, to: .shownSquares)
    add(shown * owed, to: .shownTimesOwed)
    add(owed * owed, to: .owedSquares)
  }

  /// Adds the messages that are owed to a device, which are in order of creation.
  ///
  /// - Returns: The numbers of those that are shown and of those that are lost.
  fileprivate mutating func add(
    _ ledger: borrowing Buffer<LedgerEntry>, _ messages: Range<Int>
  ) -> (shown: Int, lost: Int) {
    precondition(messages.upperBound <= ledger.count, "no such message")
    add(UInt64(messages.count), to: .owed)
    var (shown, lost) = (0, 0)
    var first = messages.lowerBound
    while first < messages.upperBound {
      // A bucket of the timeline after the other.
      let bucket = bucket(of: ledger[first].created)
      let sums = sum(ledger, first..<messages.upperBound, before: end(ofBucket: bucket))
      precondition(sums.messages > 0, "a bucket ends after its messages")
      let end = first + sums.messages
      add(sums, in: bucket)
      if sums.shown < sums.messages {
        for message in first..<end where ledger[message].shown == .never {
          lost += add(unshown: ledger[message])
        }
      }
      (shown, first) = (shown + sums.shown, end)
    }
    return (shown, lost)
  }

  /// Counts the delays of the first messages. Apart, so that the loop has registers enough.
  ///
  /// - Parameter end: Those that were created from then on are not counted.
  /// - Returns: The other sums over these messages.
  @inline(never)
  private mutating func sum(
    _ ledger: borrowing Buffer<LedgerEntry>, _ messages: Range<Int>, before end: SimTime
  ) -> LedgerSums {
    var sums = LedgerSums()
    ledger.withElements { entries in
      delays.record { recorder in
        for entry in UnsafeBufferPointer(rebasing: entries[messages]) {
          guard entry.created < end else { break }
          sums.add(entry, &recorder)
        }
      }
    }
    return sums
  }

  private mutating func add(_ sums: LedgerSums, in bucket: Int) {
    add(sums.sent, to: .pushesSent)
    add(sums.resent, to: .pushesResent)
    timelineOwed[bucket] += UInt64(sums.messages)
    timelineShown[bucket] += UInt64(sums.shown)
    fates[Self.fateIndex(.shown, .none, .none)] += UInt64(sums.shown)
  }

  /// - Returns: 1 when the message is lost, else 0.
  private mutating func add(unshown entry: LedgerEntry) -> Int {
    let fate = entry.fate
    let isOpen = fate == .pending
    let (cause, repair) = isOpen ? (.none, .none) : (entry.cause, entry.repair)
    precondition(fate != .lost || cause != .none, "what is lost has a cause")
    fates[Self.fateIndex(fate, cause, repair)] += 1
    return fate == .lost ? 1 : 0
  }
}
