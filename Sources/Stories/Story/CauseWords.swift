import DeliverySim
import Files
import Models
import Scenarios
import Vocabulary

/// What destroyed a push, as a part of a sentence.
struct CauseWords {
  private let fate: OutcomeExplanation
  private let record: StoryRecord
  private let cause: Cause

  init(_ fate: OutcomeExplanation, _ record: StoryRecord, _ cause: Cause) {
    (self.fate, self.record, self.cause) = (fate, record, cause)
  }
}

extension CauseWords {
  var text: String { clause + when + circumstances }

  /// Each cause has its words: one that is new has none until somebody writes them.
  private var clause: String {
    switch cause {
    case .none: "nothing destroyed it"
    case .serverLost: lostBeforeProvider
    case .unreachable: "the push service stayed unreachable from the provider"
    case .linkLost: "the hop from the provider to the push service lost it"
    case .notSubscribed: "the provider did not know that the user wanted it, and sent nothing"
    case .noToken: withoutToken
    case .rejectedTooLarge: "the push service refuses pushes of that size"
    case .retentionOver: "the provider no longer kept it, and nobody had fetched it"
    case .overwritten: overwritten
    case .expired: "it expired in the push service's store"
    case .notStored: "the push service does not store such pushes for a device that is away"
    case .droppedAll: "the push service's store was full, and it discarded all that was in it"
    case .queueFull: "the push service's store was full"
    case .throttled: throttled
    case .unregistered: unregistered
    case .disabled: "the user has refused notifications, and the device discarded it"
    case .alertsOff:
      "the user has switched alerts off\(reason(for: .reaction(.alertsOff))), and nothing was drawn"
    case .silentThrottled: "the system had already passed on as many silent pushes as it allows"
    case .silentReplaced:
      "\(culprit) took its place, since the device holds one silent push for the app's next launch"
    case .forceQuit: forceQuit
    case .fetchFailed:
      isFetch
        ? "the push had woken the app, but the app's fetch failed"
        : fate.emptiness(of: record)
    case .neverAsked: neverAsked
    case .refreshOff:
      "the device is in low-power mode or has Background App Refresh off, so nothing wakes the app"
    case .voipBlocked: "VoIP pushes had woken the app too often without a reported call"
    case .ignoredPayload: ignored
    case .crashed: crashed
    case .replaced: "a summary was shown in its place"
    }
  }

  // MARK: On the way

  private var lostBeforeProvider: String {
    hasWaited(.providerUnreachable, .intake)
      ? "the provider stayed unreachable from the server"
      : "the hop from the server to the provider lost it"
  }

  private var withoutToken: String {
    fate.told.index.wasRefused(before: record.time)
      ? "the provider had no token to send it to: the push service had refused the old one"
      : "the provider had no token to send it to"
  }

  // MARK: At the service

  private var throttled: String {
    wasAccepted
      ? "the limit of collapsible pushes to this device was used up"
      : "the push service answered 429: too many pushes to this device"
  }

  private var unregistered: String {
    record.time >= fate.told.index.uninstalled
      ? "the user had uninstalled the app" + reason(for: .app(.uninstalled))
      : "the token that it was sent to was no longer that of the app"
  }

  private var overwritten: String {
    isReplaced
      ? "\(culprit) overwrote it in the push service's store"
      : "the push service kept \(culprit), which it had stored already, and dropped this one"
  }

  /// What destroyed it.
  private var culprit: String {
    guard let culprit = record.culprit else { return "another push" }
    return culprit.content == .message && culprit.number == fate.message
      ? "another push of the same message" : fate.told.text.name(culprit.content, culprit.number)
  }

  /// The push that ended had been accepted before.
  private var wasAccepted: Bool {
    fate.records.contains {
      $0.event == .accepted && $0.copy == record.copy && $0.time <= record.time
    }
  }

  /// It was in the store when the other one came; else it never got there.
  private var isReplaced: Bool {
    fate.records.last { $0.time <= record.time && isAtService($0) && $0.copy == record.copy }
      .map { $0.event == .stored } ?? false
  }

  private func isAtService(_ record: StoryRecord) -> Bool {
    record.event == .stored || record.event == .accepted || record.event == .intoHalfOpen
      || record.event == .handedOver
  }

  // MARK: On the device

  private var forceQuit: String {
    stopsApps
      ? "the app had been stopped, and nothing reaches it until it is opened"
      : "the user had ended the app, and no silent push reaches it then"
  }

  private var neverAsked: String {
    record.time >= fate.told.index.uninstalled
      ? "the user had uninstalled the app before it asked for it"
        + reason(for: .app(.uninstalled))
      : "no push was sent for it, and the app would never have asked for it, since "
        + fate.appSilence
  }

  /// R11.3: on Android; else only silent pushes are refused so.
  private var stopsApps: Bool {
    let told = fate.told
    return told.scenario.frame.setups[told.story.group].android?.stopsApps ?? false
  }

  /// A silent push that no method of the app hears of; an alert that asks for nothing to be drawn;
  /// or a message that another one's push carried along.
  private var ignored: String {
    let told = fate.told
    let stages = told.scenario.strategies[told.strategy].strategy.stages
    if !stages.contains(where: { $0.provider.pushType == .alert }) {
      return "no method of the app receives such a push"
    }
    return record.others.isEmpty
      ? "its payload asked for no alert, badge or sound"
      : "no extension unpacked the push that carried it"
  }

  private var crashed: String {
    fate.hasPlaceholder(record)
      ? "the extension crashed before it asked the server"
      : "the extension crashed, and nothing was shown"
  }

  /// Why the user has done something about the app.
  private func reason(for event: StoryRecord.Event) -> String {
    fate.told.index.reason(for: event, before: record.time)
  }

  // MARK: Circumstances

  private var when: String {
    // Only the run's end says that nobody will ask.
    if cause == .neverAsked, fate.told.index.uninstalled == .never { return "" }
    let span = record.time - fate.outcome.created
    return span == .zero
      ? "" : ", \(HumanText.span(span.seconds)) after message \(fate.message) was created"
  }

  /// What was out of order then.
  private var circumstances: String {
    switch cause.stage {
    case .service: cause == .throttled || cause == .unregistered ? "" : offline
    case .link, .server: trouble
    case .provider, .device, .extension, nil: ""
    }
  }

  private var offline: String {
    guard let span = fate.told.index.offline(at: record.time) else { return "" }
    let end = span.until.map { "to \(HumanText.second($0))" } ?? "to the end of the run"
    return ", while the device was offline (\(HumanText.second(span.since)) \(end)\(region(span)))"
  }

  private func region(_ span: (since: SimTime, until: SimTime?)) -> String {
    let surroundings = fate.told.story.surroundings
    guard let region = surroundings.region,
      surroundings.span(of: .region, at: span.since) != nil
        || surroundings.span(of: .region, at: record.time) != nil
    else { return "" }
    return ", region \(region) was down"
  }

  private var trouble: String {
    let isIntake = cause.stage == .server
    let surroundings = fate.told.story.surroundings
    if let outage = surroundings.span(of: isIntake ? .intake : .link, at: record.time) {
      return ", during an outage of \(HumanText.span(length(outage)))"
    }
    if let burst = surroundings.span(of: isIntake ? .intakeBurst : .linkBurst, at: record.time) {
      return ", during a burst of loss of \(HumanText.span(length(burst)))"
    }
    return ""
  }

  private func length(_ span: Range<SimTime>) -> Double {
    (span.upperBound - span.lowerBound).seconds
  }

  private func hasWaited(_ event: StoryRecord.Event, _ hop: Surroundings.Part) -> Bool {
    fate.told.story.surroundings.span(of: hop, at: record.time) != nil
      || fate.records.last { $0.time < record.time }?.event == event
  }

  private var isFetch: Bool { fate.told.index.fetchFailures.contains(record.time) }
}
