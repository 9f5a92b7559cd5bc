package import Answers
import Files
import Fit
package import Scenarios

/// The words of `start`: the log first, then on what the answer rests.
package struct StartText {
  private let evidence: StartEvidence
  private let preset: Preset
  /// The user has named the preset.
  private let isNamed: Bool

  /// - Parameters: The same as the properties.
  package init(_ evidence: StartEvidence, _ preset: Preset, isNamed: Bool) {
    (self.evidence, self.preset, self.isNamed) = (evidence, preset, isNamed)
  }

  /// The log by itself.
  package var log: [String] {
    guard exitCode == ExitCode.ok else {
      return (amount + noAnswer).flatMap { TextWrap.lines($0) }
    }
    return (amount + receipts + unread).flatMap { TextWrap.lines($0) } + replay
  }
}

// MARK: - The log

extension StartText {
  private var amount: [String] {
    guard let log = evidence.input.arrivals else {
      return ["There is no log of messages: the preset's are simulated."]
    }
    let devices = log.hasDevices ? HumanText.count(log.streams.count, "device") : "one device"
    return [
      "The log has \(Self.count(log.messageCount)) messages to \(devices) in "
        + "\(HumanText.trimmed(log.window.length / 86_400)) days."
    ] + oneForAll(log)
  }

  /// A server or a test device, perhaps.
  private func oneForAll(_ log: ArrivalLog) -> [String] {
    guard log.streams.count >= Self.devicesMin, log.largestShare >= Self.largestMin else {
      return []
    }
    return [
      "One device has \(HumanText.percent(log.largestShare, decimals: 0)) of them: the figures are "
        + "mostly its own. Leave it out if it is not a user's."
    ]
  }

  private static let largestMin = 0.2

  private var receipts: [String] {
    guard let found = evidence.receipts, let log = evidence.input.arrivals else { return [] }
    let (counts, all) = (found.counts, Double(log.messageCount))
    func part(_ count: Int) -> String {
      let share = Double(count) / all
      let percent = HumanText.percent(share)
      return "\(percent) (\(Self.count(count)))"
    }
    var sentences = [
      "\(HumanText.percent(Double(counts.received) / all)) of them have a receipt. "
        + "\(part(counts.overwritten)) were overwritten: they have none, and a message that was "
        + "sent later came late, or still waits. \(part(counts.lost)) have none, and nothing tells "
        + "that their device was away: they were lost, or had expired, or their receipts were lost."
    ]
    let out = evidence.source == .receipts ? ", and they are left out below" : ""
    if counts.waiting > 0 {
      sentences.append(
        "\(part(counts.waiting)) wait: the log ends before their device is back.")
    }
    if counts.pending > 0 {
      sentences.append(
        "\(part(counts.pending)) were sent to devices that have been silent since, for longer than "
          + "absences in the log last: perhaps the app is gone\(out).")
    }
    if counts.silentDevices > 0 {
      sentences.append(
        "Without any receipt: \(HumanText.count(counts.silentDevices, "device")) with "
          + "\(part(counts.silentMessages)) of the messages. Perhaps they do not allow "
          + "notifications, or the app is gone: no strategy reaches them\(out).")
    }
    return sentences
  }

  /// The log does not tell what it is asked.
  private var noAnswer: [String] {
    if isShort {
      return [
        "No answer: the log is too short. With \(Self.messagesMin) messages or more, a loss of one "
          + "in a hundred can show."
      ]
    }
    return evidence.receipts.flatMap { found in found.flaw.map { reasons($0, found) } } ?? []
  }

  private static let messagesMin = 100

  private var isShort: Bool {
    guard evidence.source == .receipts, let log = evidence.input.arrivals else { return false }
    return log.messageCount < Self.messagesMin
  }

  private func reasons(_ flaw: ReceiptPairs.Flaw, _ found: ReceiptPairs) -> [String] {
    switch flaw {
    case .batches:
      Self.noAbsences(
        "of \(Self.count(found.counts.shared)) times that receipts came late for more than one "
          + "message, several came together \(Self.count(found.counts.several)) times. Either the "
          + "push service keeps more than one message, or the app reports receipts only when it is "
          + "opened.")
    case .late:
      Self.noAbsences(
        "hardly any message has a receipt soon after it was sent. Either two clocks or zones "
          + "differ (--clock-offset, --time-zone), or receipts are written later.")
    case .missing:
      Self.noAbsences(
        "\(Self.count(found.counts.lost)) messages have no receipt, and nothing tells that their "
          + "device was away. No push service loses so many: most of these receipts were lost "
          + "themselves.")
    case .lossless:
      [
        "No answer: the log shows no loss. If it has all that were sent, plain pushes lose "
          + "nothing, and no strategy can gain. If it has only those that came, it does not tell "
          + "what was lost: take the server's log of sends, with an empty receipt where none came."
      ]
    }
  }

  private static func noAbsences(_ reason: String) -> [String] {
    [
      "No answer: \(reason) So the receipts do not tell when devices were away.",
      "A log of absences besides tells it (start, end, device). Receipts that the device writes "
        + "down itself, with the time at which each push came, tell it too.",
    ]
  }

  /// The reason why messages and absences are not put together.
  private var unread: [String] {
    (evidence.report?.unpaired.map { ["Note: \($0.words)."] } ?? []) + marks
  }

  /// A column that says whether, and not when, tells no absence.
  private var marks: [String] {
    guard evidence.receipts == nil, let found = evidence.input.arrivals?.receipts else { return [] }
    return [
      "The column \(Diagnostic.excerpt(found.column)) says that \(HumanText.percent(found.share)) "
        + "of the messages were received, but not when. With times it would tell the absences."
    ]
  }

  private var replay: [String] {
    guard let found = evidence.replay else { return [] }
    let table = ReplayTable(
      found, law: evidence.report?.lawShare, receipts: evidence.receipts)
    return [""] + table.lines
  }

  private static func count(_ value: Int) -> String { HumanText.count(UInt64(value)) }
}

// MARK: - The answer

extension StartText {
  /// The answer rests on this, and more would make it surer.
  ///
  /// - Parameter start: The scenario that was played.
  package func premises(_ answer: Answer, _ start: StartScenario) -> [String] {
    let sentences =
      [rests(start)] + contradicted + doubtfulLosses + few(start) + guessed + common
    return sentences.flatMap { TextWrap.lines($0) } + ranking(answer)
  }

  /// Something that hits many devices at once is not in the intervals.
  private var common: [String] {
    guard let days = evidence.commonDays else { return [] }
    let reach = 2 * days.ofDays
    let (low, high) = (max(0, days.share - reach), min(1, days.share + reach))
    return [
      "Days differ far more than devices explain: something hits many devices at once, such as "
        + "power cuts. The log has few such days, so "
        + "intervals are too narrow. Another time of this length may overwrite "
        + "\(HumanText.percent(low)) to \(HumanText.percent(high)) of the messages. A longer log "
        + "tells more."
    ]
  }

  /// The shares that newer messages have replaced: in the log, and where its absences are played
  /// with a service that keeps the newest push alone; nil: they agree, or one is not known.
  private var contradiction: (log: Double, played: Double)? {
    guard let counts = evidence.receipts?.counts, let replay = evidence.replay else { return nil }
    let (log, played) = (counts.overwrittenShare, PairFigures(replay.pairs).overwrittenShare)
    let most = max(Self.shareTold, Self.partTold * log)
    return abs(played - log) > most ? (log, played) : nil
  }

  /// A smaller difference is told by nobody: of shares, and as a part of the log's.
  private static let (shareTold, partTold) = (0.002, 0.25)

  private var contradicted: [String] {
    contradiction.map { found in
      [
        "In the log newer messages replaced \(HumanText.percent(found.log)). With its absences and "
          + "a service that keeps only the newest push they replace "
          + "\(HumanText.percent(found.played)). So the service keeps several for a part of the "
          + "devices, or receipts and absences do not fit: do not rely on the gain."
      ]
    } ?? []
  }

  /// 3 where the answer is given, but not to be relied on.
  package var exitCodeOfAnswer: Int32 {
    evidence.commonDays == nil && contradiction == nil ? ExitCode.ok : ExitCode.inconclusive
  }

  private func rests(_ start: StartScenario) -> String {
    let part = Self.part(start)
    switch evidence.source {
    case .receipts:
      return "It rests on the log's own messages, and on the absences that its receipts show."
        + part
    case .log where evidence.playsLog:
      return "It rests on the log's own messages and absences: fitted laws would lose another "
        + "share." + part
    case .log: return "It rests on laws that were fitted to the log."
    case .preset:
      return "It rests on the log's messages alone. When devices are away is a guess: the log does "
        + "not tell."
    }
  }

  /// This part of the log is not played.
  private static func part(_ start: StartScenario) -> String {
    let some =
      start.stride > 1
      ? " To be quick, one device in \(start.stride) is played; --sample-devices draws others." : ""
    let whole = start.days.map { " Only the first \($0) days are played." } ?? ""
    return some + whole
  }

  /// A lost receipt looks like a lost push.
  private var doubtfulLosses: [String] {
    guard hasDoubtfulLosses, let counts = evidence.receipts?.counts else { return [] }
    return [
      "Messages without a receipt and without a sign of an absence "
        + "(\(Self.count(counts.lost))) are taken as lost on the way. If only their receipts were "
        + "lost, the gain is smaller: the last command gives an upper bound."
    ]
  }

  /// They are a tenth of what has no receipt, or more, and the scenario has their share.
  private var hasDoubtfulLosses: Bool {
    guard evidence.source == .receipts, let found = evidence.receipts else { return false }
    let (lost, share) = (found.counts.lost, found.loss?.value ?? 0)
    return FitShare.rounded(share) > 0 && 10 * lost >= lost + found.counts.overwritten
  }

  /// An option of `run`: no push is lost on its way; nil: none was lost.
  package var withoutLosses: String? {
    hasDoubtfulLosses ? "--set provider.link.loss=0" : nil
  }

  /// Few devices say little of others, also of how much they differ.
  private func few(_ start: StartScenario) -> [String] {
    guard let count = start.played?.deviceCount, count < Self.devicesMin else { return [] }
    return [
      "The log has \(HumanText.count(count, "device")): the interval says little of other users."
    ]
  }

  private static let devicesMin = 10

  private var guessed: [String] {
    let rate = evidence.input.arrivals.map {
      " (\(HumanText.amount($0.ratePerDay)) messages a day)"
    }
    let why = isNamed ? "" : ", a guess\(rate ?? ""); --app names another"
    let warning =
      isNamed ? "" : " Name your app: between presets the gain differs several times."
    return [
      "The use of app and phone is that of the preset \(preset.rawValue)\(why).\(warning)"
    ]
  }

  /// The table ranks what is not known, the most important first.
  private func ranking(_ answer: Answer) -> [String] {
    let best = answer.points.first?.order.first { $0 != answer.question.baseline }
    let effect = answer.uncertainty.first {
      $0.metric == answer.question.metric && $0.strategy == best && $0.baseline != nil
    }
    guard let effect, let best, !effect.shares.isEmpty else {
      return ["More draws (--input-draws) would rank what is not known."]
    }
    let ranked = effect.shares.sorted { ($1.share, $0.path) < ($0.share, $1.path) }
      .filter { $0.share >= Self.shareMin }
    guard !ranked.isEmpty else { return [] }
    var table = TextTable(
      ["not known", "share", "it would be told by"], [.left, .right, .left])
    for share in ranked.prefix(Self.rankedMax) {
      let isUsers = share.path == InputEstimates.users
      table.add([
        isUsers ? "users beyond those of the log" : share.path,
        HumanText.percent(share.share, decimals: 0),
        Assumption.wouldTell(share.path, besides: evidence.known),
      ])
    }
    return [""]
      + TextWrap.lines(
        "Unknown inputs move the gain of \(best), by share of its uncertainty:")
      + table.fittingLines
  }

  private static let (shareMin, rankedMax) = (0.02, 6)
}

// MARK: - Notes

extension StartText {
  /// The reader found this out about the files.
  package var notes: [String] {
    evidence.input.notes + (evidence.input.arrivals?.repetitionNotes ?? [])
      + (evidence.input.receipts?.notes ?? [])
  }

  /// 3 where the log does not tell what is asked.
  package var exitCode: Int32 {
    guard !isShort else { return ExitCode.inconclusive }
    guard evidence.source == .receipts, let found = evidence.receipts else { return ExitCode.ok }
    return found.flaw == nil ? ExitCode.ok : ExitCode.inconclusive
  }
}
