import DeliverySim

/// The messages for which nothing needs to be asked on their way, compiled once.
struct FastForwardPlan {
  /// Messages are sent as alerts with their content, and most need nothing else.
  let isPossible: Bool
  /// So may pushes without a message.
  let takesOthers: Bool
  /// Pushes carry positions, and the extension looks at them.
  let numbersPushes: Bool
  let repairAtFirst: Repair
  /// Some messages cannot go straight for a reason of their own (``Device/chosen(from:_:_:)``).
  let choosesMessages: Bool
  /// Messages leave receipts or acknowledgements behind (``Device/settle(_:_:_:_:_:)``).
  let settlesArrivals: Bool
  let acknowledges: Bool
  /// The push service's console counts them (R7.4).
  let countsAccepted: Bool

  /// - Parameter vetoes: Those of all stations.
  init(
    _ setup: DeviceSetup, _ vetoes: Vetoes, _ provider: ProviderPlan, _ service: PushServicePlan,
    _ runs: ExtensionPlan
  ) {
    (isPossible, takesOthers) = (vetoes.isEmpty, !vetoes.contains(.otherPushes))
    numbersPushes = runs.gaps.isOn
    repairAtFirst = runs.gaps.repairAtFirst
    choosesMessages = service.collapse.isOn || provider.link.changes || provider.retry.isOn
    settlesArrivals = setup.telemetry != nil || runs.acknowledges
    (acknowledges, countsAccepted) = (runs.acknowledges, service.hasConsole)
  }
}

extension Device {
  // MARK: Messages

  /// Makes a message; then the following ones, as long as nothing else can happen before the next
  /// one is made.
  mutating func createMessages(_ turn: inout Turn) {
    var next = workload.nextMessage(&turn)
    while true {
      if fastForward(before: &next, &turn) {
        beQuiet(until: next, &turn)
      } else {
        createMessage(before: next, &turn)
      }
      guard turn.advance(to: next) else { return turn.scheduleMessage(at: next) }
      next = workload.nextMessage(&turn)
    }
  }

  /// Takes new messages to the screen at once, one after the other, as long as nothing can happen
  /// to them or to their device in between.
  ///
  /// Hop 1 is ideal, the push is not lost nor collapsible, it gets there before the next message
  /// is made and before anything else happens, and nobody watches. No heartbeat may be due, it is
  /// acknowledged before it would be sent again, and the extension has no gap to notice, nor one in
  /// work.
  ///
  /// The same steps as in `Device+Notification.swift`, for the case that is nine in ten; the
  /// property tests compare both ways.
  ///
  /// - Parameter next: When the message after this one is made; moves on with the messages.
  /// - Returns: False when the message that is made now needs the general way; true when it has
  ///   gone and something else may happen before the next one.
  mutating func fastForward(before next: inout SimTime, _ turn: inout Turn) -> Bool {
    let message = UInt32(turn.ledger.count)
    guard turn.books.numbersByMessage, !turn.isRecorded, turn.mayStore else { return false }
    // A digest has nothing to tell of messages that are shown, as those of a stretch are.
    guard network.isConnected, plan.fastForward.isPossible, drawsAlerts,
      serviceExtension.gaps.runs.count == 0,
      !plan.fastForward.numbersPushes || serviceExtension.isInOrder(message),
      provider.plan.digest?.isKnown(before: message, turn) ?? true, service.passesMessages(reach)
    else { return false }
    return goStraight(before: &next, &turn)
  }

  // MARK: Pushes without a message

  /// The server makes one; then the following ones, as long as nothing else can happen before the
  /// next one is made.
  mutating func makeExtraPushes(_ code: Int, _ turn: inout Turn) {
    guard let content = PushContent(rawValue: UInt8(code)) else { return }
    while let (next, number) = makeExtraPush(content, &turn) {
      guard turn.advance(to: next) else {
        return turn.schedule(
          WorkloadEventKind.extraPushMade, at: next, payload: code, number: number)
      }
    }
  }

  /// - Returns: When the next one is made; nil: there is none.
  private mutating func makeExtraPush(
    _ content: PushContent, _ turn: inout Turn
  ) -> (next: SimTime, number: UInt32)? {
    if token.isRefused { return skipExtraPush(content, &turn) }
    guard var push = provider.sendOther(content, hasToken: !token.isMissing, &turn) else {
      return nil
    }
    let next = workload.nextExtraPush(content, number: push.message + 1, &turn)
    let number = turn.reserveNumber()
    turn.count(WorkloadCounter.extraPushes)
    if !fastForwardOther(push, before: next, &turn) { follow(&push, before: next, &turn) }
    return (next, number)
  }

  /// R2.10: it is due, but there is no token to send it to; the next ones may have one again.
  private mutating func skipExtraPush(
    _ content: PushContent, _ turn: inout Turn
  ) -> (next: SimTime, number: UInt32)? {
    let number = provider.nextNumber(of: content)
    guard !token.isUninstalled else { return nil }
    return (workload.nextExtraPush(content, number: number + 1, &turn), turn.reserveNumber())
  }

  /// A quiet time begins with the last message; a heartbeat at its end needs no event if that comes
  /// before everything else.
  ///
  /// - Parameter next: The time when the next message is made.
  @inline(__always)
  private mutating func beQuiet(until next: SimTime, _ turn: inout Turn) {
    guard let due = provider.startQuietTime(turn) else { return }
    guard turn.advance(to: due) else {
      return turn.schedule(HeartbeatEventKind.due, at: due)
    }
    sendHeartbeat(before: next, &turn)
  }

  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  @inline(never)
  mutating func sendHeartbeat(before limit: SimTime, _ turn: inout Turn) {
    guard var push = provider.heartbeatIfQuiet(hasToken: !token.isMissing, &turn) else { return }
    if !fastForwardOther(push, before: limit, &turn) { follow(&push, before: limit, &turn) }
  }

  /// Takes a push to the device at once, if nothing can happen to it on its way.
  ///
  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  /// - Returns: False: it needs the general way; then nothing has changed.
  @inline(__always)
  private mutating func fastForwardOther(
    _ other: Push, before limit: SimTime, _ turn: inout Turn
  ) -> Bool {
    guard network.isConnected, plan.fastForward.takesOthers, authorisation == .allowed,
      !token.isUnregistered, !android.isStopped, !service.isHeldBack(other, reach),
      !service.holdsBack, let loss = provider.linkLoss(at: turn.now, &turn),
      !turn.isOtherLost(other.content, other.message, loss)
    else { return false }
    let (content, number) = (other.content, other.message)
    let link = provider.plan.link.latency
    let accepted = turn.now + turn.firstSpanOfOther(.linkLatency, link, content, number)
    let latency = service.plan.latency
    let arrived = accepted + turn.firstSpanOfOther(.serviceLatency, latency, content, number)
    guard arrived < limit, turn.isNext(arrived) else { return false }
    service.acceptances &+= 1
    if service.plan.hasConsole {
      turn.count(ConsoleCounter.received, at: accepted)
      turn.count(ConsoleCounter.delivered, at: accepted)
    }
    turn.moveClock(to: accepted)
    turn.note(.accepted, other)
    turn.moveClock(to: arrived)
    guard other.hasAlert else {
      turn.note(.arrived, other)
      turn.count(CoreCounter.wakeUps)
      turn.release(other)
      return true
    }
    var push = other
    push.destination = .none
    (push.acceptance, push.accepted, push.attempts) = (service.acceptances, accepted, 1)
    receiveAwake(push, before: limit, &turn)
    return true
  }

  // MARK: Absences

  /// A span ends, and the next ones too, as long as nothing else happens in between: most times off
  /// the network pass unnoticed.
  mutating func flipConnectivity(_ turn: inout Turn) {
    guard !network.isReplayed else {
      return NetworkStation.carryOut(network.turnAbsence(&turn), before: .never, &self, &turn)
    }
    while true {
      let (end, number) = skipAbsence(&turn) ?? flipOnce(&turn)
      guard turn.advance(to: end) else {
        return turn.schedule(ConnectivityEventKind.connectivityFlips, at: end, number: number)
      }
    }
  }

  private mutating func flipOnce(_ turn: inout Turn) -> (end: SimTime, number: UInt32) {
    let (change, end, number) = network.flip(&turn)
    NetworkStation.carryOut(change, before: end, &self, &turn)
    return (end, number)
  }

  /// Most times off the network matter to nobody: nothing is stored or under way, and the device is
  /// connected again before anything else happens. Such an absence is one step.
  ///
  /// - Returns: When the next one begins; nil: this one needs the general way, and nothing has
  ///   changed.
  @inline(__always)
  private mutating func skipAbsence(_ turn: inout Turn) -> (end: SimTime, number: UInt32)? {
    guard network.isConnected, ignoresNetwork(), turn.hasRoom(forEvents: Absence.events) else {
      return nil
    }
    let absence = network.nextAbsence(&turn)
    let noticed = service.noticeTime(ofConnection: network.disconnections, &turn)
    guard absence.connected < min(turn.nextTime(), absence.end),
      noticed < absence.back || noticed > absence.connected
    else { return nil }
    turn.note(.offline, at: absence.began)
    // A notice that finds a new connection changes nothing.
    if noticed > absence.began, noticed < absence.back {
      turn.note(.detected, at: noticed)
      turn.countEvents(1)
    }
    network.pass(absence, &turn)
    return (absence.end, turn.reserveNumber())
  }

  /// Nothing waits for a new connection, nor would be lost with the old one. Receipts to upload and
  /// the like wait for a network: a connected device has one.
  @inline(__always)
  private mutating func ignoresNetwork() -> Bool {
    !service.store.isInUse && serviceExtension.gaps.openRequests.isEmpty && !app.fetches.isRunning
      && !socket.isOn
  }
}
