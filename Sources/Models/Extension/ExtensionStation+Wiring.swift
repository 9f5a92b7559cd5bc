import DeliverySim

// What the extension makes of a push (model.md R5), and what it asks the provider for.

extension ExtensionStation {
  // MARK: In the extension (R5)

  /// A push has reached a device where the extension is absent or limited.
  ///
  /// - Parameter limit: A run that is over before that, and before everything else, needs no event.
  @inline(never)
  static func receiveLimited(
    _ push: Push, before limit: SimTime, _ device: inout Device, _ bus: inout Bus
  ) {
    // The system calls the extension for what it would draw.
    guard push.hasAlert else { return bus.release(push) }
    guard device.plan.serviceExtension.exists else {
      return device.showAsItCame(push, itemsEndBy: .phone(.ignoredPayload), &bus)
    }
    if device.serviceExtension.admits(push, &bus) { call(push, before: limit, &device, &bus) }
  }

  /// Turns to the pushes that wait, as far as their runs take no time.
  static func callNext(_ device: inout Device, _ bus: inout Bus) {
    while let push = device.serviceExtension.next(&bus) { call(push, &device, &bus) }
  }

  private static func call(
    _ push: Push, before limit: SimTime = .zero, _ device: inout Device, _ bus: inout Bus
  ) {
    switch device.serviceExtension.call(push, before: limit, &bus) {
    case .nothing: break
    case .crashed: device.showAsItCame(push, itemsEndBy: .serviceExtension(.crashed), &bus)
    case .works(let start): work(on: push, start, &device, &bus)
    case .ends(let start, let isCut): endWork(on: push, start, isCut: isCut, &device, &bus)
    }
  }

  static func endWork(_ index: Int, _ device: inout Device, _ bus: inout Bus) {
    let (push, start, isCut) = device.serviceExtension.takeWork(index, &bus)
    endWork(on: push, start, isCut: isCut, &device, &bus)
    callNext(&device, &bus)
  }

  private static func endWork(
    on push: Push, _ start: ExtensionStart, isCut: Bool, _ device: inout Device, _ bus: inout Bus
  ) {
    device.serviceExtension.noteEnd(of: push, start, isCut: isCut, &bus)
    if isCut { return device.showAsItCame(push, itemsEndBy: .phone(.ignoredPayload), &bus) }
    work(on: push, start, &device, &bus)
    if device.serviceExtension.isCalledAgain(push, since: start.began, &bus) {
      acknowledge(push, call: 1, &device, &bus)
    }
  }

  /// The extension has done its work, if there was any: what it makes of the push.
  ///
  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func work(
    on push: Push, _ start: ExtensionStart, before limit: SimTime = .zero, _ device: inout Device,
    _ bus: inout Bus
  ) {
    guard push.carriesMessage else {
      return receiveOther(push, start, before: limit, &device, &bus)
    }
    let runs = device.plan.serviceExtension
    if runs.exists { device.telemetry.writeReceipts(by: .serviceExtension, for: push, &bus) }
    // The first position that it brings.
    let first = bus.position(of: push.message) - UInt32(push.items)
    var push = push
    if push.items > 0 { unpack(&push, &device, &bus) }
    if runs.acknowledges, push.hasContent { acknowledge(push, &device, &bus) }
    if runs.gaps.isOn {
      let isOnline = device.network.isOnline
      guard
        let step = device.serviceExtension.checkPosition(
          of: push, carryingFrom: first, start, isOnline: isOnline, &bus)
      else { return device.showContent(push, &bus) }
      return carryOut(step, before: limit, &device, &bus)
    }
    // A run of an earlier strategy may still wait for it.
    if device.serviceExtension.gaps.runs.count > 0 {
      device.serviceExtension.gaps.noteArrival(first...bus.position(of: push.message), &bus)
    }
    if runs.foreign != nil {
      return receiveForeign(push, carryingFrom: first, start, &device, &bus)
    }
    device.showContent(push, &bus)
  }

  /// A push that carries no message. Badge updates and read receipts are nothing to be seen. One of
  /// another service passes at step 1 of R5.1 (R12.4).
  private static func receiveOther(
    _ push: Push, _ start: ExtensionStart, before limit: SimTime, _ device: inout Device,
    _ bus: inout Bus
  ) {
    guard push.hasAlert else { return bus.release(push) }
    guard push.content == .heartbeat else { return device.showContent(push, &bus) }
    if device.plan.serviceExtension.foreign != nil {
      return receiveForeign(push, carryingFrom: push.lastPosition, start, &device, &bus)
    }
    let isOnline = device.network.isOnline
    let step = device.serviceExtension.checkHeartbeat(push, start, isOnline: isOnline, &bus)
    carryOut(step, before: limit, &device, &bus)
  }

  /// The same with a client that is written outside of this package.
  private static func receiveForeign(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, _ device: inout Device,
    _ bus: inout Bus
  ) {
    let isOnline = device.network.isOnline
    let step = device.serviceExtension.receiveForeign(
      push, carryingFrom: first, start, isOnline: isOnline, &bus)
    carryOut(step, &device, &bus)
  }

  /// Shows the earlier messages that the user has not seen, the oldest first.
  ///
  /// - Precondition: There are some.
  private static func unpack(_ push: inout Push, _ device: inout Device, _ bus: inout Bus) {
    for distance in (1...Int(push.items)).reversed() {
      let message = bus.message(distance, before: push.message)
      if bus.ledger[Int(message)].shown == .never { device.show(message, copy: 0, &bus) }
    }
    bus.dropItems(of: &push)
  }

  /// The provider remembers the first acknowledgement of a message.
  private static func acknowledge(
    _ push: Push, call: Int = 0, _ device: inout Device, _ bus: inout Bus
  ) {
    let time = device.serviceExtension.acknowledge(push, call: call, &bus)
    device.escalations.noteAcknowledgement(of: push.message, at: time)
    guard device.provider.plan.retry.isOn else { return }
    device.provider.retries.noteAcknowledgement(of: push.message, at: time)
  }

  /// All that an answer has brought is acknowledged together.
  private static func acknowledge(
    _ messages: Range<UInt32>, answering trigger: Push, _ device: inout Device, _ bus: inout Bus
  ) {
    let time = device.serviceExtension.acknowledge(trigger, call: 2, &bus)
    for message in messages { device.escalations.noteAcknowledgement(of: message, at: time) }
    guard device.provider.plan.retry.isOn else { return }
    for message in messages { device.provider.retries.noteAcknowledgement(of: message, at: time) }
  }

  // MARK: A gap (R5.1, R2.4)

  /// What a client that looks at positions has decided.
  ///
  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func carryOut(
    _ step: GapStep, before limit: SimTime = .zero, _ device: inout Device, _ bus: inout Bus
  ) {
    switch step {
    case .nothing: break
    case .present(let push): device.showContent(push, &bus)
    case .summarise(let trigger, let missed, let repair):
      device.showSummary(replacing: trigger, missed: missed, repair, &bus)
      bus.end(trigger, .serviceExtension(.replaced))
    case .request(let run):
      let (trigger, request) = device.serviceExtension.gaps.request(of: run)
      let (time, timesOut) = device.provider.answerTime(toRequest: request, of: trigger, &bus)
      if device.serviceExtension.awaitAnswer(
        to: run, at: time, timesOut: timesOut, before: limit, &bus)
      {
        answerRequest(run, before: limit, &device, &bus)
      }
    }
  }

  static func endWait(_ run: Int, _ device: inout Device, _ bus: inout Bus) {
    let isOnline = device.network.isOnline
    carryOut(device.serviceExtension.endWait(run, isOnline: isOnline, &bus), &device, &bus)
  }

  /// R5.6: the extension is stopped, and its push is shown as it came.
  static func reachTimeLimit(_ run: Int, _ device: inout Device, _ bus: inout Bus) {
    let step = device.serviceExtension.reachTimeLimit(run, &bus)
    if case .present(let push) = step {
      device.showOriginal(push, &bus)
    } else {
      carryOut(step, &device, &bus)
    }
  }

  /// The provider's answer. It carries the request out even when the client has gone.
  ///
  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func answerRequest(
    _ index: Int, before limit: SimTime, _ device: inout Device, _ bus: inout Bus
  ) {
    let run = device.serviceExtension.gaps.runs[index]
    let answer = device.provider.answer(to: run, &bus)
    if run.fetched != nil { return answerFetch(run, index, answer, &device, &bus) }
    bus.note(.answered(answer), run.trigger, others: bus.named(run.asked))
    let (step, isHeard) = device.serviceExtension.hear(answer, index, &bus)
    carryOut(step, &device, &bus)
    if isHeard, !device.serviceExtension.gaps.missesNothing {
      for position in run.asked where !device.provider.holds(bus.message(at: position), bus) {
        device.serviceExtension.gaps.giveUp(position)
      }
    }
    let hearsMore = device.serviceExtension.isHeard(run) && run.awaitsAnswer
    if answer == .success {
      let positions = device.provider.choose(among: run.asked, &bus)
      resend(positions, before: hearsMore ? .zero : limit, &device, &bus)
    }
    guard hearsMore else { return }
    let isOnline = device.network.isOnline
    carryOut(
      device.serviceExtension.hearForeign(answer, to: run, isOnline: isOnline, &bus), &device, &bus)
  }

  /// The server's answer to a fetch: posts a local notification for each message that the user does
  /// not have (R4.8), then for the push that has asked.
  private static func answerFetch(
    _ run: GapRun, _ index: Int, _ answer: ResendAnswer, _ device: inout Device, _ bus: inout Bus
  ) {
    if run.awaitsAnswer, answer == .success {
      bus.note(.run(.fetched), run.trigger)
      let retention = device.provider.plan.retention
      let first = device.serviceExtension.cursor
      let news = device.serviceExtension.takeFetched(by: run, retention: retention, &bus)
      for message in news where device.subscriptions.isOwed(Int(message)) {
        AppStation.post(message, &device, &bus)
      }
      let tellsMore = !news.isEmpty || !run.trigger.hasContent
      if tellsMore, device.serviceExtension.plan.acknowledges {
        acknowledge(first..<device.serviceExtension.cursor, answering: run.trigger, &device, &bus)
      }
    }
    carryOut(device.serviceExtension.hear(answer, index, &bus).step, &device, &bus)
  }

  /// Sends everything that is still held, in ascending position, all at once.
  ///
  /// - Parameter limit: As in ``Device/follow(_:before:_:)``; for a single push.
  private static func resend(
    _ positions: MissingPositions, before limit: SimTime, _ device: inout Device, _ bus: inout Bus
  ) {
    // R2.10: to whom?
    if device.token.isMissing { return bus.setRepair(positions, .failed) }
    let limit = positions.count == 1 ? limit : .zero
    for position in positions {
      let message = bus.message(at: position)
      if device.provider.holds(message, bus) {
        var push = device.send(message, &bus)
        device.follow(&push, before: limit, &bus)
      } else {
        bus.ledger[Int(message)].repair = .refused
      }
    }
  }
}

extension ExtensionStation: EventHandler {
  static func handle(
    _ kind: ExtensionEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .workEnds: endWork(payload, &device, &bus)
    case .isFree: callNext(&device, &bus)
    case .waitEnds: endWait(payload, &device, &bus)
    case .requestAnswered: answerRequest(payload, before: .never, &device, &bus)
    case .timeLimitReached: reachTimeLimit(payload, &device, &bus)
    }
  }
}
