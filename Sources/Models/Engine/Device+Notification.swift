import DeliverySim

// The life of a notification, from top to bottom.

extension Device {
  // MARK: The server makes a message

  /// Where hop 1 is ideal, and the provider drops nothing, the message is sent at once.
  ///
  /// - Parameter next: The time when the next one is made.
  @inline(never)
  mutating func createMessage(before next: SimTime, _ turn: inout Turn) {
    precondition(next >= turn.now, "the next message is not made before this one")
    let message = UInt32(turn.ledger.count)
    let repair = plan.serviceExtension.gaps.repairAtFirst
    turn.ledger.append(LedgerEntry(created: turn.now, repair: repair))
    turn.note(.created, message: message)
    subscriptions.create(message, &turn)
    guard provider.plan.pushType != nil else { return }
    var push =
      turn.books.numbersByMessage ? send(message, &turn) : provider.handIn(message, &turn)
    follow(&push, before: next, &turn)
  }

  // MARK: On the way

  /// Brings a push to the end of its leg, and of the next ones, as long as nothing else can happen
  /// before it gets there; else the end becomes an event. So most pushes need no event at all.
  ///
  /// Moves the clock: the last thing that a handler does.
  ///
  /// - Parameter limit: Something that is not in the queue happens then; never: all is in the
  ///   queue. Zero: the caller has more to do at this moment; only legs that take no time are over
  ///   at once.
  mutating func follow(_ push: inout Push, before limit: SimTime, _ turn: inout Turn) {
    while push.destination != .none {
      precondition(push.legEnd >= turn.now, "a leg does not end before it begins")
      if push.legEnd > turn.now, !turn.advance(to: push.legEnd, before: limit) {
        return park(push, &turn)
      }
      finishLeg(&push, before: limit, &turn)
    }
  }

  /// Makes an event of a leg's end.
  private func park(_ push: Push, _ turn: inout Turn) {
    let place = turn.pushes.insert(push)
    turn.schedule(push.destination.event, at: push.legEnd, payload: place)
  }

  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  private mutating func finishLeg(
    _ push: inout Push, before limit: SimTime, _ turn: inout Turn
  ) {
    switch push.destination {
    case .intake: provider.crossIntake(&push, &turn)
    case .provider: reachProvider(&push, &turn)
    case .link: crossLink(&push, &turn)
    case .service: reachService(&push, &turn)
    case .device: arrive(&push, before: limit, &turn)
    case .socket: SocketStation.arrive(&push, &self, &turn)
    case .none: preconditionFailure("every leg leads somewhere")
    }
  }

  // MARK: At the provider

  private mutating func reachProvider(_ push: inout Push, _ turn: inout Turn) {
    precondition(push.copy == 0, "only a message comes to the provider, and once")
    push.destination = .none
    // Its own connection needs no token (R11.2).
    var refusal = token.isMissing && !socket.isTrusted ? Cause.tokens(.noToken) : nil
    if refusal == nil, !subscriptions.isKnown(push.message) {
      refusal = .subscriptions(.notSubscribed)
    }
    if refusal == nil {
      switch provider.release(&push, &turn) {
      case .now: break
      case .later: return
      case .expired: refusal = .provider(.retentionOver)
      }
    }
    if let refusal { return provider.refuse(push, refusal, &turn) }
    if SocketStation.send(&push, &self, &turn) { return }
    provider.take(push.message, &turn)
    push = send(push.message, &turn)
  }

  /// Sends the next copy of a message.
  mutating func send(_ message: UInt32, _ turn: inout Turn) -> Push {
    let push = provider.send(message, &turn)
    if push.destination != .none, push.copy == 0, telemetry.isOn {
      telemetry.noteSend(of: message, at: turn.now)
    }
    return push
  }

  /// Nobody has acknowledged a message in time.
  mutating func retry(_ message: Int, _ turn: inout Turn) {
    guard provider.retries.endWait(for: message, &turn), !token.isMissing else { return }
    precondition(turn.ledger[message].sends > 0, "nothing is sent again that was never sent")
    var push = send(UInt32(message), &turn)
    follow(&push, before: .never, &turn)
  }

  /// R2.10: what has waited to be tried again is not sent to a token that is refused by now.
  private mutating func crossLink(_ push: inout Push, _ turn: inout Turn) {
    guard push.retries == 0 || !token.wasRefused(sent: push.sent) else {
      push.destination = .none
      return turn.end(push, .tokens(.noToken))
    }
    provider.crossLink(&push, &turn)
  }

  // MARK: At the push service

  private mutating func reachService(_ push: inout Push, _ turn: inout Turn) {
    let isCutOff = plan.provider.cutOff.contains(turn.now)
    if android.countsUrgentPushes { AndroidStation.demote(&push, &self, &turn) }
    let isRegistered = !token.isGone(sent: push.sent) && !isCutOff
    switch service.accept(&push, isRegistered: isRegistered, reach, &turn) {
    case .accepted: if push.isDemoted { AndroidStation.countDemoted(push, self, &turn) }
    case .unregistered:
      push.follow(service.plan.hasConsole && !isCutOff && turn.isCounted(turn.now), &turn.tally)
      turn.end(push, .tokens(.unregistered))
      // The provider is refused, whatever the token: it goes on sending (R12.7).
      if !isCutOff, !push.isUnanswered { token.learnOfRefusal(sent: push.sent, &turn) }
    case .overQuota: turn.end(push, .pushService(.overQuota))
    case .tooMany: provider.wait(&push, .tooManyPushes, orEndBy: .pushService(.throttled), &turn)
    }
  }

  /// The device has a connection: what was sent into the dead one arrives, or what is stored is
  /// handed over.
  ///
  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  mutating func connect(before limit: SimTime, _ turn: inout Turn) {
    guard network.connect(&turn) else { return }
    service.noteConnection()
    if service.isHalfOpen {
      for push in service.resume(return: network.returns &- 1, &turn) {
        receive(push.countArrival(authorisation, &turn.tally), &turn)
      }
    }
    if !service.sleepsOn(reach, turn) { handOverStored(before: limit, &turn) }
  }

  /// The device is awake: what is held back comes along, whatever its priority.
  ///
  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  mutating func handOverHeld(before limit: SimTime, _ turn: inout Turn) {
    if network.isConnected, service.holdsBack { handOverStored(before: limit, &turn) }
  }

  /// Everything that is stored goes to the device, in order of acceptance.
  private mutating func handOverStored(before limit: SimTime, _ turn: inout Turn) {
    precondition(network.isConnected, "nothing is handed over to a device that is away")
    service.store.dropExpired(&turn)
    if service.store.isDiscarding { syncDiscarded(&turn) }
    switch service.store.take(&turn) {
    case .nothing: break
    case .one(let push): handOver(push, before: limit, &turn)
    case .many(let pushes): for push in pushes { handOver(push, before: .zero, &turn) }
    }
  }

  /// R3.10: the app is told of what was discarded, if it can be (R3.14), and syncs. One that shares
  /// a cursor with its extension asks for everything since then, as at an opening (R5.8).
  private mutating func syncDiscarded(_ turn: inout Turn) {
    let owesSync = service.store.owesSync
    for message in service.store.tellOfDiscarded(&turn) { sync(message, &turn) }
    if owesSync, serviceExtension.sharesCursor { AppStation.syncAll(&self, &turn) }
  }

  private mutating func handOver(_ push: Push, before limit: SimTime, _ turn: inout Turn) {
    var push = push
    turn.note(.handedOver, push)
    service.deliver(&push, &turn)
    follow(&push, before: limit, &turn)
  }

  // MARK: On the device (model.md R4, R5.1)

  /// A push reaches the device, or finds it gone, or finds no app that it was sent to.
  private mutating func arrive(_ push: inout Push, before limit: SimTime, _ turn: inout Turn) {
    precondition(push.attempts > 0, "nothing arrives that was not delivered")
    push.destination = .none
    guard service.flights.land(push) else { return turn.release(push) }
    if token.isGone(sent: push.sent) { return turn.end(push, .tokens(.unregistered)) }
    guard network.isConnected else { return service.keep(push, &turn) }
    if push.console != .none { push = push.countArrival(authorisation, &turn.tally) }
    receiveAwake(push, before: limit, &turn)
  }

  /// A push reaches a connected device, which is awake then: what is held back comes along with it.
  ///
  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  @inline(never)
  mutating func receiveAwake(_ push: Push, before limit: SimTime, _ turn: inout Turn) {
    let time = turn.now
    receive(push, before: service.holdsBack ? .zero : limit, &turn)
    if turn.now == time { handOverHeld(before: limit, &turn) }
  }

  /// - Parameter limit: The same as in ``follow(_:before:_:)``.
  mutating func receive(_ push: Push, before limit: SimTime = .zero, _ turn: inout Turn) {
    precondition(network.isConnected, "a device that is away gets nothing")
    // R11.3: nothing is told to an app that is stopped.
    guard !android.isStopped else { return turn.end(push, .app(.forceQuit)) }
    turn.note(.arrived, push)
    turn.count(CoreCounter.wakeUps)
    if android.countsUrgentPushes { AndroidStation.noteHandOver(of: push, &self, turn) }
    let limit = workload.isMixed(push) || token.countsSilentPushes ? .zero : limit
    if push.wakesApp {
      if app.isWoken(by: push, &turn) { AppStation.wake(by: push, before: limit, &self, &turn) }
    } else {
      receiveAlert(push, before: limit, &turn)
      if workload.isMixed(push) { AppStation.wakeBesides(push, &self, &turn) }
    }
    if token.countsSilentPushes { noteIfSilent(push, &turn) }
  }

  /// R12.6: the browser counts what draws nothing.
  @inline(never)
  private mutating func noteIfSilent(_ push: Push, _ turn: inout Turn) {
    let isSilent =
      push.wakesApp || !push.hasAlert || push.isFiltered || workload.isBlank(push, turn)
    guard isSilent, token.noteSilentPush(&turn) else { return }
    settleDrawing()
    service.emptyForToken(&turn)
  }

  private mutating func receiveAlert(_ push: Push, before limit: SimTime, _ turn: inout Turn) {
    if let cause = authorisation.refusalOfAlerts { return turn.end(push, cause) }
    if workload.isBlank(push, turn) { return turn.end(push, .phone(.ignoredPayload)) }
    if plan.provider.sendsBadge { user.badge.note(push) }
    if app.isInForeground { telemetry.writeReceipts(by: .app, for: push, &turn) }
    if plan.serviceExtension.runsFreely {
      ExtensionStation.work(
        on: push, serviceExtension.start(at: turn.now), before: limit, &self, &turn)
    } else {
      ExtensionStation.receiveLimited(push, before: limit, &self, &turn)
    }
  }

  // MARK: On the screen (R4.4, R6)

  /// The extension has had no part in it: a heartbeat is seen, and of a digest its own message.
  mutating func showAsItCame(_ push: Push, itemsEndBy cause: Cause, _ turn: inout Turn) {
    var push = push
    push.isFiltered = false
    turn.discardItems(of: &push, cause)
    guard !push.hasContent else { return showOriginal(push, &turn) }
    // An end of a digest's items is no fault of a push without content: nobody fetched it.
    let cause = cause == .phone(.ignoredPayload) ? Cause.app(.fetchFailed) : cause
    showPlaceholder(for: push, cause, hasAsked: false, &turn)
  }

  /// R5.9: the extension has added nothing to it. It counts if it is the message's first showing.
  mutating func showOriginal(_ push: Push, _ turn: inout Turn) {
    let place = Int(push.message)
    let isFirst = push.carriesMessage && push.hasContent && turn.ledger[place].shown == .never
    showContent(push, &turn)
    guard plan.serviceExtension.decorates, isFirst, turn.ledger[place].shown != .never
    else { return }
    turn.note(.run(.degraded), push)
    if subscriptions.isOwed(place) {
      turn.count(ExtensionCounter.degraded, at: turn.ledger[place].created)
    }
  }

  /// Shows a push as it came. A heartbeat is an alert without news, unless it is filtered; what
  /// another service tells is news, if none of the messages (R12.4).
  mutating func showContent(_ push: Push, _ turn: inout Turn) {
    if push.carriesMessage {
      if !push.hasContent, !hasFetched(push.message, turn) {
        let hasAnswer = serviceExtension.hasAskedFor(push.message)
        return showPlaceholder(
          for: push, hasAnswer ? .provider(.retentionOver) : .app(.fetchFailed), &turn)
      }
      show(push.message, copy: push.copy, &turn)
    } else if !push.isFiltered, !app.isOnScreen {
      turn.note(.heartbeatShown, push)
      let news: Interruption.News = push.content == .heartbeat ? .none : .news
      _ = centre.alert(nil, news, isInApp: app.isInForeground, &turn)
      ReactionStation.hear(&self, &turn)
    }
    turn.release(push)
  }

  /// The server has answered since the message was made, and had it then.
  private func hasFetched(_ message: UInt32, _ turn: borrowing Turn) -> Bool {
    let entry = turn.ledger[Int(message)]
    return serviceExtension.hasAskedFor(message)
      && (entry.shown != .never || entry.synced != .never || provider.holds(message, turn))
  }

  /// Shows a push without content: it says only that there is a message.
  ///
  /// - Parameter hasAsked: The extension has asked for it.
  private mutating func showPlaceholder(
    for push: Push, _ cause: Cause, hasAsked: Bool = true, _ turn: inout Turn
  ) {
    precondition(
      push.carriesMessage && !push.hasContent, "a placeholder stands for content that is missing")
    if app.isOnScreen {
      sync(push.message, &turn)
      return turn.release(push)
    }
    let isInApp = app.isInForeground
    turn.note(.run(.placeholder), push)
    turn.count(CoreCounter.summaries)
    let appearance = centre.alert(push.message, isInApp: isInApp, &turn)
    ReactionStation.hear(&self, &turn)
    user.expectLook(at: push.message, appearance, isSummary: true, isInApp: isInApp, &turn)
    var repair = turn.ledger[Int(push.message)].repair
    if cause == .app(.fetchFailed), hasAsked { repair = .failed }
    if cause == .provider(.retentionOver) { repair = .refused }
    turn.noteSummarised(push.message, repair)
    turn.end(push, cause)
  }

  /// In the foreground an app may keep a message from being drawn: then the user has it from the
  /// app (R4.4).
  mutating func show(_ message: UInt32, copy: UInt16, _ turn: inout Turn) {
    if app.isOnScreen { return sync(message, &turn) }
    let place = Int(message)
    let isThere = turn.ledger[place].shown != .never && user.hasInCentre(message)
    let appearance = centre.put(
      message, copy: copy, isThere: isThere, isOwed: subscriptions.isOwed(place),
      isInApp: app.isInForeground, &turn)
    ReactionStation.hear(&self, &turn)
    guard let appearance else { return }
    user.expectLook(at: message, appearance, isInApp: app.isInForeground, &turn)
  }

  /// One summary for a push and the messages at the positions that are missed.
  mutating func showSummary(
    replacing trigger: Push, missed: Range<UInt32>, _ repair: Repair, _ turn: inout Turn
  ) {
    precondition(
      missed.isEmpty || missed.lowerBound > 0 && missed.upperBound <= turn.lastPosition + 1,
      "the queue has no such positions")
    if app.isOnScreen {
      if trigger.carriesMessage { sync(trigger.message, &turn) }
      return turn.setRepair(missed, repair)
    }
    let isInApp = app.isInForeground
    let appearance = centre.putSummary(
      replacing: trigger, missed: missed, repair, isInApp: isInApp, &turn)
    ReactionStation.hear(&self, &turn)
    if trigger.carriesMessage {
      user.expectLook(at: trigger.message, appearance, isSummary: true, isInApp: isInApp, &turn)
      turn.noteSummarised(trigger.message, repair)
    }
    for position in missed { turn.noteSummarised(turn.message(at: position), repair) }
  }

  /// The app fetches a message, unless the user has it already.
  mutating func sync(_ message: UInt32, _ turn: inout Turn) {
    let place = Int(message)
    guard subscriptions.isOwed(place), turn.ledger[place].shown == .never,
      turn.ledger[place].synced == .never
    else { return }
    precondition(turn.ledger[place].created <= turn.now, "nothing is fetched before it is made")
    turn.ledger[place].synced = turn.now
    turn.note(.synced, message: message)
    if authorisation != .allowed, !app.isInForeground {
      turn.note(.attention(.notDrawn), message: message)
    }
    ReactionStation.learn(of: message, &self, &turn)
    user.expectReading(of: message, isInApp: app.isInForeground, &turn)
  }
}
