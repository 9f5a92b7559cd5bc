import DeliverySim

// What the extension makes of a push (model.md R5), and what it asks the provider for.

extension Device {
  // MARK: In the extension (R5)

  /// A push has reached a device where the extension is absent or limited.
  ///
  /// - Parameter limit: A run that is over before that, and before everything else, needs no event.
  @inline(never)
  mutating func receiveLimited(_ push: Push, before limit: SimTime, _ bus: inout Bus) {
    // The system calls the extension for what it would draw.
    guard push.hasAlert else { return bus.release(push) }
    guard plan.serviceExtension.exists else {
      return showAsItCame(push, itemsEndBy: .ignoredPayload, &bus)
    }
    if serviceExtension.admits(push, &bus) { call(push, before: limit, &bus) }
  }

  /// Turns to the pushes that wait, as far as their runs take no time.
  mutating func callNext(_ bus: inout Bus) {
    while let push = serviceExtension.next(&bus) { call(push, &bus) }
  }

  private mutating func call(_ push: Push, before limit: SimTime = .zero, _ bus: inout Bus) {
    switch serviceExtension.call(push, before: limit, &bus) {
    case .nothing: break
    case .crashed: showAsItCame(push, itemsEndBy: .crashed, &bus)
    case .works(let start): work(on: push, start, &bus)
    case .ends(let start, let isCut): endWork(on: push, start, isCut: isCut, &bus)
    }
  }

  mutating func endWork(_ index: Int, _ bus: inout Bus) {
    let (push, start, isCut) = serviceExtension.takeWork(index, &bus)
    endWork(on: push, start, isCut: isCut, &bus)
    callNext(&bus)
  }

  private mutating func endWork(
    on push: Push, _ start: ExtensionStart, isCut: Bool, _ bus: inout Bus
  ) {
    serviceExtension.noteEnd(of: push, start, isCut: isCut, &bus)
    if isCut { return showAsItCame(push, itemsEndBy: .ignoredPayload, &bus) }
    work(on: push, start, &bus)
    if serviceExtension.isCalledAgain(push, since: start.began, &bus) {
      acknowledge(push, call: 1, &bus)
    }
  }

  /// The extension has done its work, if there was any: what it makes of the push.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func work(
    on push: Push, _ start: ExtensionStart, before limit: SimTime = .zero, _ bus: inout Bus
  ) {
    guard push.carriesMessage else { return receiveOther(push, start, before: limit, &bus) }
    let runs = plan.serviceExtension
    if runs.exists { telemetry.writeReceipts(by: .serviceExtension, for: push, &bus) }
    // The first position that it brings.
    let first = bus.position(of: push.message) - UInt32(push.items)
    var push = push
    if push.items > 0 { unpack(&push, &bus) }
    if runs.acknowledges, push.hasContent { acknowledge(push, &bus) }
    if runs.gaps.isOn {
      let isOnline = network.isOnline
      guard
        let step = serviceExtension.checkPosition(
          of: push, carryingFrom: first, start, isOnline: isOnline, &bus)
      else { return showContent(push, &bus) }
      return carryOut(step, before: limit, &bus)
    }
    // A run of an earlier strategy may still wait for it.
    if serviceExtension.gaps.runs.count > 0 {
      serviceExtension.gaps.noteArrival(first...bus.position(of: push.message), &bus)
    }
    if runs.foreign != nil { return receiveForeign(push, carryingFrom: first, start, &bus) }
    showContent(push, &bus)
  }

  /// A push that carries no message. Badge updates and read receipts are nothing to be seen. One of
  /// another service passes at step 1 of R5.1 (R12.4).
  private mutating func receiveOther(
    _ push: Push, _ start: ExtensionStart, before limit: SimTime, _ bus: inout Bus
  ) {
    guard push.hasAlert else { return bus.release(push) }
    guard push.content == .heartbeat else { return showContent(push, &bus) }
    if plan.serviceExtension.foreign != nil {
      return receiveForeign(push, carryingFrom: push.lastPosition, start, &bus)
    }
    let isOnline = network.isOnline
    let step = serviceExtension.checkHeartbeat(push, start, isOnline: isOnline, &bus)
    carryOut(step, before: limit, &bus)
  }

  /// The same with a client that is written outside of this package.
  private mutating func receiveForeign(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, _ bus: inout Bus
  ) {
    let isOnline = network.isOnline
    let step = serviceExtension.receiveForeign(
      push, carryingFrom: first, start, isOnline: isOnline, &bus)
    carryOut(step, &bus)
  }

  /// Shows the earlier messages that the user has not seen, the oldest first.
  ///
  /// - Precondition: There are some.
  private mutating func unpack(_ push: inout Push, _ bus: inout Bus) {
    for distance in (1...Int(push.items)).reversed() {
      let message = bus.message(distance, before: push.message)
      if bus.ledger[Int(message)].shown == .never { show(message, copy: 0, &bus) }
    }
    bus.dropItems(of: &push)
  }

  /// The provider remembers the first acknowledgement of a message.
  private mutating func acknowledge(_ push: Push, call: Int = 0, _ bus: inout Bus) {
    let time = serviceExtension.acknowledge(push, call: call, &bus)
    escalations.noteAcknowledgement(of: push.message, at: time)
    guard provider.plan.retry.isOn else { return }
    provider.retries.noteAcknowledgement(of: push.message, at: time)
  }

  /// All that an answer has brought is acknowledged together.
  private mutating func acknowledge(
    _ messages: Range<UInt32>, answering trigger: Push, _ bus: inout Bus
  ) {
    let time = serviceExtension.acknowledge(trigger, call: 2, &bus)
    for message in messages { escalations.noteAcknowledgement(of: message, at: time) }
    guard provider.plan.retry.isOn else { return }
    for message in messages { provider.retries.noteAcknowledgement(of: message, at: time) }
  }

  // MARK: A gap (R5.1, R2.4)

  /// What a client that looks at positions has decided.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func carryOut(_ step: GapStep, before limit: SimTime = .zero, _ bus: inout Bus) {
    switch step {
    case .nothing: break
    case .present(let push): showContent(push, &bus)
    case .summarise(let trigger, let missed, let repair):
      showSummary(replacing: trigger, missed: missed, repair, &bus)
      bus.end(trigger, .replaced)
    case .request(let run):
      let (trigger, request) = serviceExtension.gaps.request(of: run)
      let (time, timesOut) = provider.answerTime(toRequest: request, of: trigger, &bus)
      if serviceExtension.awaitAnswer(to: run, at: time, timesOut: timesOut, before: limit, &bus) {
        answerRequest(run, before: limit, &bus)
      }
    }
  }

  mutating func endWait(_ run: Int, _ bus: inout Bus) {
    let isOnline = network.isOnline
    carryOut(serviceExtension.endWait(run, isOnline: isOnline, &bus), &bus)
  }

  /// R5.6: the extension is stopped, and its push is shown as it came.
  mutating func reachTimeLimit(_ run: Int, _ bus: inout Bus) {
    let step = serviceExtension.reachTimeLimit(run, &bus)
    if case .present(let push) = step { showOriginal(push, &bus) } else { carryOut(step, &bus) }
  }

  /// The provider's answer. It carries the request out even when the client has gone.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``.
  mutating func answerRequest(_ index: Int, before limit: SimTime, _ bus: inout Bus) {
    let run = serviceExtension.gaps.runs[index]
    let answer = provider.answer(to: run, &bus)
    if run.fetched != nil { return answerFetch(run, index, answer, &bus) }
    bus.note(.answered(answer), run.trigger, others: bus.named(run.asked))
    let (step, isHeard) = serviceExtension.hear(answer, index, &bus)
    carryOut(step, &bus)
    if isHeard, !serviceExtension.gaps.missesNothing {
      for position in run.asked where !provider.holds(bus.message(at: position), bus) {
        serviceExtension.gaps.giveUp(position)
      }
    }
    let hearsMore = serviceExtension.isHeard(run) && run.awaitsAnswer
    if answer == .success {
      let positions = provider.choose(among: run.asked, &bus)
      resend(positions, before: hearsMore ? .zero : limit, &bus)
    }
    guard hearsMore else { return }
    let isOnline = network.isOnline
    carryOut(serviceExtension.hearForeign(answer, to: run, isOnline: isOnline, &bus), &bus)
  }

  /// The server's answer to a fetch: posts a local notification for each message that the user does
  /// not have (R4.8), then for the push that has asked.
  private mutating func answerFetch(
    _ run: GapRun, _ index: Int, _ answer: ResendAnswer, _ bus: inout Bus
  ) {
    if run.awaitsAnswer, answer == .success {
      bus.note(.run(.fetched), run.trigger)
      let retention = provider.plan.retention
      let first = serviceExtension.cursor
      let news = serviceExtension.takeFetched(by: run, retention: retention, &bus)
      for message in news where subscriptions.isOwed(Int(message)) {
        post(message, &bus)
      }
      let tellsMore = !news.isEmpty || !run.trigger.hasContent
      if tellsMore, serviceExtension.plan.acknowledges {
        acknowledge(first..<serviceExtension.cursor, answering: run.trigger, &bus)
      }
    }
    carryOut(serviceExtension.hear(answer, index, &bus).step, &bus)
  }

  /// Sends everything that is still held, in ascending position, all at once.
  ///
  /// - Parameter limit: As in ``follow(_:before:_:)``; for a single push.
  private mutating func resend(
    _ positions: MissingPositions, before limit: SimTime, _ bus: inout Bus
  ) {
    // R2.10: to whom?
    if token.isMissing { return bus.setRepair(positions, .failed) }
    let limit = positions.count == 1 ? limit : .zero
    for position in positions {
      let message = bus.message(at: position)
      if provider.holds(message, bus) {
        var push = send(message, &bus)
        follow(&push, before: limit, &bus)
      } else {
        bus.ledger[Int(message)].repair = .refused
      }
    }
  }
}
