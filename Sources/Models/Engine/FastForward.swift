import DeliverySim

/// For which messages there is nothing to ask on their way, compiled once.
struct FastForwardPlan {
  /// Every message gets a push at once, and no other one, and the push service throttles none and
  /// holds none back: what most messages then need not ask one by one.
  let isPlain: Bool
  /// Others may go too, one by one.
  let isPossible: Bool
  /// So may pushes without a message.
  let takesOthers: Bool
  /// Pushes carry positions, and the extension looks at them.
  let numbersPushes: Bool
  let repairAtFirst: Repair
  /// There is something to do about retries when a push has arrived.
  let settlesArrivals: Bool
  /// What is timed when a push is sent happens after so long.
  private let firstTimer: SimTime
  private let firstRetry: SimTime

  init(
    _ setup: DeviceSetup, _ provider: ProviderPlan, _ service: PushServicePlan,
    _ runs: ExtensionPlan
  ) {
    numbersPushes = runs.gaps.isOn
    repairAtFirst = runs.gaps.repairAtFirst
    settlesArrivals = runs.acknowledges || provider.retry.isOn
    (firstTimer, firstRetry) = (provider.heartbeatAfter, provider.retry.first)
    let hasKinds = !setup.workload.kinds.arePlain
    takesOthers =
      service.perToken == nil && !hasKinds && setup.service.webSilentMaxInForce == nil
      && provider.cutOff.isEmpty
    isPossible =
      provider.pushType == .alert && setup.numbersByMessage && takesOthers
      && provider.payloadLimit == nil && !runs.limitsRuns
      && runs.foreign == nil
      && (runs.exists || !runs.decorates)
      && provider.sendsContent && runs.gaps.fetch != .always
      && (setup.telemetry == nil || provider.digest == nil)
    isPlain =
      isPossible && setup.telemetry == nil && provider.heartbeatAfter == .never
      && !settlesArrivals && !service.collapse.isOn
      && !service.priorities.savesPower && !provider.link.changes
  }

  /// Whether a push that takes so long arrives before what is timed when it is sent.
  fileprivate func isBeforeTimers(_ span: SimTime) -> Bool {
    span < firstTimer && span <= firstRetry
  }
}

extension Device {
  // MARK: Messages

  /// Makes a message; then the following ones, as long as nothing else can happen before the next
  /// one is made.
  mutating func createMessages(_ bus: inout Bus) {
    var next = workload.nextMessage(&bus)
    while true {
      if !fastForward(before: &next, &bus) { createMessage(before: next, &bus) }
      guard bus.isNext(next) else { return bus.scheduleMessage(at: next) }
      bus.skip(to: next)
      bus.countEvent()
      next = workload.nextMessage(&bus)
    }
  }

  /// Takes new messages all the way to the screen at once, one after the other, as long as nothing
  /// can happen to them or to their device in between: hop 1 is ideal, the device is connected, the
  /// push is not lost, arrives before the next message is made, before anything else happens and
  /// before it would be sent again, the extension has no gap to notice, nor one in work, and nobody
  /// watches.
  ///
  /// The same steps as in `Device+Notification.swift`, for the case that is nine in ten; the
  /// property tests compare both ways.
  ///
  /// - Parameter next: When the message after this one is made; moves on with the messages.
  /// - Returns: False when the message that is made now needs the general way; true when it has
  ///   gone and something else may happen before the next one.
  mutating func fastForward(before next: inout SimTime, _ bus: inout Bus) -> Bool {
    let message = UInt32(bus.ledger.count)
    guard plan.pointee.fastForward.isPossible, !bus.isRecorded, network.isConnected, drawsAlerts,
      serviceExtension.gaps.runs.count == 0, bus.mayStore,
      !plan.pointee.fastForward.numbersPushes || serviceExtension.isInOrder(message),
      provider.isDigestKnown(before: message, bus)
    else { return false }
    // A digest has nothing to tell of messages that are shown, as those of a stretch are.
    if plan.pointee.fastForward.isPlain { return goStraight(before: &next, &bus) }
    return mayFastForward(message, bus) && fastForwardOne(message, before: next, &bus)
  }

  /// There is more on the way than usual: does it matter for this message?
  ///
  /// Mutating, so that no device is copied for it.
  private mutating func mayFastForward(_ message: UInt32, _ bus: borrowing Bus) -> Bool {
    !service.plan.pointee.collapse.isCollapsible(message, bus)
      && service.passesMessages(reach)
  }

  /// - Returns: False: the message needs the general way; then nothing has changed.
  private mutating func fastForwardOne(
    _ message: UInt32, before next: SimTime, _ bus: inout Bus
  ) -> Bool {
    var stretch = Stretch(bus)
    guard stretch.hasRoom(for: 1, bus),
      let passage = passage(of: message, before: min(next, stretch.end), &bus)
    else { return false }
    account(for: passage, of: message, &stretch, &bus)
    enter(stretch, &bus)
    return true
  }

  /// - Returns: nil when the message that is made now is lost, or not at the device before `limit`;
  ///   then nothing has changed.
  private mutating func passage(
    of message: UInt32, before limit: SimTime, _ bus: inout Bus
  ) -> Passage? {
    let created = bus.now
    let push = Push(message: message, copy: 0, sent: created)
    guard let loss = provider.linkLoss(&bus), !bus.isLost(push, on: .link, loss) else {
      return nil
    }
    let accepted = created + provider.linkSpan(push, &bus)
    let arrived = accepted + service.span(push, &bus)
    guard arrived < limit, plan.pointee.fastForward.isBeforeTimers(arrived - created) else {
      return nil
    }
    return Passage(created: created, accepted: accepted, arrived: arrived)
  }

  /// Sent once, shown, and nothing is out any more.
  private mutating func account(
    for passage: Passage, of message: UInt32, _ stretch: inout Stretch, _ bus: inout Bus
  ) {
    let rules = plan.pointee.fastForward
    bus.ledger.append(
      LedgerEntry(
        passage, arrival: rules.numbersPushes ? nextArrival(after: stretch) : 0,
        rules.repairAtFirst))
    bus.noteUnrecorded(.created, of: message, at: passage.created)
    provider.beginQuietTime(&bus)
    if telemetry.isOn { telemetry.noteSend(of: message, at: passage.created) }
    bus.noteUnrecorded(.accepted, of: message, at: passage.accepted)
    bus.noteUnrecorded(.arrived, of: message, at: passage.arrived)
    bus.skip(to: passage.arrived)
    settle(message, sent: passage.created, &bus)
    bus.noteUnrecorded(.shown, of: message, at: passage.arrived)
    stretch.add(passage, bus.world.warmup..<bus.world.duration)
  }

  /// What else there is to do about a message that has reached the device.
  private mutating func settle(_ message: UInt32, sent: SimTime, _ bus: inout Bus) {
    let canWrite =
      telemetry.isWritten(by: .serviceExtension)
      ? plan.pointee.serviceExtension.pointee.exists : app.isInForeground
    if telemetry.isOn, canWrite { telemetry.writeReceipt(for: message, &bus) }
    guard plan.pointee.fastForward.settlesArrivals else { return }
    let push = Push(message: message, copy: 0, sent: sent)
    let acknowledges = serviceExtension.plan.pointee.acknowledges
    let time = acknowledges ? serviceExtension.acknowledge(push, &bus) : .never
    escalations.noteAcknowledgement(of: message, at: time)
    provider.retries.settle(push, acknowledged: time, provider.plan.pointee.retry, &bus)
  }

  // MARK: Pushes without a message

  /// The server makes one; the next one is on its way.
  mutating func makeExtraPush(_ code: Int, _ bus: inout Bus) {
    guard let content = PushContent(rawValue: UInt8(code)) else { return }
    if token.isRefused { return skipExtraPush(content, &bus) }
    guard var push = provider.sendOther(content, hasToken: !token.isMissing, &bus) else { return }
    workload.scheduleExtraPush(content, number: push.message + 1, &bus)
    bus.countExtraPush()
    if !fastForward(push, &bus) { follow(&push, &bus) }
  }

  /// R2.10: it is due, but there is no token to send it to; the next ones may have one again.
  private mutating func skipExtraPush(_ content: PushContent, _ bus: inout Bus) {
    let number = provider.skipOther(content)
    if !token.isUninstalled { workload.scheduleExtraPush(content, number: number + 1, &bus) }
  }

  /// Takes a push that nobody sees all the way at once, if nothing can happen to it.
  ///
  /// - Returns: False: it needs the general way; then nothing has changed.
  private mutating func fastForward(_ push: Push, _ bus: inout Bus) -> Bool {
    guard network.isConnected, plan.pointee.fastForward.takesOthers, authorisation == .allowed,
      !token.isUnregistered, !android.isStopped, !service.isHeldBack(push, reach),
      !service.holdsBack, !push.hasAlert,
      let loss = provider.linkLoss(&bus), !bus.isLost(push, on: .link, loss)
    else { return false }
    let accepted = bus.now + provider.linkSpan(push, &bus)
    let arrived = accepted + service.span(push, &bus)
    guard bus.isNext(arrived) else { return false }
    bus.moveClock(to: accepted)
    service.acceptances &+= 1
    bus.note(.accepted, push)
    bus.moveClock(to: arrived)
    bus.note(.arrived, push)
    bus.countWakeUp()
    bus.release(push)
    return true
  }
}
