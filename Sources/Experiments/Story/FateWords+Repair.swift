import DeliverySim
import Files
import Models

extension FateWords {
  // MARK: What became of the attempt to repair

  /// Nil where nothing was to be repaired.
  var repair: String? {
    switch outcome.fate {
    case .shown: return rescue
    case .pending: return nil
    case .summarised, .synced, .lost: break
    }
    return switch outcome.repair {
    case .none: outcome.fate == .lost ? noRepair : nil
    case .unnoticed: unnoticed
    case .overLimit: overLimit
    case .failed: failed
    case .refused:
      "\(noticed)But the provider did not keep it any more\(retention)."
    case .repeatLost: "\(noticed)The provider sent it again, but that push was lost too."
    }
  }

  private var noRepair: String {
    "The strategy does not repair this: nobody asks for it again."
  }

  private var unnoticed: String {
    let gap = records.contains { $0.event == .gap }
    return gap
      ? "\(noticed)But nobody asked for it before the run ended."
      : "Nobody noticed that it was missing, so nobody asked for it again."
  }

  private var overLimit: String {
    let gap = records.last { $0.event == .gap && $0.others.contains(message) }
    guard let gap else { return "More was missing than the client may ask for at once." }
    let limit = told.repeatLimit(at: gap.time).map { ", and the client asks for at most \($0)" }
    return "\(subject(gap)) revealed that \(gap.value) were missing\(limit ?? ""): "
      + "it did not ask."
  }

  private var failed: String {
    guard let request = records.last(where: { $0.event == .requested && isAbout($0) }) else {
      let isCut = records.contains { $0.event == .timeLimit }
      return isCut
        ? "\(noticed)But the extension's time was over before it could ask."
        : "\(noticed)But nothing came of it: \(fetchOrOffline)."
    }
    return "\(noticed)But the re-request came to nothing: \(reason(of: request))."
  }

  private var fetchOrOffline: String {
    let isFetch = told.story.records.contains { $0.event == .app(.fetchFailed) }
    return isFetch ? "the app's fetch failed" : "the device was offline"
  }

  /// Why a re-request failed.
  private func reason(of request: StoryRecord) -> String {
    let offline = told.story.records.first { $0.event == .offline && $0.time >= request.time }
    let answer = records.first { record in
      guard case .answered = record.event, record.message == request.message else { return false }
      return record.copy == request.copy && record.time >= request.time
    }
    if let offline, offline.time < answer?.time ?? .never {
      return "the device went offline before the answer came"
    }
    return switch answer?.event {
    case .answered(.failed): "the provider's endpoint failed"
    case .answered(.timedOut): "it waited in the provider's queue too long"
    case .answered(.refused): "the provider kept nothing of it any more"
    default: "it was not answered in time"
    }
  }

  /// What brought it to the screen after all.
  private var rescue: String? {
    guard let shown = outcome.shown else { return nil }
    let resent = records.last {
      $0.event == .resent && $0.message == message && $0.time <= shown
    }
    guard let resent, resent.copy > 0 else { return carried }
    return "\(noticed)The provider sent it again, and \(ordinal(of: resent.copy, "its", "push")) "
      + "brought it."
  }

  /// An earlier message can come in the push of a later one.
  private var carried: String? {
    let arrival = records.last { $0.event == .arrived && $0.time <= outcome.shown ?? .zero }
    guard let arrival, arrival.message != message else { return nil }
    return "It came in the push of \(told.text.subject(arrival))."
  }

  // MARK: Words

  /// Who noticed that it was missing, and when, with a space at the end.
  private var noticed: String {
    let gap = records.last { $0.event == .gap && $0.others.contains(message) && isBeforeEnd($0) }
    guard let gap else { return "" }
    let span = HumanText.span((gap.time - outcome.created).seconds)
    let asked = records.contains { $0.event == .requested && isAbout($0) && $0.time >= gap.time }
    return "\(subject(gap)), \(span) after the creation, revealed that it was missing"
      + (asked ? ", and the extension asked for it. " : ". ")
  }

  private func isBeforeEnd(_ record: StoryRecord) -> Bool {
    record.time <= outcome.shown ?? .never
  }

  private func isAbout(_ record: StoryRecord) -> Bool { record.others.contains(message) }

  private func subject(_ record: StoryRecord) -> String {
    let words = told.text.subject(record)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private var retention: String {
    let span = told.setup.provider.retention
    return span == .never ? "" : " (retention \(HumanText.span(span.seconds)))"
  }
}

extension ToldStory {
  /// How many a client asks for at once at a moment; nil: it never asks.
  func repeatLimit(at time: SimTime) -> Int? {
    if case .recoversGaps(let recovery) = strategyInForce(at: time).client {
      return recovery.repeatLimit
    }
    return nil
  }
}
