package import DeliverySim

/// What can happen in a batch, in the order of a notification's way. The raw value lies in the
/// event's key and never decides the order of events.
package enum EventKind: UInt8, CaseIterable {
  /// The server makes the device's next message.
  case messageCreated
  /// A push reaches the push service. Payload: the push.
  case pushAccepted
  /// A push reaches the device, or finds it gone. Payload: the push.
  case pushArrives
  /// The device's own online or offline span ends, by a law or as recorded.
  case connectivityFlips
  /// A region's outage begins or ends; shared by the region's devices. Payload: the region's place
  /// in the batch.
  case regionFlips
  /// The reconnect delay has passed.
  case connectionReady
  /// The push service notices that a connection is dead. Payload: which one.
  case disconnectionDetected
  /// The extension has waited for late pushes. Payload: its run.
  case waitEnds
  /// The provider's answer to a re-request. Payload: the run.
  case requestAnswered
  /// The extension's time is over. Payload: its run.
  case timeLimitReached
  /// A message reaches the provider. Payload: the push that it will be.
  case messageReachesProvider
  /// An unreachable hop is tried again. Payload: the push.
  case hopTriedAgain
  /// The quiet time before a heartbeat may be over.
  case heartbeatDue
  /// The server makes a push of the extra traffic. Payload: its content.
  case extraPushMade
  /// The device switches to the strategy's next stage. Payload: the stage.
  case strategyAdopted
  /// The provider has waited for an acknowledgement. Payload: the message.
  case retryDue
  /// The user opens the app.
  case appOpens
  /// The user may leave it.
  case visitEnds
  /// The system ends the suspended app, unless it was opened since.
  case processEnds
  /// What the app has asked for in the background is there, or its time is over. Payload: the
  /// fetch.
  case fetchEnds
  /// The system may let the app refresh itself.
  case pollDue
  /// The extension's own work on a push is done, or its time is over. Payload: the work.
  case extensionWorkEnds
  /// The extension can turn to the next push.
  case extensionIsFree
  /// The user decides whether to hear of an account's folder. Payload: which one.
  case subscriptionDecided
  /// The app is installed anew, or on another device.
  case tokenChanges
  /// A scheduled summary shows what has arrived since the one before.
  case summaryDue
  /// The user looks at the notification centre. Payload: the look.
  case userLooks
  /// The device begins to reserve power, or ends it.
  case powerFlips
  /// The device is switched off or on.
  case switched
  /// The user uninstalls the app, or does less about what annoys (R10). Payload: which ``UserAct``.
  case userActs
  /// The quiet hours in which something came silently have ended, and the user looks at it.
  /// Payload: the silent arrival.
  case quietIsOver
  /// The user picks up the phone, if something waits for that.
  case phonePickedUp
  /// A local notification alerts again, if nobody has looked at it. Payload: the message.
  case localRepeats
  /// The user has pressed a button on a notification, and unlocked the phone. Payload: the message.
  case actionReachesApp
  /// The phone is used from now on, or lies unused (R11.3).
  case usageFlips
  /// Doze sets in, or its next maintenance window comes.
  case dozeSteps
  /// The vendor stops the app.
  case vendorStops
  /// The app has been left for so long that it closes its connection. Payload: which one.
  case socketCloses
  /// The provider notices that the app's connection is dead. Payload: which one.
  case socketDeathNoticed
}

extension EventKind {
  /// The kind of an event that this module has made. Raw values are the places of the cases, so
  /// nothing need be looked up, and their number is all that must be known.
  ///
  /// - Precondition: The event's kind is the raw value of a case; checked in every build.
  @inline(__always)
  package init(of event: Event) {
    precondition(Int(event.kind) < Self.allCases.count, "not a kind of event")
    self = unsafeBitCast(event.kind, to: Self.self)
  }
}

extension EventKind {
  /// Its handler counts it (``Bus/countEvent()``), if it does something: the fast way has no event
  /// that comes too late.
  var countsItself: Bool { self == .retryDue || self == .disconnectionDetected }

  /// It happens on the device: nothing of that is left once the app is uninstalled.
  var isOnDevice: Bool {
    switch self {
    case .messageCreated, .messageReachesProvider, .hopTriedAgain, .pushAccepted, .pushArrives,
      .requestAnswered, .socketDeathNoticed, .heartbeatDue, .extraPushMade, .retryDue, .regionFlips:
      false
    case .connectivityFlips, .connectionReady, .disconnectionDetected, .waitEnds,
      .timeLimitReached, .appOpens, .visitEnds, .processEnds, .fetchEnds, .pollDue,
      .extensionWorkEnds, .extensionIsFree, .subscriptionDecided, .tokenChanges, .summaryDue,
      .userLooks, .powerFlips, .switched, .quietIsOver, .phonePickedUp,
      .strategyAdopted, .userActs, .localRepeats, .actionReachesApp, .usageFlips, .dozeSteps,
      .vendorStops, .socketCloses:
      true
    }
  }
}
