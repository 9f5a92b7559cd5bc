import DeliverySim

// The life of a notification, from top to bottom.

extension Device {
  // MARK: The server makes a message

  /// Where hop 1 is ideal, and the provider drops nothing, the message is sent at once.
  ///
  /// - Parameter next: When the next one is made.
  @inline(never)
  mutating func createMessage(before next: SimTime, _ bus: inout Bus) {
    let message = UInt32(bus.ledger.count)
    let repair = plan.serviceExtension.gaps.repairAtFirst
    bus.ledger.append(LedgerEntry(created: bus.now, repair: repair))
    bus.note(.created, message: message)
    subscriptions.create(message, &bus)
    guard provider.plan.pushType != nil else { return }
    var push =
      bus.books.numbersByMessage ? send(message, &bus) : provider.handIn(message, &bus)
    follow(&push, before: next, &bus)
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
  mutating func follow(_ push: inout Push, before limit: SimTime, _ bus: inout Bus) {
    while push.destination != .none {
      if push.legEnd > bus.now, !bus.advance(to: push.legEnd, before: limit) {
        return park(push, &bus)
      }
      finishLeg(&push, before: limit, &bus)
    }
  }

  /// Makes an event of a leg's end.
  private func park(_ push: Push, _ bus: inout Bus) {
    let place = bus.pushes.insert(push)
    bus.schedule(push.destination.event, at: push.legEnd, payload: place)
  }

  /// - Parameter limit: As in ``follow(_:before:_:)``.
  private mutating func finishLeg(
    _ push: inout Push, before limit: SimTime, _ bus: inout Bus
  ) {
    switch push.destination {
    case .intake: provider.crossIntake(&push, &bus)
    case .provider: reachProvider(&push, &bus)
    case .link: crossLink(&push, &bus)
    case .service: reachService(&push, &bus)
    case .device: arrive(&push, before: limit, &bus)
    case .socket: SocketStation.arrive(&push, &self, &bus)
    case .none: break
    }
  }

  // MARK: At the provider

  private mutating func reachProvider(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    // Its own connection needs no token (R11.2).
    var refusal = token.isMissing && !socket.isTrusted ? Cause.tokens(.noToken) : nil
    if refusal == nil, !subscriptions.isKnown(push.message) {
      refusal = .subscriptions(.notSubscribed)
    }
    if refusal == nil {
      switch provider.release(&push, &bus) {
      case .now: break
      case .later: return
      case .expired: refusal = .provider(.retentionOver)
      }
    }
    if let refusal { return provider.refuse(push, refusal, &bus) }
    if SocketStation.send(&push, &self, &bus) { return }
    provider.take(push.message, &bus)
    push = send(push.message, &bus)
  }

  /// Sends the next copy of a message.
  mutating func send(_ message: UInt32, _ bus: inout Bus) -> Push {
    let push = provider.send(message, &bus)
    if push.destination != .none, push.copy == 0, telemetry.isOn {
      telemetry.noteSend(of: message, at: bus.now)
    }
    return push
  }

  /// Nobody has acknowledged a message in time.
  mutating func retry(_ message: Int, _ bus: inout Bus) {
    guard provider.retries.endWait(for: message, &bus), !token.isMissing else { return }
    var push = send(UInt32(message), &bus)
    follow(&push, before: .never, &bus)
  }

  /// R2.10: what has waited to be tried again is not sent to a token that is refused by now.
  private mutating func crossLink(_ push: inout Push, _ bus: inout Bus) {
    guard push.retries == 0 || !token.wasRefused(sent: push.sent) else {
      push.destination = .none
      return bus.end(push, .tokens(.noToken))
    }
    provider.crossLink(&push, &bus)
  }

  // MARK: At the push service

  private mutating func reachService(_ push: inout Push, _ bus: inout Bus) {
    let isCutOff = plan.provider.cutOff.contains(bus.now)
    if android.isOn { push.isDemoted = android.demotes(push, bus) }
    let isRegistered = !token.isGone(sent: push.sent) && !isCutOff
    switch service.accept(&push, isRegistered: isRegistered, reach, &bus) {
    case .accepted: break
    case .unregistered:
      bus.end(push, .tokens(.unregistered))
      // The provider is refused, whatever the token: it goes on sending (R12.7).
      if !isCutOff { token.learnOfRefusal(sent: push.sent, &bus) }
    case .tooMany: provider.wait(&push, .tooManyPushes, orEndBy: .pushService(.throttled), &bus)
    }
  }

  /// The device has a connection: what was sent into the dead one arrives, or what is stored is
  /// handed over.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func connect(before limit: SimTime, _ bus: inout Bus) {
    guard network.connect(&bus) else { return }
    if service.isHalfOpen {
      for push in service.resume(return: network.returns &- 1, &bus) { receive(push, &bus) }
    }
    if !service.sleepsOn(reach, bus) { handOverStored(before: limit, &bus) }
  }

  /// The device is awake: what is held back comes along, whatever its priority.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func handOverHeld(before limit: SimTime, _ bus: inout Bus) {
    if network.isConnected, service.holdsBack { handOverStored(before: limit, &bus) }
  }

  /// Everything that is stored goes to the device, in order of acceptance.
  private mutating func handOverStored(before limit: SimTime, _ bus: inout Bus) {
    service.store.dropExpired(&bus)
    if service.store.isDiscarding { syncDiscarded(&bus) }
    switch service.store.take(&bus) {
    case .nothing: break
    case .one(let push): handOver(push, before: limit, &bus)
    case .many(let pushes): for push in pushes { handOver(push, before: .zero, &bus) }
    }
  }

  /// R3.10: the app is told of what was discarded, and syncs. One that shares a cursor with its
  /// extension asks for everything since then, as at an opening (R5.8).
  private mutating func syncDiscarded(_ bus: inout Bus) {
    for message in service.store.tellOfDiscarded(&bus) { sync(message, &bus) }
    if serviceExtension.sharesCursor { AppStation.syncAll(&self, &bus) }
  }

  private mutating func handOver(_ push: Push, before limit: SimTime, _ bus: inout Bus) {
    var push = push
    bus.note(.handedOver, push)
    service.deliver(&push, &bus)
    follow(&push, before: limit, &bus)
  }

  // MARK: On the device (model.md R4, R5.1)

  /// A push reaches the device, or finds it gone, or finds no app that it was sent to.
  private mutating func arrive(_ push: inout Push, before limit: SimTime, _ bus: inout Bus) {
    push.destination = .none
    if token.isGone(sent: push.sent) { return bus.end(push, .tokens(.unregistered)) }
    guard network.isConnected else { return service.keep(push, &bus) }
    receiveAwake(push, before: limit, &bus)
  }

  /// A push reaches a connected device, which is awake then: what is held back comes along with it.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  @inline(never)
  mutating func receiveAwake(_ push: Push, before limit: SimTime, _ bus: inout Bus) {
    let time = bus.now
    receive(push, before: service.holdsBack ? .zero : limit, &bus)
    if bus.now == time { handOverHeld(before: limit, &bus) }
  }

  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func receive(_ push: Push, before limit: SimTime = .zero, _ bus: inout Bus) {
    // R11.3: nothing is told to an app that is stopped.
    guard !android.isStopped else { return bus.end(push, .app(.forceQuit)) }
    bus.note(.arrived, push)
    bus.countWakeUp()
    let limit = workload.isMixed(push) || token.countsSilentPushes ? .zero : limit
    if push.wakesApp {
      if app.isWoken(by: push, &bus) { AppStation.wake(by: push, before: limit, &self, &bus) }
    } else {
      receiveAlert(push, before: limit, &bus)
      if workload.isMixed(push) { AppStation.wakeBesides(push, &self, &bus) }
    }
    if token.countsSilentPushes { noteIfSilent(push, &bus) }
  }

  /// R12.6: the browser counts what draws nothing.
  @inline(never)
  private mutating func noteIfSilent(_ push: Push, _ bus: inout Bus) {
    let isSilent =
      push.wakesApp || !push.hasAlert || push.isFiltered || workload.isBlank(push, bus)
    guard isSilent, token.noteSilentPush(&bus) else { return }
    settleDrawing()
    service.emptyForToken(&bus)
  }

  private mutating func receiveAlert(_ push: Push, before limit: SimTime, _ bus: inout Bus) {
    if let cause = authorisation.refusalOfAlerts { return bus.end(push, cause) }
    if workload.isBlank(push, bus) { return bus.end(push, .phone(.ignoredPayload)) }
    if app.isInForeground { telemetry.writeReceipts(by: .app, for: push, &bus) }
    if plan.serviceExtension.runsFreely {
      ExtensionStation.work(
        on: push, serviceExtension.start(bus), before: limit, &self, &bus)
    } else {
      ExtensionStation.receiveLimited(push, before: limit, &self, &bus)
    }
  }

  // MARK: On the screen (R4.4, R6)

  /// The extension has had no part in it: a heartbeat is seen, and of a digest its own message.
  mutating func showAsItCame(_ push: Push, itemsEndBy cause: Cause, _ bus: inout Bus) {
    var push = push
    push.isFiltered = false
    bus.discardItems(of: &push, cause)
    guard !push.hasContent else { return showOriginal(push, &bus) }
    // What ends a digest's items is no fault of a push without content: nobody fetched it.
    let cause = cause == .phone(.ignoredPayload) ? Cause.app(.fetchFailed) : cause
    showPlaceholder(for: push, cause, hasAsked: false, &bus)
  }

  /// R5.9: the extension has added nothing to it. It counts if it is the message's first showing.
  mutating func showOriginal(_ push: Push, _ bus: inout Bus) {
    let place = Int(push.message)
    let isFirst = push.carriesMessage && push.hasContent && isUnseen(push.message, bus)
    showContent(push, &bus)
    guard plan.serviceExtension.decorates, isFirst, !isUnseen(push.message, bus)
    else { return }
    bus.note(.run(.degraded), push)
    if subscriptions.isOwed(place) { bus.countDegraded(created: bus.ledger[place].created) }
  }

  private func isUnseen(_ message: UInt32, _ bus: borrowing Bus) -> Bool {
    bus.ledger[Int(message)].shown == .never
  }

  /// Shows a push as it came. A heartbeat is an alert without news, unless it is filtered; what
  /// another service tells is news, if none of the messages (R12.4).
  mutating func showContent(_ push: Push, _ bus: inout Bus) {
    if push.carriesMessage {
      if !push.hasContent, !hasFetched(push.message, bus) {
        let hasAnswer = serviceExtension.hasAskedFor(push.message)
        return showPlaceholder(
          for: push, hasAnswer ? .provider(.retentionOver) : .app(.fetchFailed), &bus)
      }
      show(push.message, copy: push.copy, &bus)
    } else if !push.isFiltered, !app.isOnScreen {
      bus.note(.heartbeatShown, push)
      let news: Interruption.News = push.content == .heartbeat ? .none : .news
      _ = centre.alert(nil, news, isInApp: app.isInForeground, &bus)
      ReactionStation.hear(&self, &bus)
    }
    bus.release(push)
  }

  /// The server has answered since the message was made, and had it then.
  private func hasFetched(_ message: UInt32, _ bus: borrowing Bus) -> Bool {
    let entry = bus.ledger[Int(message)]
    return serviceExtension.hasAskedFor(message)
      && (entry.shown != .never || entry.synced != .never || provider.holds(message, bus))
  }

  /// Of a push without content there is only the news that there is a message.
  ///
  /// - Parameter hasAsked: The extension has asked for it.
  private mutating func showPlaceholder(
    for push: Push, _ cause: Cause, hasAsked: Bool = true, _ bus: inout Bus
  ) {
    if app.isOnScreen {
      sync(push.message, &bus)
      return bus.release(push)
    }
    let isInApp = app.isInForeground
    bus.note(.run(.placeholder), push)
    bus.countSummary()
    let appearance = centre.alert(push.message, isInApp: isInApp, &bus)
    ReactionStation.hear(&self, &bus)
    user.expectLook(at: push.message, appearance, isSummary: true, isInApp: isInApp, &bus)
    let repair: Repair =
      switch cause {
      case .app(.fetchFailed) where hasAsked: .failed
      case .provider(.retentionOver): .refused
      default: bus.ledger[Int(push.message)].repair
      }
    bus.noteSummarised(push.message, repair)
    bus.end(push, cause)
  }

  /// In the foreground an app may keep a message from being drawn: then the user has it from the
  /// app (R4.4).
  mutating func show(_ message: UInt32, copy: UInt16, _ bus: inout Bus) {
    if app.isOnScreen { return sync(message, &bus) }
    let place = Int(message)
    let isThere = bus.ledger[place].shown != .never && user.hasInCentre(message)
    let appearance = centre.put(
      message, copy: copy, isThere: isThere, isOwed: subscriptions.isOwed(place),
      isInApp: app.isInForeground, &bus)
    ReactionStation.hear(&self, &bus)
    guard let appearance else { return }
    user.expectLook(at: message, appearance, isInApp: app.isInForeground, &bus)
  }

  /// One summary for a push and the messages at the positions that are missed.
  mutating func showSummary(
    replacing trigger: Push, missed: Range<UInt32>, _ repair: Repair, _ bus: inout Bus
  ) {
    if app.isOnScreen {
      if trigger.carriesMessage { sync(trigger.message, &bus) }
      return bus.setRepair(missed, repair)
    }
    let isInApp = app.isInForeground
    let appearance = centre.putSummary(
      replacing: trigger, missed: missed, repair, isInApp: isInApp, &bus)
    ReactionStation.hear(&self, &bus)
    if trigger.carriesMessage {
      user.expectLook(at: trigger.message, appearance, isSummary: true, isInApp: isInApp, &bus)
      bus.noteSummarised(trigger.message, repair)
    }
    for position in missed { bus.noteSummarised(bus.message(at: position), repair) }
  }

  /// The app fetches a message, unless the user has it already.
  mutating func sync(_ message: UInt32, _ bus: inout Bus) {
    let place = Int(message)
    guard subscriptions.isOwed(place), bus.ledger[place].shown == .never,
      bus.ledger[place].synced == .never
    else { return }
    bus.ledger[place].synced = bus.now
    bus.note(.synced, message: message)
    if authorisation != .allowed, !app.isInForeground {
      bus.note(.attention(.notDrawn), message: message)
    }
    ReactionStation.learn(of: message, &self, &bus)
    user.expectReading(of: message, isInApp: app.isInForeground, &bus)
  }
}
