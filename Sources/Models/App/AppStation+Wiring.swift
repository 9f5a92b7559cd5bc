import DeliverySim

extension AppStation {
  static func open(_ device: inout Device, _ turn: inout Turn) {
    let isWanted = !device.reactions.isOn || device.reactions.opensApp(turn)
    guard let visit = device.app.open(isMade: device.network.isSwitchedOn && isWanted, &turn) else {
      return
    }
    begin(visit, &device, &turn)
  }

  /// Begins a visit. If nothing happens before its end, the end comes at once: the last thing that
  /// a handler does.
  static func begin(_ visit: Visit, _ device: inout Device, _ turn: inout Turn) {
    let ending = device.app.begin(visit, &turn)
    let wakesPhone = device.android.isOn && device.android.openApp(&turn)
    device.settleDrawing()
    device.telemetry.openApp(isOnline: device.network.isOnline, &turn)
    device.escalations.openApp(isOnline: device.network.isOnline, at: turn.now)
    TokenStation.registerInForeground(&device, &turn)
    if device.user.looksAtAll {
      device.centre.clear()
      device.user.readAll(&turn)
    }
    ReactionStation.learnOfUnknown(&device, &turn)
    fetchInForeground(&device, &turn)
    SocketStation.open(&device, &turn)
    if let push = device.app.takeHeld(&turn) { wake(by: push, &device, &turn) }
    if wakesPhone { device.handOverHeld(before: .zero, &turn) }
    guard let ending else { return }
    if turn.advance(to: visit.end) {
      endVisit(&device, &turn)
    } else {
      turn.schedule(AppEventKind.visitEnds, at: visit.end, number: ending)
    }
  }

  static func endVisit(_ device: inout Device, _ turn: inout Turn) {
    guard device.app.endVisit(&turn) else { return }
    device.telemetry.leaveApp()
    device.escalations.leaveApp()
    if device.android.isOn {
      device.android.leaveApp(&turn)
      if device.android.isStopped { AndroidStation.stopApp(&device, &turn) }
    }
    SocketStation.leave(&device, &turn)
    device.settleDrawing()
  }

  /// The user has pressed a button on a notification: the app does what it says.
  static func act(on message: UInt32, _ device: inout Device, _ turn: inout Turn) {
    if !device.android.isStopped { fetchInBackground(for: .action(message), &device, &turn) }
  }

  /// Opening the app shows what is there, from the server: at once, or as soon as there is a
  /// network, if somebody is still looking.
  static func fetchInForeground(_ device: inout Device, _ turn: inout Turn) {
    if device.app.fetchesNow(isOnline: device.network.isOnline, &turn) { syncAll(&device, &turn) }
  }

  /// Everything that the user does not have; a shared cursor moves with it (R5.8).
  static func syncAll(_ device: inout Device, _ turn: inout Turn) {
    for message in device.app.fetches.takeAll(before: turn.ledger.count) {
      device.sync(UInt32(message), &turn)
    }
    device.serviceExtension.moveCursor(to: turn.serverState)
  }

  /// A push wakes the app, unseen. A heartbeat brings nothing that could wait for the answer.
  ///
  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func wake(
    by push: Push, before limit: SimTime = .zero, _ device: inout Device, _ turn: inout Turn
  ) {
    precondition(push.wakesApp, "an alert wakes no app")
    turn.note(.app(.woken), push)
    guard push.carriesMessage else {
      turn.release(push)
      return fetchInBackground(for: .heartbeat(push), before: limit, &device, &turn)
    }
    guard device.app.plan.postsWhatComes else {
      return fetchInBackground(for: .push(push), before: limit, &device, &turn)
    }
    // R3.15: the push has brought its message, which is posted once.
    device.app.launch(&turn)
    if !turn.userHas(push.message) {
      if device.authorisation == .allowed {
        post(push.message, &device, &turn)
      } else {
        device.sync(push.message, &turn)
      }
    }
    turn.release(push)
    SocketStation.endWithProcess(&device, &turn)
  }

  /// R1.5: a mixed message; that its alert is not drawn is no hindrance.
  static func wakeBesides(_ push: Push, _ device: inout Device, _ turn: inout Turn) {
    guard device.app.isWokenBesides(by: push, turn) else { return }
    turn.note(.app(.woken), push)
    fetchInBackground(for: .mixed(push), &device, &turn)
  }

  /// The system lets the app refresh itself.
  static func poll(_ device: inout Device, _ turn: inout Turn) {
    guard
      let number = device.app.poll(
        isOnline: device.network.isOnline && !device.android.isStopped, &turn)
    else {
      return
    }
    fetchInBackground(for: .timer(number), before: .never, &device, &turn)
  }

  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func fetchInBackground(
    for reason: WakeReason, before limit: SimTime = .zero, _ device: inout Device,
    _ turn: inout Turn
  ) {
    device.app.launch(&turn)
    guard
      let fetch = device.app.fetch(
        for: reason, isOnline: device.network.isOnline, before: limit, &turn)
    else { return SocketStation.endWithProcess(&device, &turn) }
    endFetch(fetch, &device, &turn)
  }

  /// A push has had its fetch, which may have come too late for its own message.
  private static func endWake(by push: Push, _ device: borrowing Device, _ turn: inout Turn) {
    precondition(push.carriesMessage, "only a message waits for the end of a fetch")
    let entry = turn.ledger[Int(push.message)]
    guard entry.shown == .never, entry.synced == .never, !device.provider.holds(push.message, turn)
    else {
      return turn.release(push)
    }
    turn.end(push, .provider(.retentionOver))
  }

  /// Posts a local notification for each message that the user does not have (R4.8). It crosses no
  /// push service; where nothing is drawn the app has the message all the same (R4.1).
  static func endFetch(_ index: Int, _ device: inout Device, _ turn: inout Turn) {
    guard let (fetch, push) = device.app.endFetch(index, &turn) else {
      return SocketStation.endWithProcess(&device, &turn)
    }
    let end = Int(fetch.asked.messages)
    precondition(end <= turn.ledger.count, "the server has had no more messages than there are")
    for place in device.app.fetches.take(before: end) where device.app.isMissing(place, turn) {
      let message = UInt32(place)
      if fetch.posts, device.authorisation == .allowed {
        post(message, &device, &turn)
      } else {
        device.sync(message, &turn)
      }
    }
    device.serviceExtension.moveCursor(to: fetch.asked)
    if let push { endWake(by: push, device, &turn) }
    device.app.endWake(&turn)
    SocketStation.endWithProcess(&device, &turn)
  }

  /// Posts a local notification for a message that the user does not have.
  static func post(_ message: UInt32, _ device: inout Device, _ turn: inout Turn) {
    let isNew = turn.ledger[Int(message)].shown == .never
    device.show(message, copy: 0, &turn)
    if isNew, turn.ledger[Int(message)].shown != .never { planRepeat(of: message, device, &turn) }
  }

  private static func planRepeat(of message: UInt32, _ device: borrowing Device, _ turn: inout Turn)
  {
    guard let repeats = device.app.plan.localRepeats else { return }
    guard Int(message) <= Event.payloadMax else { return turn.stop(.notificationsUnseen) }
    turn.schedule(AppEventKind.localRepeats, at: turn.now + repeats.every, payload: Int(message))
  }

  /// One that the user has looked at, or that has gone, is cancelled.
  static func repeatLocal(_ place: Int, _ device: inout Device, _ turn: inout Turn) {
    let message = UInt32(place)
    guard let repeats = device.app.plan.localRepeats, device.authorisation == .allowed,
      !device.android.isStopped, device.user.isUntouched(message)
    else { return }
    turn.note(.attention(.alertedAgain), message: message)
    let appearance = device.centre.alert(
      message, .redundant, isInApp: device.app.isInForeground, &turn)
    ReactionStation.hear(&device, &turn)
    device.user.expectAnotherLook(at: message, appearance, &turn)
    precondition(turn.ledger[place].shown <= turn.now, "nothing alerts again that was not shown")
    let passed = turn.now - turn.ledger[place].shown
    if passed.microseconds / repeats.every.microseconds < Int64(repeats.times) {
      planRepeat(of: message, device, &turn)
    }
  }
}

extension AppStation: EventHandler {
  static func handle(
    _ kind: AppEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .opens: open(&device, &turn)
    case .visitEnds: endVisit(&device, &turn)
    case .processEnds: SocketStation.endProcess(&device, &turn)
    case .fetchEnds: endFetch(payload, &device, &turn)
    case .pollDue: poll(&device, &turn)
    case .localRepeats: repeatLocal(payload, &device, &turn)
    case .actionReachesApp: act(on: UInt32(payload), &device, &turn)
    }
  }
}
