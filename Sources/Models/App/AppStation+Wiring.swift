import DeliverySim

extension AppStation {
  static func open(_ device: inout Device, _ bus: inout Bus) {
    let isWanted = !device.reactions.isOn || device.reactions.opensApp(bus)
    guard let visit = device.app.open(isMade: device.network.isSwitchedOn && isWanted, &bus) else {
      return
    }
    begin(visit, &device, &bus)
  }

  /// If nothing happens before the end of the visit, it comes at once: the last thing that a
  /// handler does.
  static func begin(_ visit: Visit, _ device: inout Device, _ bus: inout Bus) {
    let ending = device.app.begin(visit, &bus)
    let wakesPhone = device.android.isOn && device.android.openApp(&bus)
    device.settleDrawing()
    device.telemetry.openApp(isOnline: device.network.isOnline, &bus)
    device.escalations.openApp(isOnline: device.network.isOnline, bus)
    TokenStation.registerInForeground(&device, &bus)
    if device.user.looksAtAll {
      device.centre.clear()
      device.user.readAll(&bus)
    }
    ReactionStation.learnOfUnknown(&device, &bus)
    fetchInForeground(&device, &bus)
    SocketStation.open(&device, &bus)
    if let push = device.app.takeHeld(&bus) { wake(by: push, &device, &bus) }
    if wakesPhone { device.handOverHeld(before: .zero, &bus) }
    guard let ending else { return }
    if bus.advance(to: visit.end) {
      endVisit(&device, &bus)
    } else {
      bus.schedule(AppEventKind.visitEnds, at: visit.end, number: ending)
    }
  }

  static func endVisit(_ device: inout Device, _ bus: inout Bus) {
    guard device.app.endVisit(&bus) else { return }
    device.telemetry.leaveApp()
    device.escalations.leaveApp()
    if device.android.isOn {
      device.android.leaveApp(&bus)
      if device.android.isStopped { AndroidStation.stopApp(&device, &bus) }
    }
    SocketStation.leave(&device, &bus)
    device.settleDrawing()
  }

  /// The user has pressed a button on a notification: the app does what it says.
  static func act(on message: UInt32, _ device: inout Device, _ bus: inout Bus) {
    if !device.android.isStopped { fetchInBackground(for: .action(message), &device, &bus) }
  }

  /// Opening the app shows what is there, from the server: at once, or as soon as there is a
  /// network, if somebody is still looking.
  static func fetchInForeground(_ device: inout Device, _ bus: inout Bus) {
    if device.app.fetchesNow(isOnline: device.network.isOnline, &bus) { syncAll(&device, &bus) }
  }

  /// Everything that the user does not have; a shared cursor moves with it (R5.8).
  static func syncAll(_ device: inout Device, _ bus: inout Bus) {
    for message in device.app.fetches.take(before: bus.ledger.count) {
      device.sync(UInt32(message), &bus)
    }
    device.serviceExtension.moveCursor(to: bus.serverState)
  }

  /// A push wakes the app, unseen. A heartbeat brings nothing that could wait for the answer.
  ///
  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func wake(
    by push: Push, before limit: SimTime = .zero, _ device: inout Device, _ bus: inout Bus
  ) {
    bus.note(.app(.woken), push)
    guard push.carriesMessage else {
      bus.release(push)
      return fetchInBackground(for: .heartbeat(push), before: limit, &device, &bus)
    }
    fetchInBackground(for: .push(push), before: limit, &device, &bus)
  }

  /// R1.5: a mixed message; that its alert is not drawn is no hindrance.
  static func wakeBesides(_ push: Push, _ device: inout Device, _ bus: inout Bus) {
    guard device.app.isWokenBesides(by: push, bus) else { return }
    bus.note(.app(.woken), push)
    fetchInBackground(for: .mixed(push), &device, &bus)
  }

  /// The system lets the app refresh itself.
  static func poll(_ device: inout Device, _ bus: inout Bus) {
    guard
      let number = device.app.poll(
        isOnline: device.network.isOnline && !device.android.isStopped, &bus)
    else {
      return
    }
    fetchInBackground(for: .timer(number), before: .never, &device, &bus)
  }

  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func fetchInBackground(
    for reason: WakeReason, before limit: SimTime = .zero, _ device: inout Device, _ bus: inout Bus
  ) {
    device.app.launch(&bus)
    guard
      let fetch = device.app.fetch(
        for: reason, isOnline: device.network.isOnline, before: limit, &bus)
    else { return }
    endFetch(fetch, &device, &bus)
  }

  /// A push has had its fetch, which may have come too late for its own message.
  private static func endWake(by push: Push, _ device: borrowing Device, _ bus: inout Bus) {
    let entry = bus.ledger[Int(push.message)]
    guard entry.shown == .never, entry.synced == .never, !device.provider.holds(push.message, bus)
    else {
      return bus.release(push)
    }
    bus.end(push, .provider(.retentionOver))
  }

  /// Posts a local notification for each message that the user does not have (R4.8). It crosses no
  /// push service; where nothing is drawn the app has the message all the same (R4.1).
  static func endFetch(_ index: Int, _ device: inout Device, _ bus: inout Bus) {
    guard let (fetch, push) = device.app.endFetch(index, &bus) else { return }
    let end = Int(fetch.asked.messages)
    for place in device.app.fetches.take(before: end) where device.app.isMissing(place, bus) {
      let message = UInt32(place)
      if fetch.posts, device.authorisation == .allowed {
        post(message, &device, &bus)
      } else {
        device.sync(message, &bus)
      }
    }
    device.serviceExtension.moveCursor(to: fetch.asked)
    if let push { endWake(by: push, device, &bus) }
    device.app.endWake(&bus)
  }

  /// Posts a local notification for a message that the user does not have.
  static func post(_ message: UInt32, _ device: inout Device, _ bus: inout Bus) {
    let isNew = bus.ledger[Int(message)].shown == .never
    device.show(message, copy: 0, &bus)
    if isNew, bus.ledger[Int(message)].shown != .never { planRepeat(of: message, device, &bus) }
  }

  private static func planRepeat(of message: UInt32, _ device: borrowing Device, _ bus: inout Bus) {
    guard let repeats = device.app.plan.localRepeats else { return }
    guard Int(message) <= Event.payloadMax else { return bus.stop(.notificationsUnseen) }
    bus.schedule(AppEventKind.localRepeats, at: bus.now + repeats.every, payload: Int(message))
  }

  /// One that the user has looked at, or that has gone, is cancelled.
  static func repeatLocal(_ place: Int, _ device: inout Device, _ bus: inout Bus) {
    let message = UInt32(place)
    guard let repeats = device.app.plan.localRepeats, device.authorisation == .allowed,
      !device.android.isStopped, device.user.isUntouched(message)
    else { return }
    bus.note(.attention(.alertedAgain), message: message)
    let appearance = device.centre.alert(
      message, .redundant, isInApp: device.app.isInForeground, &bus)
    ReactionStation.hear(&device, &bus)
    device.user.expectAnotherLook(at: message, appearance, &bus)
    let passed = bus.now - bus.ledger[place].shown
    if passed.microseconds / repeats.every.microseconds < Int64(repeats.times) {
      planRepeat(of: message, device, &bus)
    }
  }
}

extension AppStation: EventHandler {
  static func handle(
    _ kind: AppEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .opens: open(&device, &bus)
    case .visitEnds: endVisit(&device, &bus)
    case .processEnds: SocketStation.endProcess(&device, &bus)
    case .fetchEnds: endFetch(payload, &device, &bus)
    case .pollDue: poll(&device, &bus)
    case .localRepeats: repeatLocal(payload, &device, &bus)
    case .actionReachesApp: act(on: UInt32(payload), &device, &bus)
    }
  }
}
