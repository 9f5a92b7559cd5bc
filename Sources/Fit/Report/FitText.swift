import Files
import Foundation
import Statistics

/// The report for people: the answer first, then what it rests on, in 80 columns.
package struct FitText {
  let report: FitReport

  package init(_ report: FitReport) { self.report = report }

  package var lines: [String] {
    let answer = FitAnswer(report: report).lines
    let parts = [answer, replay, arrivals, network, notes].filter { !$0.isEmpty }
    return Array(parts.joined(separator: [""]))
  }

  private var notes: [String] {
    report.notes.isEmpty
      ? [] : ["Notes"] + report.notes.flatMap { TextWrap.lines("- \($0)", indent: 2) }
  }

  private func prose(_ sentences: [String]) -> [String] {
    sentences.flatMap { TextWrap.lines($0, indent: 2) }
  }
}

// MARK: - Arrivals

extension FitText {
  private var arrivals: [String] {
    guard let log = report.input.arrivals, let fit = report.arrivals else { return [] }
    let devices = log.hasDevices ? "\(log.streams.count) devices" : "one stream"
    var lines = [
      "Arrivals: \(files(log.files, log.columns))",
      "\(count(log.messageCount)) messages to \(devices) in \(log.window.text); "
        + "\(FitNumber.text(log.ratePerDay, 3)) a day each",
    ]
    if let cv = fit.split.coefficientOfVariation, let median = fit.split.medianGap {
      lines.append(
        "gaps: median \(HumanText.span(median)), coefficient of variation "
          + "\(HumanText.fixed(cv, 1)) (Poisson with one rate: 1)")
      lines.append(bursts(fit.split))
    }
    if let quiet = fit.weekly?.quiet {
      let clock = log.window.isCalendar ? "UTC" : "after the window's start"
      lines.append(
        "the quietest four hours of the day, \(quiet.hour) to \((quiet.hour + 4) % 24) \(clock), "
          + "hold \(HumanText.percent(quiet.share, decimals: 1)) of the messages")
    }
    return prose(lines) + ["", "How messages arrive"] + workloads(fit).fittingLines + why(fit)
      + laws(fit)
  }

  private func bursts(_ split: BurstSplit) -> String {
    let threshold = Units.durationText(Int64(split.threshold * 1e6))
    return "bursts (gaps up to \(threshold)): \(count(Int(split.sizes.total))) of "
      + "\(HumanText.fixed(split.meanSize, 2)) messages on average, 1 % of them above "
      + "\(split.sizes.quantile(0.99) ?? 1), the largest \(split.sizes.units.count - 1); "
      + "\(HumanText.percent(split.burstShare, decimals: 0)) of messages are in bursts of 2 or more"
  }

  private func workloads(_ fit: FittedArrivals) -> TextTable {
    let contest = report.forecast?.workloads
    var table = TextTable(
      ["workload", "parameters", "a day", "KS", "AIC", "behind"] + forecastTitles(contest),
      [.left] + Array(repeating: .right, count: contest == nil ? 5 : 7))
    for (place, candidate) in fit.candidates.enumerated() {
      table.add(
        [
          mark(place) + candidate.words, "\(candidate.parameterCount)",
          FitNumber.text(candidate.ratePerDay, 3),
          candidate.distance.map { HumanText.fixed($0, 4) } ?? "-",
          candidate.akaike.map { HumanText.fixed($0, 1) } ?? "-",
          behind(candidate.akaike, fit.leastAkaike),
        ] + forecast(candidate.words, contest))
    }
    return table
  }

  private func why(_ fit: FittedArrivals) -> [String] {
    let contest = report.forecast?.workloads
    let reason = fit.best.akaike == nil ? "the only one" : reason(contest)
    return prose(
      [
        "> proposed: \(fit.best.words) (\(reason))",
        "a day: messages per device under the law as fitted; KS: distance of the distribution "
          + "functions (0 is perfect); AIC: smaller is better; behind: AIC above the smallest",
      ] + outcome(contest))
  }

  private func laws(_ fit: FittedArrivals) -> [String] {
    guard let bursts = fit.best.bursts ?? fit.bursts else { return [] }
    let starts = SpanLaw.lognormalFit(fit.split.starts)
    let fromStarts = starts.map {
      prose(["counted from start to start: lognormal \($0.parameters)"])
    }
    let atPace = bursts.pace == nil ? "" : ", at pace 1"
    return section(
      "Between bursts, from the end of one to the start of the next\(atPace)", bursts.between)
      + (fromStarts ?? []) + [""] + sizes(bursts.size)
      + section("Within a burst, from message to message", bursts.within)
  }

  private func sizes(_ size: FittedSize) -> [String] {
    var table = TextTable(
      ["messages of a burst", "", "mean", "KS", "behind"],
      [.left, .left, .right, .right, .right])
    for (place, candidate) in size.candidates.enumerated() {
      table.add([
        mark(place) + candidate.law.name, candidate.law.parameters,
        HumanText.fixed(candidate.law.mean, 2), HumanText.fixed(candidate.distance, 4),
        behind(candidate.akaike, size.candidates.first?.akaike),
      ])
    }
    if let constant = size.constant { return ["Every burst has \(constant) message(s)"] }
    let mean = Double(size.counts.sum) / Double(size.counts.total)
    return [
      "Size of a burst: \(count(Int(size.counts.total))) values, mean \(HumanText.fixed(mean, 2))"
    ] + table.fittingLines
  }
}

// MARK: - Intervals

extension FitText {
  private var network: [String] {
    guard let network = report.network else { return [] }
    let log = network.log
    let whose = log.hasDevices ? "of \(log.deviceCount) devices" : "without a column of devices"
    let kind = log.areOnline ? "online" : "offline"
    var lines = prose([
      "Intervals \(kind): \(files(log.files, log.columns))",
      "\(count(log.lengths.count)) intervals \(whose) in \(log.window.text); "
        + "longest \(HumanText.span(log.lengths[log.lengths.count - 1])), "
        + "median \(HumanText.span(log.medianLength))",
    ])
    lines += section(kind == "online" ? "Online spans" : "Offline spans", network.lengths)
    if let pauses = network.pauses {
      lines += section(kind == "online" ? "Offline spans" : "Online spans", pauses)
    }
    return lines + contest + pace("online", network.onlinePace)
      + pace("offline", network.offlinePace) + unused(network) + devices(network.devicePace)
  }

  /// The contest of laws of times offline, where a second half tells.
  private var contest: [String] {
    guard let contest = report.forecast?.absences else { return [] }
    var table = TextTable(
      ["law of times offline", "AIC"] + forecastTitles(contest), [.left, .right, .right, .right])
    for entry in contest.entries {
      let name = (entry.name == contest.winner ? "> " : "  ") + entry.name
      table.add(
        [name, entry.akaike.map { HumanText.fixed($0, 1) } ?? "-"] + forecast(entry.name, contest))
    }
    return [""] + table.fittingLines
      + prose(["> proposed: \(contest.winner) (\(reason(contest)))"])
  }

  /// Paces that a test finds, and that change no loss.
  private func unused(_ network: FittedNetwork) -> [String] {
    let kinds = [
      ("online", network.found.online != nil && network.onlinePace == nil),
      ("offline", network.found.offline != nil && network.offlinePace == nil),
    ].filter(\.1).map(\.0)
    guard !kinds.isEmpty else { return [] }
    return [""]
      + prose([
        "The hours of \(kinds.joined(separator: " and ")) spans differ, but your messages lose as "
          + "much without a pace by hour, so that none is proposed"
      ])
  }

  private func devices(_ pace: FittedDevicePace?) -> [String] {
    guard let pace else { return [] }
    return [""]
      + prose([
        "Devices differ in how often they leave: gamma, shape \(FitNumber.text(pace.shape)) "
          + "(\(pace.words)); the law of online spans is that of a device in the middle, at pace 1"
      ])
  }

  private func pace(_ kind: String, _ pace: FittedPace?) -> [String] {
    guard let pace, let least = pace.hours.min(), let most = pace.hours.max() else { return [] }
    let range = "\(FitNumber.text(least, 3)) to \(FitNumber.text(most, 3))"
    return [""]
      + prose([
        "By the hour, \(kind) spans are used up at a pace of \(range) (\(pace.words)); "
          + "their law is that at pace 1"
      ])
  }

  private func section(_ title: String, _ fit: FittedSpan) -> [String] {
    let head =
      "\(title): \(count(fit.count)) values, mean \(HumanText.span(fit.mean))" + zeros(fit)
    if let constant = fit.constant {
      return [""] + prose([head, "all are \(HumanText.span(constant))"])
    }
    var table = TextTable(
      ["law", "", "mean", "KS", "behind"], [.left, .left, .right, .right, .right])
    for (place, candidate) in fit.candidates.enumerated() {
      table.add([
        mark(place) + candidate.law.title, candidate.law.words,
        HumanText.span(candidate.law.mean), HumanText.fixed(candidate.distance, 4),
        behind(candidate.akaike, fit.candidates.map(\.akaike).min()),
      ])
    }
    return [""] + prose([head]) + table.fittingLines
  }

  private func zeros(_ fit: FittedSpan) -> String {
    guard fit.zeroCount > 0 else { return "" }
    let words = fit.zeroShare > 0 ? "are at 0 s, an atom of the law" : "of 0 s left out"
    return "; \(count(fit.zeroCount)) more \(words)"
  }
}

// MARK: - Losses

extension FitText {
  private var replay: [String] {
    guard let replay = report.replay, let log = report.input.arrivals else { return [] }
    var table = TextTable(
      ["times offline", "messages", "overwritten", "95 %"], [.left, .left, .right, .right])
    for row in replay.rows {
      let names = [row.process.name, "", "", ""]
      let figures = [
        ("your messages", row.real), ("shuffled", row.shuffled), ("ratio", row.ratio),
        ("proposed law", row.fitted),
      ]
      for (name, (figure, estimate)) in zip(names, figures) {
        table.add([name, figure] + cells(estimate, isShare: figure != "ratio"))
      }
    }
    let count = replay.rows.map { "\($0.replications)" }.joined(separator: ", ")
    let words = replay.rows.map { "\($0.process.name): \($0.process.words)" }
    let lonely = "every device replays the one stream from a random offset; "
    return ["Share of messages overwritten, at random times offline"] + table.fittingLines
      + prose(
        [
          "shuffled: as many messages per device at random times; its loss is that of Poisson "
            + "traffic",
          "95 %: the interval given this log; \(log.hasDevices ? "" : lonely)"
            + "replications: \(count)",
        ] + words)
  }

  /// The value and its interval.
  private func cells(_ estimate: Estimate?, isShare: Bool) -> [String] {
    guard let estimate else { return ["-", ""] }
    let (factor, unit) = isShare ? (100.0, " %") : (1.0, "")
    let ends = [estimate.low, estimate.high].compactMap { $0.map { max(0, $0) } }
    let text = { HumanText.fixed(factor * $0, 2) }
    return [
      isShare ? HumanText.percent(estimate.mean) : text(estimate.mean),
      ends.isEmpty ? "" : ends.map(text).joined(separator: " to ") + unit,
    ]
  }
}

// MARK: - Cells

extension FitText {
  private func mark(_ place: Int) -> String { place == 0 ? "> " : "  " }

  /// The words for the distance behind the best, by Akaike's criterion.
  private func behind(_ value: Double?, _ best: Double?) -> String {
    guard let value, let best else { return "-" }
    return HumanText.fixed(value - best, 1)
  }

  private func count(_ value: Int) -> String { HumanText.count(UInt64(value)) }

  private func files(_ files: [String], _ columns: [String]) -> String {
    let names = files.map { Diagnostic.excerpt($0) }.joined(separator: ", ")
    return "\(names) (\(columns.map { Diagnostic.excerpt($0) }.joined(separator: ", ")))"
  }
}

extension SpanLaw {
  /// The parameters for people: shorter than ``parameters``, with each weight once.
  fileprivate var words: String {
    switch self {
    case .hyperexponential(let share, let means):
      let spans = means.map(FitNumber.duration)
      return "\(FitNumber.text(share)) of \(spans[0]), else \(spans[1])"
    case .shifted(_, let law): return law.words
    default: return parameters
    }
  }

  /// The name for people: that of a shifted law says how far it is shifted.
  fileprivate var title: String {
    guard case .shifted(let by, let law) = self else { return name }
    return "\(FitNumber.duration(by)) + \(law.name)"
  }
}
