/// The streams of the provider and its hops.
enum ProviderStream: UInt8, Streams {
  /// The index is the message, the copy the send.
  case linkLoss = 16
  case linkLatency = 17
  case resendFailure = 18
  case resendLatency = 19
  case resendService = 20
  case intakeLoss = 24
  case intakeLatency = 25
  /// These are of pushes without a message: the index is a running number, the copy the content.
  case otherLinkLoss = 22
  case otherLinkLatency = 23
  /// The index is the message.
  case urgent = 141
  /// An answer is lost (R2.11): the index is the message, the copy the send.
  case ackLoss = 170
  /// The same of a push without a message: the copy is the content, the attempt the send.
  case otherAckLoss = 171
  /// The index is the span, the device the hop.
  case hopBurstStart = 56
  case hopBurstUp = 57
  case hopBurstDown = 58
  case hopIncidentStart = 59
  case hopIncidentUp = 60
  case hopIncidentDown = 61
}

/// The provider waits for an answer.
enum ProviderEventKind: UInt8, EventKinds {
  /// No answer has come: the push is sent again. Payload: its place among those that wait.
  case answerMissed = 39

  var isOnDevice: Bool { false }
}

/// The provider does this on hop 2.
public enum ProviderEvent: UInt8, FeatureEvent {
  /// No answer will come to a push, so that it is sent again; the number is the wait.
  case unanswered = 230

  package var row: StoryRecord.Event.Row {
    switch self {
    case .unanswered:
      .init(
        "unanswered", .provider, "the provider gets no answer; sent again in #", .span, part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// The provider does something on hop 2.
  public static func provider(_ event: ProviderEvent) -> Self { Self(event) }
}

extension ResendAnswer: FeatureEvent {
  package var row: StoryRecord.Event.Row {
    switch self {
    case .success:
      .init(
        "answered-success", .provider, "answered: the provider repeats what it keeps of#",
        part: .asks)
    case .failed: .init("answered-failed", .provider, "the re-request fails", part: .asks)
    case .refused:
      .init(
        "answered-refused", .provider,
        "the re-request is refused because the provider keeps none of the payloads", part: .asks)
    case .timedOut:
      .init(
        "answered-timed-out", .provider,
        "the re-request has waited in the provider's queue too long", part: .asks)
    }
  }
}

extension StoryRecord.Event {
  /// The provider answers a re-request.
  public static func answered(_ event: ResendAnswer) -> Self { Self(event) }
}

/// Re-requests wait in the endpoint's queue.
public enum ProviderCounter: UInt8, Counters {
  /// Re-requests left the endpoint's queue unserved.
  case resendTimeouts = 25
  /// All requests have waited so long for a server [µs].
  case resendWaitSum = 26

  var row: Counter.Row {
    switch self {
    case .resendTimeouts: .init("resend_timeouts", Self.capacity)
    case .resendWaitSum: .init("resend_wait_sum_us", Self.capacity)
    }
  }

  private static let capacity = Counter.When { world, _ in world.isDealtByShards }
}
