import DeliverySim

/// One push on its way: a copy of a message, or a push that carries none.
struct Push: Sendable {
  /// Where a push is going.
  enum Destination: Sendable {
    /// Hop 1 or hop 2, to try it again.
    case intake, link
    case provider, service, device
    /// Nowhere: it is stored, has served its purpose or was destroyed.
    case none
  }

  let content: PushContent
  /// The message's number on its device; of a push without one, its running number among those of
  /// its content.
  let message: UInt32
  /// 0 for the first send of a message; of a push without one, its content's code, which keeps
  /// their random numbers apart (R1.2).
  let copy: UInt16
  /// How often the push service has tried to deliver it.
  var attempts: UInt16 = 0
  /// How many earlier messages it carries besides its own.
  var items: UInt16 = 0
  /// How often an unreachable hop has been tried again.
  var retries: UInt16 = 0
  /// How it is sent: which slot it competes for, and whether it wakes the app.
  var type = PushType.alert
  /// A heartbeat's: the app filters it.
  var isFiltered = false
  /// A heartbeat's: the last position of the queue when it was sent.
  var lastPosition: UInt32 = 0
  /// The order of acceptance at the push service.
  var acceptance: UInt32 = 0
  let sent: SimTime
  var accepted = SimTime.zero

  var destination = Destination.none
  /// When it gets there.
  var legEnd = SimTime.zero

  /// A copy of a message.
  init(message: UInt32, copy: UInt16, sent: SimTime) {
    (content, self.message, self.copy, self.sent) = (.message, message, copy, sent)
  }

  /// A push that carries no message.
  init(_ content: PushContent, number: UInt32, sent: SimTime) {
    (self.content, message, copy, self.sent) = (content, number, UInt16(content.rawValue), sent)
  }
}

extension Push {
  var carriesMessage: Bool { content == .message }

  /// It brings no alert, but the app to its feet.
  var wakesApp: Bool { carriesMessage && type != .alert }

  /// It carries no message. It never is copy 0, so that the first send of a message, what most
  /// pushes are, is told by one question.
  @inline(__always)
  var isOther: Bool { copy > 0 && !carriesMessage }

  /// What a draw for this push is for: those without a message have streams of their own (R1.2).
  @inline(__always)
  func purpose(_ purpose: Purpose, orWithoutMessage other: Purpose) -> Purpose {
    carriesMessage ? purpose : other
  }
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
    _ bus: inout Bus
  ) {
    while push.destination != .none {
      if push.legEnd > bus.now {
        guard push.legEnd < limit, bus.isNext(push.legEnd) else {
          return scheduleEnd(of: push, &bus)
        }
        bus.skip(to: push.legEnd)
        bus.countEvent()
      }
      finishLeg(&push, &bus)
    }
  }

  /// Sends a push on its way while other things happen at the same moment: only legs that take no
  /// time are over at once.
  mutating func depart(_ push: inout Push, _ bus: inout Bus) {
    while push.destination != .none {
      guard push.legEnd == bus.now else { return scheduleEnd(of: push, &bus) }
      finishLeg(&push, &bus)
    }
  }

  private mutating func finishLeg(_ push: inout Push, _ bus: inout Bus) {
    switch push.destination {
    case .intake: crossIntake(&push, &bus)
    case .provider: reachProvider(&push, &bus)
    case .link: crossLink(&push, &bus)
    case .service: accept(&push, &bus)
    case .device: arrive(&push, &bus)
    case .none: break
    }
  }

  /// Makes an event of a leg's end.
  private mutating func scheduleEnd(of push: Push, _ bus: inout Bus) {
    bus.schedule(push.destination.event, at: push.legEnd, payload: pushes.insert(push))
  }
}
