import DeliverySim

/// One push on its way: a copy of a message.
struct Push: Sendable {
  /// Where a push is going.
  enum Destination: Sendable {
    /// Hop 1 or hop 2, to try it again.
    case intake, link
    case provider, service, device
    /// Nowhere: it is stored, has served its purpose or was destroyed.
    case none
  }

  /// The message's number on its device.
  let message: UInt32
  /// 0 for the first send.
  let copy: UInt16
  /// How often the push service has tried to deliver it.
  var attempts: UInt16 = 0
  /// How many earlier messages it carries besides its own.
  var items: UInt16 = 0
  /// How often an unreachable hop has been tried again.
  var retries: UInt16 = 0
  /// The order of acceptance at the push service.
  var acceptance: UInt32 = 0
  let sent: SimTime
  var accepted = SimTime.zero

  var destination = Destination.none
  /// When it gets there.
  var legEnd = SimTime.zero
}

extension Push.Destination {
  /// The end of the leg there.
  fileprivate var event: EventKind {
    switch self {
    case .intake, .link: .hopTriedAgain
    case .provider: .messageReachesProvider
    case .service: .pushAccepted
    case .device, .none: .pushArrives
    }
  }
}

extension Device {
  // MARK: On the way

  /// Brings a push to the end of its leg, and of the next ones, as long as nothing else can happen
  /// before it gets there; else the end becomes an event. So most pushes need no event at all.
  ///
  /// Moves the clock: the last thing that a handler does.
  ///
  /// - Parameter limit: Something that is not in the queue happens then.
  mutating func follow(
    _ push: inout Push, before limit: SimTime = .never,
    _ context: inout CellContext<some TraceHook>
  ) {
    while push.destination != .none {
      if push.legEnd > context.now {
        guard push.legEnd < limit, context.isNext(push.legEnd) else {
          return scheduleEnd(of: push, &context)
        }
        context.now = push.legEnd
        countEvent(&context)
      }
      finishLeg(&push, &context)
    }
  }

  /// Sends a push on its way while other things happen at the same moment: only legs that take no
  /// time are over at once.
  mutating func depart(_ push: inout Push, _ context: inout CellContext<some TraceHook>) {
    while push.destination != .none {
      guard push.legEnd == context.now else { return scheduleEnd(of: push, &context) }
      finishLeg(&push, &context)
    }
  }

  private mutating func finishLeg(
    _ push: inout Push, _ context: inout CellContext<some TraceHook>
  ) {
    switch push.destination {
    case .intake: crossIntake(&push, &context)
    case .provider: reachProvider(&push, &context)
    case .link: crossLink(&push, &context)
    case .service: accept(&push, &context)
    case .device: arrive(&push, &context)
    case .none: break
    }
  }

  /// Makes an event of a leg's end.
  private mutating func scheduleEnd(of push: Push, _ context: inout CellContext<some TraceHook>) {
    schedule(push.destination.event, at: push.legEnd, payload: pushes.insert(push), &context)
  }
}
