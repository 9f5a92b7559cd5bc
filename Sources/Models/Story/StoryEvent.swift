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

  /// What Android does (R11.3).
  public enum AndroidEvent: UInt8, Sendable, CaseIterable {
    /// Doze sets in; a maintenance window comes; the phone is in use again.
    case dozes, maintenance, awake
    /// The user stops the app by force; the vendor's system stops it.
    case forceStopped, vendorStopped
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
    /// The provider learns that the token is gone; the user uninstalls the app.
    case tokenRefused, uninstalled
    /// The browser revokes the permission of a web app (R12.6).
    case permissionRevoked
    /// The app's own connection is there, is closed, was dead for some time and the provider
    /// notices; a message comes over it.
    case socketOpened, socketClosed, socketDeathNoticed, cameOverSocket
  }

  /// How notifications are presented to the user, and how the user reacts.
  public enum Attention: UInt8, Sendable, CaseIterable {
    /// An alert is not drawn, since the device is quiet; the scheduled summary comes.
    case silenced, summaryDelivered
    /// The user sees a message's content, taps a notification, takes it away.
    case seen, tapped, dismissed
    /// The app has a message of which nothing is drawn, since the user does not allow it; the user
    /// picks up the phone.
    case notDrawn, pickedUp
    /// The user presses a button on a notification; a local one alerts again.
    case acted, alertedAgain
    /// The user keeps notifications that came silently as a trial; turns them off (R11.4).
    case kept, turnedOff
  }

  /// What the user makes of alerts, and of what was missed (R10).
  public enum ReactionEvent: UInt8, Sendable, CaseIterable {
    /// By an alert; by a message that comes to light too late.
    case annoyed, disappointed
    /// The user has had as much of it as he puts up with.
    case outOfPatience, outOfTrust
    /// What the user does about it, besides uninstalling the app.
    case quietly, alertsOff, opensLess
  }

  /// What happens by the second channel (R11.1).
  public enum EscalationStep: UInt8, Sendable, CaseIterable {
    /// A message goes out, comes, does not come.
    case sent, arrived, failed
  }

  /// A station along the path; the order is that of a trace's tracks.
  package enum Station: Int, CaseIterable {
    case outages = 1
    case provider, service, store, network, device, serviceExtension, centre, user, app
  }
}
