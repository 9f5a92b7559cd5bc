public import DeliverySim

/// An event of a device or of one of its messages: a line of its story.
public struct StoryRecord: Sendable {
  /// The device that it happened to, from 0.
  public let device: Int
  /// It happened at this time, counted from the start of the run.
  public let time: SimTime
  /// It decides what ``value`` says.
  public let event: Event
  /// The content of the push in question.
  public let content: PushContent
  /// The message's number, or the consecutive number of a push that carries none; nil for events of
  /// the device itself.
  public let message: UInt32?
  /// The number of the message's send.
  public let copy: UInt16
  /// See ``payload``.
  public let value: Int64
  /// Other messages that it is about: missing, requested or covered by a summary; the earlier
  /// ones that a push carries; of a destroyed message the one in whose push it was carried.
  public let others: [UInt32]

  /// - Parameters: as the properties.
  public init(
    device: Int = 0, time: SimTime, event: Event, content: PushContent = .message,
    message: UInt32? = nil, copy: UInt16 = 0, value: Int64 = 0, others: [UInt32] = []
  ) {
    self.device = device
    self.time = time
    self.event = event
    self.content = content
    self.message = message
    self.copy = copy
    self.value = value
    self.others = others
  }
}

extension StoryRecord {
  // MARK: Payloads

  /// The meaning of ``value``, which depends on the event.
  public enum Payload: Sendable, Equatable {
    case nothing
    /// The number of messages that are missed, asked for or summarised, or of pushes that are
    /// discarded.
    case count(Int64)
    /// The position in the queue.
    case position(Int64)
    /// The time that a retry waits, an acknowledgement takes or a position stays unreadable.
    case span(SimTime)
    /// It is a stage of the device's strategy.
    case stage(Int)
    /// The folder among those of all accounts, one account after the other.
    case folder(Int)
    /// Whether the app that is opened has to be launched.
    case launch(Bool)
    /// Whether a scheduled summary comes in quiet hours.
    case quietHours(Bool)
    /// The reason why a notification comes without an alert; nil: a saved story says something
    /// else.
    case silence(Silence?)
    /// The reason why an alert annoys; nil: a saved story says something else.
    case annoyance(Reactions.Kind?)
    /// The push that destroyed this one.
    case culprit(PushContent, number: UInt32)
  }

  /// It reads ``value`` in the way that the event asks for.
  public var payload: Payload {
    switch event.row.payload {
    case .nothing: .nothing
    case .count: .count(value)
    case .position: .position(value)
    case .span: .span(SimTime(microseconds: value))
    case .stage: .stage(Int(value))
    case .folder: .folder(Int(value))
    // The app is in the foreground for 0, in the background for 1, not running for 2, killed for 3.
    case .launch: .launch(value >= 2)
    case .quietHours: .quietHours(value != 0)
    case .silence: .silence(Silence(rawValue: value))
    case .annoyance: .annoyance(Int(exactly: value).flatMap(Reactions.Kind.init))
    case .culprit: namedPush
    }
  }

  /// 1 + its number, so that 0 means nobody, below what it carries.
  static func value(naming push: Push) -> Int64 {
    Int64(push.content.rawValue) << 40 | Int64(push.message) + 1
  }

  private var namedPush: Payload {
    guard let content = PushContent(rawValue: UInt8(truncatingIfNeeded: value >> 40)),
      case let named = value & (1 << 40 - 1), named > 0, let number = UInt32(exactly: named - 1)
    else { return .nothing }
    return .culprit(content, number: number)
  }

  /// The push that destroyed this one; nil when it was none.
  public var culprit: (content: PushContent, number: UInt32)? {
    guard case .culprit(let content, let number) = payload else { return nil }
    return (content, number)
  }
}

extension Fingerprint {
  /// Adds an event with all that is known of it but the other messages that it names: these follow
  /// from the events before.
  ///
  /// Each ingredient has bits of its own. Most values are 0, and where the compiler knows that, a
  /// value costs nothing.
  @inline(__always)
  package mutating func add(
    _ event: StoryRecord.Event, _ content: PushContent, _ message: UInt32?, _ copy: UInt16,
    _ value: Int64, at time: SimTime
  ) {
    // 0 for the device itself, so 33 bits.
    let subject = message.map { UInt64($0) + 1 } ?? 0
    let push = UInt64(content.rawValue) &<< 49 | UInt64(copy) &<< 33 | subject
    add(time, event.code &<< 56 | push)
    if value != 0 { add(value: UInt64(bitPattern: value)) }
  }
}
