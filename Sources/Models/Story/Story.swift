public import DeliverySim

/// What happened to a device or to one of its messages: a line of its story.
public struct StoryRecord: Sendable {
  /// What happened.
  public enum Event: Sendable, Equatable {
    case online, offline, connected, detected
    case created, resent, accepted, stored, intoLimbo, handedOver, arrived
    case shown, replacedInCentre, duplicate
    case gap, requested, timeLimit, summary
    /// The push service discards all that it has stored; the app fetches; a message is fetched.
    case droppedAll, appSyncs, synced
    case queued, providerUnreachable, serviceUnreachable
    /// A push without a message leaves the provider; a heartbeat is drawn on the screen.
    case sent, heartbeatShown
    /// The device switches to the next stage of its strategy.
    case adopted
    /// Something happens to the app.
    case app(AppEvent)
    /// Notifications are presented to the user, or the user reacts.
    case attention(Attention)
    /// The extension tells the provider that a push has arrived; in vain.
    case acknowledged, acknowledgementLost
    /// Of an extension that is not ideal.
    case run(ExtensionStep)
    case answered(ResendAnswer)
    case destroyed(by: Cause)
    /// Something happens to the device's power.
    case power(PowerEvent)
  }

  /// What happened to the device's power.
  public enum PowerEvent: UInt8, Sendable, CaseIterable {
    /// It reserves power, or does so no more; the push service holds a push back.
    case reserving, normal, heldBack
    case off, on
    /// It was switched on; until the first unlock the extension cannot read its position.
    case positionUnreadable
  }

  /// What happened to the app.
  public enum AppEvent: UInt8, Sendable, CaseIterable {
    /// It comes to the foreground, is left, is ended by the system, by the user.
    case opened, left, ended, killed
    /// It asks for what the user does not have; it gets no answer.
    case fetches, fetchFailed
    /// A push wakes it; the device holds a push for its next launch; it is launched unseen.
    case woken, held, launched
    /// The system lets it refresh itself.
    case refreshed
    /// The device keeps a receipt for a message; the app sends all that it has.
    case receiptWritten, receiptsUploaded
    /// The user subscribes to a folder of an account, or unsubscribes.
    case subscribed, unsubscribed
    /// The app has another token; the provider knows it; it knows what the user wants.
    case tokenChanged, tokenRegistered, registered
  }

  /// How notifications are presented to the user, and how the user reacts.
  public enum Attention: UInt8, Sendable, CaseIterable {
    /// An alert is not drawn, since the device is quiet; the scheduled summary comes.
    case silenced, summaryDelivered
    /// The user sees a message's content, taps a notification, takes it away.
    case seen, tapped, dismissed
  }

  /// Which device it happened to, from 0.
  public let device: Int
  public let time: SimTime
  public let event: Event
  /// What the push in question carries.
  public let content: PushContent
  /// The message's number, or the consecutive number of a push that carries none; nil for events of
  /// the device itself.
  public let message: UInt32?
  /// Which send of the message.
  public let copy: UInt16
  /// How many messages are missed, asked for, summarised or fetched, or pushes are discarded; a
  /// position in the queue; how long a retry waits, an acknowledgement takes or a position stays
  /// unreadable [µs]; the number of a strategy's stage or of an account's folder; where an opened
  /// app was (0 foreground, 1 background, 2 not running, 3 killed); 1 for a scheduled summary in
  /// quiet hours; for a destroyed push what ``culprit`` makes of it.
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
  // MARK: Who destroyed a push

  /// 1 + its number, so that 0 means nobody, below what it carries.
  static func value(naming push: Push) -> Int64 {
    Int64(push.content.rawValue) << 40 | Int64(push.message) + 1
  }

  /// The push that destroyed this one; nil when it was none.
  public var culprit: (content: PushContent, number: UInt32)? {
    guard let content = PushContent(rawValue: UInt8(truncatingIfNeeded: value >> 40)),
      case let named = value & (1 << 40 - 1), named > 0, let number = UInt32(exactly: named - 1)
    else { return nil }
    return (content, number)
  }
}

extension StoryRecord.Event {
  /// A small number of its own for each event, from 1 to 255; part of the fingerprint.
  @inline(__always)
  package var code: UInt64 {
    switch self {
    case .online: 1
    case .offline: 2
    case .connected: 3
    case .detected: 4
    case .created: 5
    case .resent: 6
    case .accepted: 7
    case .stored: 8
    case .intoLimbo: 9
    case .handedOver: 10
    case .arrived: 11
    case .shown: 12
    case .replacedInCentre: 13
    case .duplicate: 14
    case .gap: 15
    case .requested: 16
    case .timeLimit: 17
    case .summary: 18
    case .droppedAll: 24
    case .appSyncs: 25
    case .synced: 26
    case .queued: 27
    case .providerUnreachable: 28
    case .serviceUnreachable: 29
    case .sent: 30
    case .heartbeatShown: 31
    case .adopted: 19
    case .app(let event): 160 + UInt64(event.rawValue)
    case .attention(let attention): 144 + UInt64(attention.rawValue)
    case .acknowledged: 20
    case .acknowledgementLost: 21
    case .run(let step): 120 + UInt64(step.rawValue)
    case .answered(let answer): 32 + UInt64(answer.rawValue)
    case .destroyed(let cause): 64 + UInt64(cause.rawValue)
    case .power(let event): 112 + UInt64(event.rawValue)
    }
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
