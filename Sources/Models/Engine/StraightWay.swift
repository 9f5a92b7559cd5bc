import DeliverySim

/// What messages that go straight have added up, one after the other, until it is entered into the
/// device and the tally.
private struct Stretch {
  /// So many messages have gone.
  var messages = 0
  /// Of them, those shown in the counted window.
  var counted: UInt64 = 0
  /// As in ``Device/countEvent(_:)``.
  var events: Int
  /// Something else happens then, to this device or to another one.
  let end: SimTime
}

/// When a message that goes straight is where.
private struct StraightPassage {
  let created: SimTime
  let accepted: SimTime
  let arrived: SimTime
}

extension Device {
  // MARK: The way of most messages

  /// Takes new messages all the way to the screen at once, one after the other, as long as nothing
  /// can happen to them or to their device in between: hop 1 is ideal, the device is connected, the
  /// push is not lost, arrives before the next message is made, before anything else happens and
  /// before it would be sent again, the extension has no gap to notice, nor one in work, and nobody
  /// watches.
  ///
  /// The same steps as ``send(_:_:)``, ``accept(_:_:)``, ``arrive(_:_:)`` and ``receive(_:_:)``,
  /// for the case that is nine in ten; the property tests compare both ways.
  ///
  /// - Parameter next: When the message after this one is made; moves on with the messages.
  /// - Returns: False when the message that is made now needs the general way; true when it has
  ///   gone and something else may happen before the next one.
  mutating func goStraight(before next: inout SimTime, _ bus: inout Bus) -> Bool {
    let message = UInt32(bus.ledger.count)
    let isPlain = laws.pointee.isPlain
    guard !bus.isRecorded, network.isConnected, drawsAlerts, client.runs.count == 0,
      mayStore(bus), isPlain || mayGoStraight(message, bus),
      !laws.pointee.numbersPushes || isInOrder(message)
    else { return false }
    var stretch = Stretch(events: bus.books.eventsInWindow, end: bus.nextTime())
    defer { enter(stretch, &bus) }
    let eventsMax = bus.world.limits.eventsPerDeviceDay - Self.eventsOfMessage
    while stretch.events <= eventsMax,
      let passage = straightPassage(before: min(next, stretch.end), &bus)
    {
      account(for: passage, &stretch, &bus)
      guard isPlain, next < stretch.end else { return true }
      stretch.events &+= 1
      bus.skip(to: next)
      next = nextCreation(bus)
    }
    return false
  }

  /// At most: accepted, arrived, and the next one created. Where the limit is so near, the general
  /// way looks at every event.
  private static var eventsOfMessage: Int { 3 }

  /// There is more on the way than usual: does it matter for this message?
  ///
  /// Out of line, so that the way of most messages stays small enough to be one piece; mutating, so
  /// that no device is copied for it.
  @inline(never)
  private mutating func mayGoStraight(_ message: UInt32, _ bus: borrowing Bus) -> Bool {
    laws.pointee.pushType == .alert && laws.pointee.users.numbersByMessage
      && !laws.pointee.users.decideByPush && !laws.pointee.limitsRuns
      && !laws.pointee.users.bringsReceipts(items: laws.pointee.digestItems)
      && isDigestKnown(before: message, bus) && !isCollapsible(message, bus) && isAwakeForMessages
  }

  /// - Returns: nil when the message that is made now is lost, or not at the device before `limit`;
  ///   then nothing has changed.
  @inline(__always)
  private mutating func straightPassage(
    before limit: SimTime, _ bus: inout Bus
  ) -> StraightPassage? {
    let created = bus.now
    let push = Push(message: UInt32(truncatingIfNeeded: bus.ledger.count), copy: 0, sent: created)
    guard let loss = linkLoss(&bus), !isLostOnLink(push, loss, bus) else { return nil }
    let accepted = created + linkSpan(push, bus)
    let arrived = accepted + serviceSpan(push, bus)
    let span = arrived - created
    guard arrived < limit, laws.pointee.isPlain || laws.pointee.isBeforeTimers(span) else {
      return nil
    }
    return StraightPassage(created: created, accepted: accepted, arrived: arrived)
  }

  /// Sent once, shown, and nothing is out any more.
  @inline(__always)
  private mutating func account(
    for passage: StraightPassage, _ stretch: inout Stretch,
    _ bus: inout Bus
  ) {
    let message = UInt32(truncatingIfNeeded: bus.ledger.count)
    var entry = LedgerEntry(created: passage.created, repair: laws.pointee.repairAtFirst)
    (entry.sends, entry.shown) = (1, passage.arrived)
    stretch.messages &+= 1
    if laws.pointee.numbersPushes {
      entry.lastArrival = client.arrivals &+ UInt32(truncatingIfNeeded: stretch.messages)
    }
    bus.ledger.append(entry)
    bus.noteUnrecorded(.created, of: message, at: passage.created)
    if !laws.pointee.isPlain {
      beginQuietTime(&bus)
      if telemetry.isOn { telemetry.noteSend(of: message, at: passage.created) }
    }
    bus.noteUnrecorded(.accepted, of: message, at: passage.accepted)
    bus.noteUnrecorded(.arrived, of: message, at: passage.arrived)
    bus.skip(to: passage.arrived)
    if !laws.pointee.isPlain { settleStraight(message, sent: passage.created, &bus) }
    bus.noteUnrecorded(.shown, of: message, at: passage.arrived)
    stretch.counted &+= bus.isCounted(passage.arrived) ? 1 : 0
    // The end of a leg counts unless it took no time.
    stretch.events &+= passage.accepted > passage.created ? 1 : 0
    stretch.events &+= passage.arrived > passage.accepted ? 1 : 0
  }

  /// What else there is to do about a message that has gone straight to the device.
  @inline(never)
  private mutating func settleStraight(_ message: UInt32, sent: SimTime, _ bus: inout Bus) {
    if telemetry.isOn, canWriteReceipts { telemetry.writeReceipt(for: message, &bus) }
    if laws.pointee.settlesArrivals {
      acknowledgeStraight(Push(message: message, copy: 0, sent: sent), &bus)
    }
  }

  @inline(__always)
  private mutating func enter(_ stretch: Stretch, _ bus: inout Bus) {
    bus.books.eventsInWindow = stretch.events
    sentPushes &+= stretch.messages
    endedPushes &+= stretch.messages
    service.acceptances &+= UInt32(truncatingIfNeeded: stretch.messages)
    bus.tally.add(stretch.counted, to: .interruptions)
    bus.tally.add(stretch.counted, to: .wakeUps)
    guard laws.pointee.numbersPushes, stretch.messages > 0 else { return }
    bus.tally.add(stretch.counted, to: .extensionRuns)
    client.arrivals &+= UInt32(truncatingIfNeeded: stretch.messages)
    client.savedPosition = UInt32(bus.ledger.count)
  }
}

extension DeviceLaws {
  /// Whether a push that takes so long arrives before what is timed when it is sent.
  fileprivate func isBeforeTimers(_ span: SimTime) -> Bool {
    span < heartbeatAfter && span <= firstRetry
  }
}
