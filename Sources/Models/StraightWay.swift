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
    guard network.isConnected, context.maySkipEvents, mayStore(context),
      laws.pointee.intake.isIdeal,
      !laws.pointee.numbersPushes || isInOrder(message), isDigestKnown(before: message),
      let loss = linkLoss(&context), !isLostOnLink(push, loss, context)
    else { return false }
    let accepted = created + linkSpan(push, context)
    let arrived = accepted + serviceSpan(push, context)
    guard arrived < next, context.isNext(arrived), arrived - created < laws.pointee.heartbeatAfter,
      arrived - created <= laws.pointee.firstRetry
    else { return false }

    ledger.append(LedgerEntry(created: created, repair: laws.pointee.repairAtFirst))
    note(.created, push, at: created, &context)
    beginQuietTime(&context)
    pass(accepted, &context)
    service.acceptances &+= 1
    note(.accepted, push, at: accepted, &context)
    pass(arrived, &context)
    note(.arrived, push, at: arrived, &context)
    if laws.pointee.numbersPushes { saveInOrder(message, &context) }
    if laws.pointee.settlesArrivals { acknowledgeStraight(push, &context) }
    ledger[Int(message)].showStraight(at: arrived)
    note(.shown, push, at: arrived, &context)
    context.countShownArrival()
    sentPushes &+= 1
    endedPushes &+= 1
    return true
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
