import DeliverySim

extension Device {
  // MARK: The way of most messages

  /// Takes a new message all the way to the screen at once, when nothing can happen to it or to its
  /// device in between: hop 1 is ideal, the device is connected, the push is not lost, arrives
  /// before the next message is made, before anything else happens and before it would be sent
  /// again, and the extension has no gap to notice.
  ///
  /// The same steps as ``send(_:_:)``, ``accept(_:_:)``, ``arrive(_:_:)`` and ``receive(_:_:)``,
  /// for the case that is nine in ten; the property tests compare both ways.
  ///
  /// - Parameter next: When the next message is made.
  /// - Returns: False when the message needs the general way; then nothing has changed.
  @inline(__always)
  mutating func goesStraight(
    before next: SimTime, _ context: inout CellContext<some TraceHook>
  ) -> Bool {
    let message = UInt32(ledger.count)
    let created = context.now
    let push = Push(message: message, copy: 0, sent: created)
    let isPlain = laws.pointee.isPlain
    guard network.isConnected, context.maySkipEvents, mayStore(context),
      isPlain || mayGoStraight(message), !laws.pointee.numbersPushes || isInOrder(message),
      let loss = linkLoss(&context), !isLostOnLink(push, loss, context)
    else { return false }
    let accepted = created + linkSpan(push, context)
    let arrived = accepted + serviceSpan(push, context)
    guard arrived < next, context.isNext(arrived), isPlain || isBeforeTimers(arrived - created)
    else { return false }

    ledger.append(LedgerEntry(created: created, repair: laws.pointee.repairAtFirst))
    note(.created, push, at: created, &context)
    if !isPlain { beginQuietTime(&context) }
    pass(accepted, &context)
    service.acceptances &+= 1
    note(.accepted, push, at: accepted, &context)
    pass(arrived, &context)
    note(.arrived, push, at: arrived, &context)
    if laws.pointee.numbersPushes { saveInOrder(message, &context) }
    if !isPlain, laws.pointee.settlesArrivals { acknowledgeStraight(push, &context) }
    ledger[Int(message)].showStraight(at: arrived)
    note(.shown, push, at: arrived, &context)
    context.countShownArrival()
    sentPushes &+= 1
    endedPushes &+= 1
    return true
  }

  /// The provider does more than to send each message once: does it matter for this one?
  @inline(never)
  private func mayGoStraight(_ message: UInt32) -> Bool {
    laws.pointee.intake.isIdeal && isDigestKnown(before: message)
  }

  /// Whether a push that takes so long arrives before what is timed when it is sent.
  @inline(never)
  private func isBeforeTimers(_ span: SimTime) -> Bool {
    span < laws.pointee.heartbeatAfter && span <= laws.pointee.firstRetry
  }

  /// Moves the clock to the end of a leg, which counts as an event unless it took no time.
  @inline(__always)
  private mutating func pass(_ time: SimTime, _ context: inout CellContext<some TraceHook>) {
    guard time > context.now else { return }
    context.now = time
    countEvent(&context)
  }
}

extension LedgerEntry {
  /// Sent once, shown, and nothing is out any more.
  fileprivate mutating func showStraight(at time: SimTime) {
    shown = time
    sends = 1
  }
}
