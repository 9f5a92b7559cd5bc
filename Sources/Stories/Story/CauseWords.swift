import DeliverySim
import Files
import Models
import Scenarios
import Vocabulary

/// A part of a sentence tells what destroyed a push. Each feature has the words of its causes.
struct CauseWords {
  let fate: OutcomeExplanation
  let record: StoryRecord
  private let cause: Cause

  init(_ fate: OutcomeExplanation, _ record: StoryRecord, _ cause: Cause) {
    (self.fate, self.record, self.cause) = (fate, record, cause)
  }
}

/// Causes of a feature that stories can tell.
protocol ToldCauses: Causes {
  /// It is a part of a sentence.
  func clause(_ words: CauseWords) -> String
}

extension CauseWords {
  var text: String { clause + when + circumstances }

  /// - Precondition: Its feature tells it.
  private var clause: String {
    if cause == .none { return "nothing destroyed it" }
    guard let told = Feature.cause(cause) as? any ToldCauses else {
      preconditionFailure("no words for \(cause.name)")
    }
    return told.clause(self)
  }

  // MARK: Words of all features

  /// It names the push that destroyed this one.
  var culprit: String {
    guard let culprit = record.culprit else { return "another push" }
    return culprit.content == .message && culprit.number == fate.message
      ? "another push of the same message" : fate.told.text.name(culprit.content, culprit.number)
  }

  /// The user had uninstalled the app by then.
  var isUninstalled: Bool { record.time >= fate.told.index.uninstalled }

  /// The reason why the user has done something about the app.
  func reason(for event: StoryRecord.Event) -> String {
    fate.told.index.reason(for: event, before: record.time)
  }

  // MARK: Circumstances

  private var when: String {
    // Only the run's end says that nobody will ask.
    if cause == .app(.neverAsked), fate.told.index.uninstalled == .never { return "" }
    let span = record.time - fate.outcome.created
    return span == .zero
      ? "" : ", \(HumanText.span(span.seconds)) after message \(fate.message) was created"
  }

  /// It was out of order then.
  private var circumstances: String {
    switch cause.stage {
    case .service:
      cause == .pushService(.throttled) || cause == .tokens(.unregistered) ? "" : offline
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
}
