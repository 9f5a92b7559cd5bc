import DeliverySim
import Files
import Foundation
import Statistics

/// Writes the proposal as a scenario with comments.
package struct FitScenario {
  private static let warmupDays = 7.0
  private static let durationDays = 35.0
  private static let drainDays = 7.0
  /// More messages in a replication are not needed for the first look.
  private static let messagesMax = 1e6

  private let report: FitReport
  private let traces: TraceNames

  /// The names of the files that it plays begin with `stem`; nil: with its own name.
  package init(_ report: FitReport, stem: String? = nil) {
    (self.report, traces) = (report, TraceNames(stem: stem ?? report.options.name))
  }

  /// The file, ready to run.
  package var text: String {
    (head + workload + rest + network + strategies).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    if let pairs = playedPairs { return opening + played(pairs) }
    let days = [Self.warmupDays, Self.durationDays, Self.drainDays].map { "\(Int($0))d" }
    let log = report.input.arrivals
    let seen = log.map { "the log has \($0.streams.count)" } ?? "no log of arrivals"
    var lines =
      opening + [
        "warmup: \(days[0])               # not counted: until the effects of the start are gone",
        "duration: \(days[1])",
        drain,
        "devices: \(devices)              # \(seen); more give narrower intervals",
        "replications: 40",
      ]
    if let log, log.ratePerDay > 1e5 {
      lines.append("limits: {events_per_device_day: 1e9}")
    }
    return lines
  }

  private var drain: String {
    "drain: \(Int(Self.drainDays))d                # not counted: until all messages have a fate"
  }

  private var opening: [String] {
    [
      "# Fitted to a log by `deliverysim fit`. Each figure names its source. Anything left out is",
      "# ideal (no loss, no delay). \(Manual.scenario) lists all keys.",
      "format: 1",
      "name: \(report.options.name)",
      "title: Fitted to a log",
      "seed: \(report.options.seed)",
    ]
  }

  /// The number of devices: as many as the log has, from 200 to 2000, or as many as a replication
  /// can take.
  private var devices: Int {
    guard let log = report.input.arrivals else { return 500 }
    let wanted = log.hasDevices ? min(2000, max(200, log.streams.count)) : 500
    let days = Self.durationDays + Self.drainDays
    return max(1, min(wanted, Int(Self.messagesMax / max(1e-9, log.ratePerDay * days))))
  }

  private var rest: [String] {
    [
      "provider:",
      "  retention: 7d                # an assumption: how long a message can be sent again",
      "push_service:",
      "  kind: apns                   # keeps the newest message of an app for an offline device",
      "extension: {time_limit: 30s}   # iOS gives the notification service extension 30 s",
    ]
  }

  private var strategies: [String] {
    [
      "strategies:",
      "  - fire-and-forget            # plain push, the baseline",
      "  - gap-recovery: {repeat_limit: 20, collapse: true}   # numbered, re-requested",
    ]
  }
}

// MARK: - Workload

extension FitScenario {
  /// The lines of the section, with comments.
  package var workload: [String] {
    guard let log = report.input.arrivals, let fit = report.arrivals else {
      return [
        "workload:",
        "  # An assumption: there was no log of arrivals. `deliverysim fit` reads one, too.",
        "  arrivals: {poisson: {rate: 40/d}}",
      ]
    }
    let best = fit.best
    let distance = best.distance.map { ", KS distance \(HumanText.fixed($0, 4))" } ?? ""
    var lines = [
      "workload:",
      "  # From \(files(log.files)): \(log.messageCount) messages in \(log.window.text).",
    ]
    if let pairs = playedPairs { lines += [why, "  arrivals: \(trace(pairs))"] }
    lines.append(
      "  # \(best.words): \(reason) of \(fit.candidates.count) workloads\(distance)"
        + "\(hours(best, log)).")
    let law = best.bursts.map { bursts($0, fit) } ?? best.yamlLines.map { "  \($0)" }
    lines += playedPairs == nil ? law : law.map(Self.comment)
    for other in fit.candidates.dropFirst() {
      lines.append("  # Alternative: \(other.words)\(hours(other, log)):")
      lines += other.yamlLines.map { "  # \($0)" }
    }
    return lines + (playedPairs == nil ? trace(log) : [])
  }

  /// The reason why this workload is proposed.
  private var reason: String {
    report.forecast?.workloads?.isByLoss == true ? "the best forecast" : "the smallest AIC"
  }

  /// One line for each law, so that its comment can stand above it.
  private func bursts(_ bursts: BurstFit, _ fit: FittedArrivals) -> [String] {
    let gap = Units.durationText(Int64(bursts.split.threshold * 1e6))
    return [
      "  arrivals:",
      "    bursts:",
      "      # \(bursts.between.count) gaps above \(gap), from a burst's end to the next's start.",
    ] + scaling(fit) + [
      "      between: \(bursts.between.yaml)",
      "      # \(bursts.size.counts.total) bursts of "
        + "\(HumanText.fixed(bursts.split.meanSize, 2)) messages on average.",
      "      size: \(bursts.size.yaml)",
      "      # \(bursts.within.count) gaps up to \(gap).",
      "      within: \(bursts.within.yaml)",
    ] + (bursts.pace.map { Self.week("      hours", $0.hours) } ?? [])
  }

  /// A key with the weights of a week, a line for each day.
  private static func week(_ key: String, _ hours: [Double]) -> [String] {
    let indent = String(key.prefix { $0 == " " }) + "  "
    let days = (0..<7).map { day in
      indent
        + hours[24 * day..<24 * (day + 1)].map { FitNumber.text($0, 3) }.joined(separator: ", ")
    }
    return ["\(key): [", days.joined(separator: ",\n") + "]"]
  }

  private func scaling(_ fit: FittedArrivals) -> [String] {
    guard let log = report.input.arrivals, let factor = fit.scaling else { return [] }
    return [
      "      # Times \(FitNumber.text(factor, 3)), so that the law has the log's rate:",
      "      # as fitted, it gave \(FitNumber.text(fit.best.ratePerDay, 3)) messages a day, "
        + "the log has \(FitNumber.text(log.ratePerDay, 3)).",
    ]
  }

  /// The hours of a workload, as the scenario writes them.
  private func hours(_ candidate: FittedArrivals.Candidate, _ log: ArrivalLog) -> String {
    guard candidate.hours != nil else { return "" }
    return "; 168 hours from " + (log.window.isCalendar ? "Monday 00:00 UTC" : "the window's start")
  }

  /// The keys that replay the log itself.
  private func trace(_ log: ArrivalLog) -> [String] {
    guard log.files.count == 1, let time = log.columns.first, report.input.canBePlayed
    else { return [] }
    let device = log.columns.count > 1 ? ", device: \(quoted(log.columns[1]))" : ""
    let start = Units.text(of: log.window.start)
    let length = Units.durationText(Int64((log.window.length * 1e6).rounded()))
    return [
      "  # Alternative: the log itself (--allow-outside if it lies in another folder):",
      "  # arrivals: {trace: {file: \(quoted(log.files[0])), time: \(quoted(time))\(device), "
        + "from: \(start), length: \(length), repeat: true}}",
    ]
  }

  /// The text as a map in braces needs it.
  private func quoted(_ text: String) -> String {
    let isPlain =
      text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
      && text.first.map { $0.isLetter || $0 == "_" } ?? false
    return isPlain
      ? text : ConfigNode.text(text).json().trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func files(_ names: [String]) -> String {
    names.map { Diagnostic.excerpt($0) }.joined(separator: ", ")
  }
}

// MARK: - The log itself

extension FitScenario {
  /// Nil: the scenario has laws.
  private var playedPairs: LogPairs? { report.playsLog ? report.pairs?.pairs : nil }

  /// The run is as long as the log, whose start needs no time to settle.
  private func played(_ pairs: LogPairs) -> [String] {
    let count = pairs.messages.reduce(0) { $0 + $1.count }
    let replications = max(2, min(40, Int(4 * Self.messagesMax / Double(max(1, count)))))
    return [
      "duration: \(Units.durationText(pairs.length.microseconds))",
      drain,
      "devices: streams         # each device of the log once",
      "replications: \(replications)",
      "limits: {events_per_device_day: 1e9}",
    ]
  }

  private var why: String {
    let law = report.lawShare.map { "The laws below lose \(HumanText.percent($0))" }
    let own = report.pairs.map { ", the log loses \(HumanText.percent($0.share))" } ?? ""
    return "  # The log itself. \(law ?? "The laws below bring too few messages")\(own)."
  }

  private func trace(_ pairs: LogPairs) -> String {
    "{trace: {file: \(quoted(traces.messages)), time: time, device: device, from: 0, "
      + "length: \(Units.durationText(pairs.length.microseconds))}}"
  }

  private func absences(_ pairs: LogPairs) -> String {
    "{file: \(quoted(traces.absences)), start: start, end: end, device: device, "
      + "roster: \(quoted(traces.messages)), from: 0, "
      + "length: \(Units.durationText(pairs.length.microseconds))}"
  }

  /// Lines of the scenario that say nothing.
  private static func comment(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      line.hasPrefix("  #") ? String(line) : "  # " + line.dropFirst(2)
    }.joined(separator: "\n")
  }
}

// MARK: - Network

extension FitScenario {
  /// The lines of the section, with comments.
  package var network: [String] {
    guard let network = report.network else {
      return [
        "network:",
        "  # An assumption: no log of intervals was given. One outage of about an hour a day;",
        "  # `deliverysim fit ARRIVALS INTERVALS` fits both.",
        "  online: \(OfflineProcess.assumedOnline)",
        "  offline: \(OfflineProcess.assumedOffline)",
      ]
    }
    let from = files(network.log.files)
    guard let pairs = playedPairs else { return ["network:"] + laws(network, from) }
    return ["network:", "  # From \(from).", "  trace: \(absences(pairs))"]
      + laws(network, from).map(Self.comment)
  }

  /// The lines of the fitted laws, and of the log in their place.
  private func laws(_ network: FittedNetwork, _ from: String) -> [String] {
    span("online", network.online, network.onlineYAML, from)
      + span("offline", network.offline, network.offlineYAML, from)
      + pace("online_pace", network.onlinePace, network)
      + pace("offline_pace", network.offlinePace, network) + devices(network.devicePace)
      + regions(network.common)
      + (playedPairs == nil ? trace(network.log) : [])
  }

  /// Only offered: the laws of the spans have these outages in them.
  private func regions(_ common: CommonOutages?) -> [String] {
    guard let common else { return [] }
    return [
      "  # \(common.count) outages hit 3 devices or more at once. To play outages of regions, fit",
      "  # the log without these \(common.absenceCount) intervals, and add:",
      "  # regions: \(common.yaml)",
    ]
  }

  /// A line for each day.
  private func pace(
    _ name: String, _ pace: FittedPace?, _ network: FittedNetwork
  ) -> [String] {
    guard let pace else { return [] }
    let start = network.log.window.isCalendar ? "Monday 00:00 UTC" : "the window's start"
    return [
      "  # Hours differ (\(pace.words)); 168 hours from \(start). The law above is that at pace 1."
    ] + Self.week("  \(name)", pace.hours)
  }

  private func devices(_ pace: FittedDevicePace?) -> [String] {
    guard let pace else { return [] }
    return [
      "  # Devices differ (\(pace.words)).",
      "  # The law of online spans is that of the number 1.",
      "  device_pace: \(pace.yaml)",
    ]
  }

  /// The keys that replay the log of intervals itself.
  private func trace(_ log: IntervalLog) -> [String] {
    guard log.files.count == 1, !log.areOnline, !log.isManyPlaces,
      report.input.intervalsCanBePlayed
    else { return [] }
    let device = log.columns.count > 2 ? ", device: \(quoted(log.columns[2]))" : ""
    let names = "start: \(quoted(log.columns[0])), end: \(quoted(log.columns[1]))\(device)"
    let window = commonWindow(log)
    let length = Units.durationText(Int64((window.length * 1e6).rounded()))
    let others =
      log.hasDevices
      ? ["  # Devices that were never offline: streams: N or roster: FILE adds them."] : []
    return [
      "  # Alternative to both: the log itself (--allow-outside if it lies in another folder):",
      "  # trace: {file: \(quoted(log.files[0])), \(names), from: \(Units.text(of: window.start)), "
        + "length: \(length), repeat: true}",
    ] + others
  }

  /// The window of the messages where both logs have a time in common, so that both can be played.
  private func commonWindow(_ log: IntervalLog) -> LogWindow {
    guard let window = report.input.arrivals?.window, window.isCalendar == log.window.isCalendar,
      window.start < log.window.start + log.window.length,
      log.window.start < window.start + window.length
    else { return log.window }
    return window
  }

  private func span(
    _ name: String, _ fit: FittedSpan?, _ yaml: String, _ files: String
  ) -> [String] {
    let source =
      fit.map {
        "From \(files): \($0.count) spans, mean \(HumanText.span($0.mean))"
          + ($0.candidates.first.map { "; KS distance \(HumanText.fixed($0.distance, 4))." } ?? ".")
      } ?? "An assumption: the log does not contain these spans."
    return ["  # \(source)", "  \(name): \(yaml)"]
  }
}

extension FittedArrivals.Candidate {
  /// The key `arrivals` with its value.
  fileprivate var yamlLines: [String] {
    let lines = yaml.split(separator: "\n")
    return lines.enumerated().map { ($0 == 0 ? "arrivals: " : "  ") + $1.trimmedEnd }
  }
}

extension Substring {
  fileprivate var trimmedEnd: String { hasSuffix(" ") ? String(dropLast()) : String(self) }
}
