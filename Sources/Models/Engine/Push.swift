import DeliverySim

/// One push on its way: a copy of a message, or a push that carries none. Its fields are in an
/// order that leaves few gaps, since it is copied at every step.
struct Push: Sendable {
  /// The place to which a push is going.
  enum Destination: Sendable {
    /// Hop 1 or hop 2, to try it again.
    case intake, link
    case provider, service, device
    /// The push goes over the app's own connection.
    case socket
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
  /// The number of times that the push service has tried to deliver it.
  var attempts: UInt16 = 0
  /// The number of earlier messages that it carries besides its own.
  var items: UInt16 = 0
  /// The number of times that an unreachable hop has been tried again.
  var retries: UInt16 = 0
  /// The type of the push: it decides for which slot the push competes, and whether it wakes the
  /// app.
  var type = PushType.alert
  /// It brings its message, not only the news that there is one.
  var hasContent = true
  /// A heartbeat's: the app filters it.
  var isFiltered = false
  /// Its high priority counts as normal (R11.3).
  var isDemoted = false
  var console = ConsoleStatus.none
  var destination = Destination.none
  /// The provider hears nothing of what the push service does with it (R2.11).
  var isUnanswered = false
  /// It has been sent so often before, because no answer came; of pushes without a message alone.
  var repeats: UInt16 = 0
  /// A heartbeat's: the last position of the queue when it was sent.
  var lastPosition: UInt32 = 0
  /// The order of acceptance at the push service.
  var acceptance: UInt32 = 0
  let sent: SimTime
  var accepted = SimTime.zero
  /// The time when it gets there.
  var legEnd = SimTime.zero

  /// A copy of a message.
  @inline(__always)
  init(message: UInt32, copy: UInt16, sent: SimTime) {
    (content, self.message, self.copy, self.sent) = (.message, message, copy, sent)
  }

  /// A push that carries no message.
  @inline(__always)
  init(_ content: PushContent, number: UInt32, sent: SimTime) {
    precondition(content != .message, "a push of a message is one of its copies")
    (self.content, message, copy, self.sent) = (content, number, UInt16(content.rawValue), sent)
  }
}

extension Push {
  var carriesMessage: Bool { content == .message }

  /// There is something to draw, for which the system calls the extension.
  @inline(__always)
  var hasAlert: Bool { content == .message || content == .heartbeat || content == .otherService }

  /// It brings no alert, but the app to its feet.
  @inline(__always)
  var wakesApp: Bool { type.wakesApp && (carriesMessage || content == .heartbeat) }

  /// It carries no message. It never is copy 0, so that the first send of a message, what most
  /// pushes are, is told by one question.
  @inline(__always)
  var isOther: Bool { copy > 0 && !carriesMessage }

  /// The stream of a draw for this push: pushes without a message have streams of their own (R1.2).
  @inline(__always)
  func stream(_ id: some StreamCode, orWithoutMessage other: some StreamCode) -> StreamID {
    carriesMessage ? StreamID(id) : StreamID(other)
  }

  /// Where the random numbers of a run of the extension on this push lie
  /// (docs/explanation/determinism.md): a heartbeat's have a place of their own.
  var attemptOfRun: Int { carriesMessage ? 0 : 1 }
}

extension Push.Destination {
  /// The end of the leg there.
  var event: DeviceEventKind {
    switch self {
    case .intake, .link: .hopTriedAgain
    case .provider: .messageReachesProvider
    case .service: .pushAccepted
    case .device, .socket: .pushArrives
    case .none: preconditionFailure("a push that goes nowhere arrives nowhere")
    }
  }
}
