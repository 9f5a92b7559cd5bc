import DeliverySim

// What happens to the device, to its app and around them, beside the way of a notification.

extension Device {
  // MARK: Whether alerts are drawn

  /// To be called when something changes on which it depends whether alerts are drawn.
  mutating func settleDrawing() {
    drawsAlerts =
      authorisation == .allowed && !app.isOnScreen && !token.isUnregistered
      && !centre.maySilence && !user.looksAtAll && !android.isStopped
  }

  // MARK: The network and the switch

  mutating func setRegion(isUp: Bool, _ bus: inout Bus) {
    if token.isUninstalled { return }
    carryOut(network.setRegion(isUp: isUp, &bus), &bus)
  }

  /// The device begins to reserve power, or ends it; again and again, as long as nothing else
  /// happens in between.
  mutating func flipPower(_ bus: inout Bus) {
    while true {
      let (hasMore, end, number) = power.flip(&bus)
      if hasMore { handOverHeld(before: end, &bus) }
      guard bus.advance(to: end) else {
        return bus.schedule(.powerFlips, at: end, number: number)
      }
    }
  }

  mutating func switchOver(_ bus: inout Bus) {
    let isOn = network.announceSwitch(&bus)
    if isOn { serviceExtension.lock(&bus) }
    carryOut(network.setSwitch(isOn: isOn, &bus), before: .never, &bus)
  }

  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func carryOut(
    _ change: NetworkStation.Change, before limit: SimTime = .zero, _ bus: inout Bus
  ) {
    switch change {
    case .none: break
    case .offline(let connection): goOffline(losing: connection, before: limit, &bus)
    case .online(let delay): goOnline(after: delay, before: limit, &bus)
    }
  }

  private mutating func goOffline(
    losing connection: UInt32?, before limit: SimTime, _ bus: inout Bus
  ) {
    if !serviceExtension.gaps.openRequests.isEmpty {
      for step in serviceExtension.failOpenRequests(&bus) {
        ExtensionStation.carryOut(step, &self, &bus)
      }
    }
    app.failOpenFetches(&bus)
    SocketStation.lose(&self, &bus)
    guard let connection, let detection = service.lose(connection: connection, &bus) else {
      return
    }
    if detection < limit, bus.isNext(detection) {
      // Counted by what follows.
      bus.skip(to: detection)
      service.detectDisconnection(of: service.lost, &bus)
    } else {
      bus.schedule(.disconnectionDetected, at: detection, payload: service.lost)
    }
  }

  private mutating func goOnline(after delay: SimTime, before limit: SimTime, _ bus: inout Bus) {
    fetchInForeground(&bus)
    SocketStation.reconnect(&self, &bus)
    telemetry.comeOnline(&bus)
    escalations.comeOnline(bus)
    registerInForeground(&bus)
    let time = network.connecting
    if delay == .zero || bus.advance(to: time, before: limit) {
      connect(before: limit, &bus)
    } else {
      bus.schedule(.connectionReady, at: time)
    }
  }

  // MARK: Tokens and subscriptions (R2.1, R2.8)

  mutating func decide(_ item: Int, _ bus: inout Bus) {
    subscriptions.decide(item, &bus)
    if network.isOnline { register(&bus) }
  }

  /// What was on its way to the old token is lost, and the extension has another device id and no
  /// saved position (R5.1, step 3).
  mutating func changeToken(_ bus: inout Bus) {
    token.change(&bus)
    settleDrawing()
    service.emptyForToken(&bus)
    serviceExtension.forgetAll()
  }

  /// R2.10: what is under way to the app, or with it, ends; so does everything else on the device.
  mutating func uninstall(_ bus: inout Bus) {
    token.uninstall(&bus)
    settleDrawing()
    subscriptions.leave(bus)
    service.emptyForToken(&bus)
    serviceExtension.uninstall(&bus)
    app.uninstall(&bus)
    socket.uninstall()
  }

  private mutating func registerInForeground(_ bus: inout Bus) {
    if app.registersNow(isOnline: network.isOnline) { register(&bus) }
  }

  private mutating func register(_ bus: inout Bus) {
    if token.register(&bus) {
      settleDrawing()
      serviceExtension.beginCursor(bus)
    }
    subscriptions.register(&bus)
  }

  // MARK: Visits (R6.2)

  mutating func openApp(_ bus: inout Bus) {
    let isWanted = !reactions.isOn || reactions.opensApp(bus)
    guard let visit = app.open(isMade: network.isSwitchedOn && isWanted, &bus) else { return }
    begin(visit, &bus)
  }

  /// If nothing happens before the end of the visit, it comes at once: the last thing that a
  /// handler does.
  private mutating func begin(_ visit: Visit, _ bus: inout Bus) {
    let ending = app.begin(visit, &bus)
    let wakesPhone = android.isOn && android.openApp(&bus)
    settleDrawing()
    telemetry.openApp(isOnline: network.isOnline, &bus)
    escalations.openApp(isOnline: network.isOnline, bus)
    registerInForeground(&bus)
    if user.looksAtAll {
      centre.clear()
      user.readAll(&bus)
    }
    ReactionStation.learnOfUnknown(&self, &bus)
    fetchInForeground(&bus)
    SocketStation.open(&self, &bus)
    if let push = app.takeHeld(&bus) { wakeApp(by: push, &bus) }
    if wakesPhone { handOverHeld(before: .zero, &bus) }
    guard let ending else { return }
    if bus.advance(to: visit.end) {
      endVisit(&bus)
    } else {
      bus.schedule(.visitEnds, at: visit.end, number: ending)
    }
  }

  mutating func endVisit(_ bus: inout Bus) {
    guard app.endVisit(&bus) else { return }
    telemetry.leaveApp()
    escalations.leaveApp()
    if android.isOn {
      android.leaveApp(&bus)
      if android.isStopped { stopApp(&bus) }
    }
    SocketStation.leave(&self, &bus)
    settleDrawing()
  }

  // MARK: Android (R11.3)

  mutating func startAndroid(_ bus: inout Bus) {
    android.start(&bus)
    settleDrawing()
  }

  mutating func stopByVendor(_ bus: inout Bus) {
    guard android.stopByVendor(&bus) else { return }
    stopApp(&bus)
    settleDrawing()
  }

  /// The process of an app that is stopped has ended, and its own connection with it.
  private mutating func stopApp(_ bus: inout Bus) {
    app.stopByForce(&bus)
    SocketStation.end(&self, &bus)
  }

  // MARK: Looks at the centre (R4.9, R6.2)

  /// The user has pressed a button on a notification: the app does what it says.
  mutating func act(on message: UInt32, _ bus: inout Bus) {
    if !android.isStopped { fetchInBackground(for: .action(message), &bus) }
  }

  /// The user looks because of an alert, and finds what has come silently, too.
  mutating func look(_ index: Int, _ bus: inout Bus) {
    guard let outcome = user.look(index, &bus) else { return }
    react(to: outcome, &bus)
    notice(&bus)
  }

  /// The quiet hours in which something came have ended, and the user looks at it.
  mutating func lookAfterQuiet(_ index: Int, _ bus: inout Bus) {
    guard let outcome = user.lookAfterQuiet(index, &bus) else { return }
    react(to: outcome, &bus)
  }

  /// The user picks up the phone, if it is on.
  mutating func pickUp(_ bus: inout Bus) {
    if user.picksUp(isSwitchedOn: network.isSwitchedOn, &bus) { notice(&bus) }
    user.planPickup(&bus)
  }

  /// Who opens the app by a tap has then noticed all.
  private mutating func notice(_ bus: inout Bus) {
    while let outcome = user.noticeNext(&bus) { react(to: outcome, &bus) }
  }

  private mutating func react(to outcome: UserStation.LookOutcome, _ bus: inout Bus) {
    if centre.isProvisional { decideOnPermission(&bus) }
    switch outcome {
    case .nothing: break
    case .clearing: centre.clear()
    case .tap(let message, let showing):
      guard let visit = app.open(byTapOn: message, showing: showing, bus) else { return }
      begin(visit, &bus)
    case .action(let message, let showing):
      guard Int(message) <= Event.payloadMax else { return bus.stop(.notificationsUnseen) }
      let time = bus.now.advanced(bySpan: user.unlockTime(message, showing: showing, bus))
      bus.schedule(.actionReachesApp, at: time, payload: Int(message))
    }
  }

  /// R11.4: who first looks at what came silently on trial is asked with it whether
  /// to keep the notifications or to turn them off. Who turns them off has refused them.
  private mutating func decideOnPermission(_ bus: inout Bus) {
    if !centre.decide(&bus), authorisation == .allowed {
      authorisation = .denied
      app.visitLog.keep(since: bus.now, isOpen: app.isInForeground)
    }
    settleDrawing()
  }

  // MARK: The app asks the server (R4.6, R8)

  /// Opening the app shows what is there, from the server: at once, or as soon as there is a
  /// network, if somebody is still looking.
  private mutating func fetchInForeground(_ bus: inout Bus) {
    if app.fetchesNow(isOnline: network.isOnline, &bus) { syncAll(&bus) }
  }

  /// Everything that the user does not have; a shared cursor moves with it (R5.8).
  mutating func syncAll(_ bus: inout Bus) {
    for message in app.fetches.take(before: bus.ledger.count) { sync(UInt32(message), &bus) }
    serviceExtension.moveCursor(to: bus.serverState)
  }

  /// A push wakes the app, unseen. A heartbeat brings nothing that could wait for the answer.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func wakeApp(by push: Push, before limit: SimTime = .zero, _ bus: inout Bus) {
    bus.note(.app(.woken), push)
    guard push.carriesMessage else {
      bus.release(push)
      return fetchInBackground(for: .heartbeat(push), before: limit, &bus)
    }
    fetchInBackground(for: .push(push), before: limit, &bus)
  }

  /// R1.5: a mixed message; that its alert is not drawn is no hindrance.
  mutating func wakeByMixed(_ push: Push, _ bus: inout Bus) {
    guard app.isWokenBesides(by: push, bus) else { return }
    bus.note(.app(.woken), push)
    fetchInBackground(for: .mixed(push), &bus)
  }

  /// The system lets the app refresh itself.
  mutating func poll(_ bus: inout Bus) {
    guard let number = app.poll(isOnline: network.isOnline && !android.isStopped, &bus) else {
      return
    }
    fetchInBackground(for: .timer(number), before: .never, &bus)
  }

  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func fetchInBackground(
    for reason: WakeReason, before limit: SimTime = .zero, _ bus: inout Bus
  ) {
    app.launch(&bus)
    guard let fetch = app.fetch(for: reason, isOnline: network.isOnline, before: limit, &bus)
    else { return }
    endFetch(fetch, &bus)
  }

  /// A push has had its fetch, which may have come too late for its own message.
  private func endWake(by push: Push, _ bus: inout Bus) {
    let entry = bus.ledger[Int(push.message)]
    guard entry.shown == .never, entry.synced == .never, !provider.holds(push.message, bus) else {
      return bus.release(push)
    }
    bus.end(push, .retentionOver)
  }

  /// Posts a local notification for each message that the user does not have (R4.8). It crosses no
  /// push service; where nothing is drawn the app has the message all the same (R4.1).
  mutating func endFetch(_ index: Int, _ bus: inout Bus) {
    guard let (fetch, push) = app.endFetch(index, &bus) else { return }
    let end = Int(fetch.asked.messages)
    for place in app.fetches.take(before: end) where app.isMissing(place, bus) {
      let message = UInt32(place)
      if fetch.posts, authorisation == .allowed {
        post(message, &bus)
      } else {
        sync(message, &bus)
      }
    }
    serviceExtension.moveCursor(to: fetch.asked)
    if let push { endWake(by: push, &bus) }
    app.endWake(&bus)
  }

  // MARK: Local notifications (R4.8, R12.2)

  /// Posts a local notification for a message that the user does not have.
  mutating func post(_ message: UInt32, _ bus: inout Bus) {
    let isNew = bus.ledger[Int(message)].shown == .never
    show(message, copy: 0, &bus)
    if isNew, bus.ledger[Int(message)].shown != .never { planRepeat(of: message, &bus) }
  }

  private func planRepeat(of message: UInt32, _ bus: inout Bus) {
    guard let repeats = app.plan.localRepeats else { return }
    guard Int(message) <= Event.payloadMax else { return bus.stop(.notificationsUnseen) }
    bus.schedule(.localRepeats, at: bus.now + repeats.every, payload: Int(message))
  }

  /// One that the user has looked at, or that has gone, is cancelled.
  mutating func repeatLocal(_ place: Int, _ bus: inout Bus) {
    let message = UInt32(place)
    guard let repeats = app.plan.localRepeats, authorisation == .allowed,
      !android.isStopped, user.isUntouched(message)
    else { return }
    bus.note(.attention(.alertedAgain), message: message)
    let appearance = centre.alert(message, .redundant, isInApp: app.isInForeground, &bus)
    ReactionStation.hear(&self, &bus)
    user.expectAnotherLook(at: message, appearance, &bus)
    let passed = bus.now - bus.ledger[place].shown
    if passed.microseconds / repeats.every.microseconds < Int64(repeats.times) {
      planRepeat(of: message, &bus)
    }
  }
}
