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
    case answered(ResendAnswer)
    case destroyed(by: Cause)
  }

  public let time: SimTime
  public let event: Event
  /// Nil where the device itself is meant.
  public let message: UInt32?
  /// Which send of the message.
  public let copy: UInt16
  /// How many messages are missed, asked for, summarised or fetched, or pushes are discarded; a
  /// position in the queue; how long a retry waits [µs]; for a destroyed push 1 + the message that
  /// destroyed it, or 0.
  public let value: Int64

  /// - Parameters: as the properties.
  public init(
    time: SimTime, event: Event, message: UInt32? = nil, copy: UInt16 = 0, value: Int64 = 0
  ) {
    self.time = time
    self.event = event
    self.message = message
    self.copy = copy
    self.value = value
  }
}

extension StoryRecord.Event {
  /// A small number of its own for each event; part of the fingerprint.
  @inline(__always)
  fileprivate var code: UInt64 {
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
    case .answered(let answer): 32 + UInt64(answer.rawValue)
    case .destroyed(let cause): 64 + UInt64(cause.rawValue)
    }
  }
}

extension Device {
  // MARK: Telling

  /// Notes an event: into the fingerprint always, into the trace when there is one.
  @inline(__always)
  mutating func note<Hook: TraceHook>(
    _ event: StoryRecord.Event, message: UInt32? = nil, copy: UInt16 = 0, value: Int64 = 0,
    at time: SimTime? = nil, _ context: inout CellContext<Hook>
  ) where Hook.Record == StoryRecord {
    let time = time ?? context.now
    let subject = message.map { UInt64($0) + 1 } ?? 0
    fingerprint.add(
      time, event.code &<< 56 ^ UInt64(bitPattern: value) &<< 44 ^ UInt64(copy) &<< 34 ^ subject)
    if Hook.isActive, context.isAside { return }
    context.trace.note(
      StoryRecord(time: time, event: event, message: message, copy: copy, value: value))
  }

  @inline(__always)
  mutating func note<Hook: TraceHook>(
    _ event: StoryRecord.Event, _ push: Push, at time: SimTime? = nil,
    _ context: inout CellContext<Hook>
  ) where Hook.Record == StoryRecord {
    note(event, message: push.message, copy: push.copy, at: time, &context)
  }
}
