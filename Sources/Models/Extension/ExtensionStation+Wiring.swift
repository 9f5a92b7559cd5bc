import DeliverySim

// The extension's treatment of a push (model.md R5), and its requests to the provider.

extension ExtensionStation {
  // MARK: In the extension (R5)

  /// A push has reached a device where the extension is absent or limited.
  ///
  /// - Parameter limit: A run that is over before that, and before everything else, needs no event.
  @inline(never)
  static func receiveLimited(
    _ push: Push, before limit: SimTime, _ device: inout Device, _ turn: inout Turn
  ) {
    // The system calls the extension for what it would draw.
    guard push.hasAlert else { return turn.release(push) }
    guard device.plan.serviceExtension.exists else {
      return device.showAsItCame(push, itemsEndBy: .phone(.ignoredPayload), &turn)
    }
    if device.serviceExtension.admits(push, &turn) { call(push, before: limit, &device, &turn) }
  }

  /// Turns to the pushes that wait, as far as their runs take no time.
  static func callNext(_ device: inout Device, _ turn: inout Turn) {
    while let push = device.serviceExtension.next(&turn.pushes) { call(push, &device, &turn) }
  }

  private static func call(
    _ push: Push, before limit: SimTime = .zero, _ device: inout Device, _ turn: inout Turn
  ) {
    switch device.serviceExtension.call(push, before: limit, &turn) {
    case .nothing: break
    case .crashed: device.showAsItCame(push, itemsEndBy: .serviceExtension(.crashed), &turn)
    case .works(let start): work(on: push, start, &device, &turn)
    case .ends(let start, let isCut): endWork(on: push, start, isCut: isCut, &device, &turn)
    }
  }

  static func endWork(_ index: Int, _ device: inout Device, _ turn: inout Turn) {
    let (push, start, isCut) = device.serviceExtension.takeWork(index, &turn)
    endWork(on: push, start, isCut: isCut, &device, &turn)
    callNext(&device, &turn)
  }

  private static func endWork(
    on push: Push, _ start: ExtensionStart, isCut: Bool, _ device: inout Device, _ turn: inout Turn
  ) {
    device.serviceExtension.noteEnd(of: push, start, isCut: isCut, &turn)
    if isCut { return device.showAsItCame(push, itemsEndBy: .phone(.ignoredPayload), &turn) }
    work(on: push, start, &device, &turn)
    guard device.serviceExtension.isCalledAgain(push, since: start.began, &turn) else { return }
    if device.serviceExtension.tellsAgain(of: push) {
      acknowledge(push, call: 1, &device, &turn)
    }
    if device.plan.serviceExtension.showsTwice, push.carriesMessage {
      device.show(push.message, copy: push.copy, &turn)
    }
  }

  /// The extension has done its work, if there was any: what it makes of the push.
  ///
  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func work(
    on push: Push, _ start: ExtensionStart, before limit: SimTime = .zero, _ device: inout Device,
    _ turn: inout Turn
  ) {
    guard push.carriesMessage else {
      return receiveOther(push, start, before: limit, &device, &turn)
    }
    let runs = device.plan.serviceExtension
    if runs.exists { device.telemetry.writeReceipts(by: .serviceExtension, for: push, &turn) }
    // The first position that it brings.
    let first = turn.position(of: push.message) - UInt32(push.items)
    precondition(first > 0, "what is sent has a position in the queue")
    var push = push
    if push.items > 0 { unpack(&push, &device, &turn) }
    if runs.acknowledges, push.hasContent { acknowledge(push, &device, &turn) }
    if runs.gaps.isOn {
      let isOnline = device.network.isOnline
      guard
        let step = device.serviceExtension.checkPosition(
          of: push, carryingFrom: first, start, isOnline: isOnline, &turn)
      else { return device.showContent(push, &turn) }
      return carryOut(step, before: limit, &device, &turn)
    }
    // A run of an earlier strategy may still wait for it.
    if device.serviceExtension.gaps.runs.count > 0 {
      device.serviceExtension.gaps.noteArrival(first...turn.position(of: push.message), &turn)
    }
    if runs.foreign != nil {
      return receiveForeign(push, carryingFrom: first, start, &device, &turn)
    }
    device.showContent(push, &turn)
  }

  /// A push that carries no message. Badge updates and read receipts are nothing to be seen. One of
  /// another service passes at step 1 of R5.1 (R12.4).
  private static func receiveOther(
    _ push: Push, _ start: ExtensionStart, before limit: SimTime, _ device: inout Device,
    _ turn: inout Turn
  ) {
    guard push.hasAlert else { return turn.release(push) }
    guard push.content == .heartbeat else { return device.showContent(push, &turn) }
    if device.plan.serviceExtension.foreign != nil {
      return receiveForeign(push, carryingFrom: push.lastPosition, start, &device, &turn)
    }
    let isOnline = device.network.isOnline
    let step = device.serviceExtension.checkHeartbeat(push, start, isOnline: isOnline, &turn)
    carryOut(step, before: limit, &device, &turn)
  }

  /// The same with a client that is written outside of this package.
  private static func receiveForeign(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, _ device: inout Device,
    _ turn: inout Turn
  ) {
    let isOnline = device.network.isOnline
    let step = device.serviceExtension.receiveForeign(
      push, carryingFrom: first, start, isOnline: isOnline, &turn)
    carryOut(step, &device, &turn)
  }

  /// Shows the earlier messages that the user has not seen, the oldest first.
  ///
  /// - Precondition: There are some.
  private static func unpack(_ push: inout Push, _ device: inout Device, _ turn: inout Turn) {
    for distance in (1...Int(push.items)).reversed() {
      let message = turn.message(distance, before: push.message)
      if turn.ledger[Int(message)].shown == .never { device.show(message, copy: 0, &turn) }
    }
    turn.dropItems(of: &push)
  }

  /// The provider remembers the first acknowledgement of a message.
  private static func acknowledge(
    _ push: Push, call: Int = 0, _ device: inout Device, _ turn: inout Turn
  ) {
    let time = device.serviceExtension.acknowledge(push, call: call, &turn)
    precondition(time >= turn.now, "an acknowledgement comes after its push")
    device.escalations.noteAcknowledgement(of: push.message, at: time)
    guard device.provider.plan.retry.isOn else { return }
    device.provider.retries.noteAcknowledgement(of: push.message, at: time)
  }

  /// All that an answer has brought is acknowledged together.
  private static func acknowledge(
    _ messages: Range<UInt32>, answering trigger: Push, _ device: inout Device, _ turn: inout Turn
  ) {
    let time = device.serviceExtension.acknowledge(trigger, call: 2, &turn)
    for message in messages { device.escalations.noteAcknowledgement(of: message, at: time) }
    guard device.provider.plan.retry.isOn else { return }
    for message in messages { device.provider.retries.noteAcknowledgement(of: message, at: time) }
  }

  // MARK: A gap (R5.1, R2.4)

  /// A client that looks at positions has decided.
  ///
  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func carryOut(
    _ step: GapStep, before limit: SimTime = .zero, _ device: inout Device, _ turn: inout Turn
  ) {
    switch step {
    case .nothing: break
    case .present(let push): device.showContent(push, &turn)
    case .summarise(let trigger, let missed, let repair):
      device.showSummary(replacing: trigger, missed: missed, repair, &turn)
      turn.end(trigger, .serviceExtension(.replaced))
    case .request(let run):
      let (trigger, request) = device.serviceExtension.gaps.request(of: run)
      let (time, timesOut) = device.provider.answerTime(toRequest: request, of: trigger, &turn)
      precondition(time >= turn.now, "an answer comes after its request")
      if device.serviceExtension.awaitAnswer(
        to: run, at: time, timesOut: timesOut, before: limit, &turn)
      {
        answerRequest(run, before: limit, &device, &turn)
      }
    }
  }

  static func endWait(_ run: Int, _ device: inout Device, _ turn: inout Turn) {
    let isOnline = device.network.isOnline
    carryOut(device.serviceExtension.endWait(run, isOnline: isOnline, &turn), &device, &turn)
  }

  /// R5.6: the extension is stopped, and its push is shown as it came.
  static func reachTimeLimit(_ run: Int, _ device: inout Device, _ turn: inout Turn) {
    let step = device.serviceExtension.reachTimeLimit(run, &turn)
    if case .present(let push) = step {
      device.showOriginal(push, &turn)
    } else {
      carryOut(step, &device, &turn)
    }
  }

  /// The provider's answer. It carries the request out even when the client has gone.
  ///
  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func answerRequest(
    _ index: Int, before limit: SimTime, _ device: inout Device, _ turn: inout Turn
  ) {
    let run = device.serviceExtension.gaps.runs[index]
    let answer = device.provider.answer(to: run, &turn)
    if run.fetched != nil { return answerFetch(run, index, answer, &device, &turn) }
    turn.note(.answered(answer), run.trigger, others: turn.named(run.asked))
    let (step, isHeard) = device.serviceExtension.hear(answer, index, &turn)
    carryOut(step, &device, &turn)
    if isHeard, !device.serviceExtension.gaps.missesNothing {
      for position in run.asked where !device.provider.holds(turn.message(at: position), turn) {
        device.serviceExtension.gaps.giveUp(position)
      }
    }
    let hearsMore = device.serviceExtension.isHeard(run) && run.awaitsAnswer
    if answer == .success {
      let positions = device.provider.choose(among: run.asked, &turn)
      resend(positions, before: hearsMore ? .zero : limit, &device, &turn)
    }
    guard hearsMore else { return }
    let isOnline = device.network.isOnline
    carryOut(
      device.serviceExtension.hearForeign(answer, to: run, isOnline: isOnline, &turn), &device,
      &turn)
  }

  /// The server's answer to a fetch: posts a local notification for each message that the user does
  /// not have (R4.8), then for the push that has asked.
  private static func answerFetch(
    _ run: GapRun, _ index: Int, _ answer: ResendAnswer, _ device: inout Device, _ turn: inout Turn
  ) {
    if run.awaitsAnswer, answer == .success {
      turn.note(.run(.fetched), run.trigger)
      let retention = device.provider.plan.retention
      let first = device.serviceExtension.cursor
      let news = device.serviceExtension.takeFetched(by: run, retention: retention, &turn)
      for message in news where device.subscriptions.isOwed(Int(message)) {
        AppStation.post(message, &device, &turn)
      }
      let tellsMore = !news.isEmpty || !run.trigger.hasContent
      if tellsMore, device.serviceExtension.plan.acknowledges {
        acknowledge(first..<device.serviceExtension.cursor, answering: run.trigger, &device, &turn)
      }
    }
    carryOut(device.serviceExtension.hear(answer, index, &turn).step, &device, &turn)
  }

  /// Sends everything that is still held, in ascending position, all at once.
  ///
  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``; for a single push.
  private static func resend(
    _ positions: MissingPositions, before limit: SimTime, _ device: inout Device, _ turn: inout Turn
  ) {
    // R2.10: to whom?
    if device.token.isMissing { return turn.setRepair(positions, .failed) }
    let limit = positions.count == 1 ? limit : .zero
    for position in positions {
      let message = turn.message(at: position)
      if device.provider.holds(message, turn) {
        var push = device.send(message, &turn)
        device.follow(&push, before: limit, &turn)
      } else {
        turn.ledger[Int(message)].repair = .refused
      }
    }
  }
}

extension ExtensionStation: EventHandler {
  static func handle(
    _ kind: ExtensionEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .workEnds: endWork(payload, &device, &turn)
    case .isFree: callNext(&device, &turn)
    case .waitEnds: endWait(payload, &device, &turn)
    case .requestAnswered: answerRequest(payload, before: .never, &device, &turn)
    case .timeLimitReached: reachTimeLimit(payload, &device, &turn)
    }
  }
}
