extension StoryRecord {
  /// What happened.
  public enum Event: Sendable, Equatable {
    case online, offline, connected, detected
    case created, resent, accepted, stored, intoHalfOpen, handedOver, arrived
    case shown, replacedInCentre, duplicate
    case gap, requested, timeLimit, summary
    /// The push service discards all that it has stored; the app fetches; a message is fetched.
    case droppedAll, appSyncs, synced
    case queued, providerUnreachable, serviceUnreachable
    /// The push service answers 429; the provider will try again.
    case tooManyPushes
    /// A push without a message leaves the provider; a heartbeat is drawn on the screen.
    case sent, heartbeatShown
    /// The device switches to the next stage of its strategy.
    case adopted
    /// Something happens to the app.
    case app(AppEvent)
    /// Something happens to the app's own connection.
    case socket(SocketEvent)
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
    /// The user is annoyed or disappointed, or does something about it.
    case reaction(ReactionEvent)
    /// A message that is not urgent waits at the provider.
    case waitsForWindow
    /// Something that Android does.
    case android(AndroidEvent)
    /// Something happens by the second channel.
    case escalation(EscalationStep)
  }

  /// A station along the path; the order is that of a trace's tracks.
  package enum Station: Int, CaseIterable {
    case outages = 1
    case provider, service, store, network, device, serviceExtension, centre, user, app
  }
}

/// Events of a feature, with their rows.
package protocol FeatureEvent: CaseIterable {
  var row: StoryRecord.Event.Row { get }
}
