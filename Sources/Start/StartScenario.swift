import DeliverySim
package import Files
package import Fit
import Foundation
package import Scenarios

/// The scenario: what the log tells, and for the rest a preset.
package struct StartScenario {
  private let evidence: StartEvidence
  private let preset: Preset
  /// The preset says this.
  private let base: ConfigNode
  private let seed: UInt64
  /// From a Monday 00:00 UTC to the start of the log.
  private let start: SimTime
  /// The part of the log that is played; before it, its last day.
  package let played: LogPairs?
  /// So many messages of the log are in it.
  private let messageCount: Int

  /// A replication has about so many messages, so that the first answer comes within half a minute.
  private static let messagesMax = 100_000.0
  private static let (warmupDays, durationDays, drainDays) = (7.0, 28.0, 7.0)
  /// Where a log begins, clients know nothing yet of what is missing, and a strategy would look
  /// worse than it is: so much of the log's end comes before.
  private static let leadMax = SimTime.day

  /// - Parameters:
  ///   - evidence: The facts that the logs tell.
  ///   - preset: The rest.
  ///   - seed: The seed of the scenario.
  /// - Throws: `InputError` (70) for a preset that cannot be read: a defect of the tool.
  package init(_ evidence: StartEvidence, _ preset: Preset, seed: UInt64) throws(InputError) {
    (self.evidence, self.preset, self.seed) = (evidence, preset, seed)
    base = try preset.tree()
    let pairs = evidence.playsLog ? evidence.replay?.pairs : nil
    let part = pairs?.part(messages: Int(Self.messagesMax))
    messageCount = part?.messageCount ?? 0
    let lead = min(Self.leadMax, part?.length ?? .zero)
    // Time 0 of a run is a Monday, and people have hours.
    let monday = SimTime(seconds: evidence.input.arrivals?.window.secondsIntoWeek ?? 0)
    start = monday < lead ? monday + SimTime(seconds: 7 * 86_400) : monday
    played = part?.later(by: start, after: lead)
  }

  /// The file, ready to run.
  package var text: String {
    (head + workload + provider + network + rest + strategies).joined(separator: "\n") + "\n"
  }

  /// Only the first so many days are played; nil: all.
  package var days: Int? {
    guard let played, let whole = evidence.replay?.pairs.length, played.length < whole + start
    else { return nil }
    return Int((played.length - start).seconds / 86_400)
  }

  /// Only every so many devices are played: all would take too long for a first answer.
  package var stride: Int { played?.stride ?? 1 }
}

extension StartScenario {
  private var head: [String] {
    [
      "# Made from a log by `deliverysim start`: `deliverysim run my.yml --inputs my.inputs.json`.",
      "# Lines say what comes from the log. All else is the preset's, a guess for your app:",
      "# `deliverysim validate my.yml` lists it, \(Manual.presets) has its sources.",
      "format: 1",
      "extends: \(preset.rawValue)",
      "name: my",
      "title: From your log",
      "seed: \(seed)",
    ] + size
  }

  private var size: [String] {
    guard let played else {
      return [
        "warmup: \(Int(Self.warmupDays))d", "duration: \(Int(Self.durationDays))d",
        "drain: \(Int(Self.drainDays))d",
        "devices: \(devices)              # more give narrower intervals",
        "replications: 30",
      ]
    }
    let part = played.stride > 1 ? ", of which one in \(played.stride) is played" : ""
    return [
      "warmup: \(text(start))   # then the log begins; 0 is a Monday",
      "duration: \(text(played.length))",
      "drain: \(Int(Self.drainDays))d",
      "devices: streams         # those of the log\(part), each once",
      "replications: 30",
      "limits: {events_per_device_day: 1e9}",
    ]
  }

  private func text(_ time: SimTime) -> String { Units.durationText(time.microseconds) }

  /// A replication can take so many.
  private var devices: Int {
    let days = Self.warmupDays + Self.durationDays + Self.drainDays
    let perDevice = (evidence.input.arrivals?.ratePerDay ?? Self.presetRate) * days
    return max(20, min(500, Int(Self.messagesMax / max(1, perDevice))))
  }

  /// About the messages that a messenger has a day and device.
  private static let presetRate = 40.0
}

// MARK: - The log's figures

extension StartScenario {
  private var workload: [String] {
    if let played {
      return [
        "workload:",
        "  # From the log: \(HumanText.count(UInt64(messageCount))) messages. Before it, "
          + "its last day.",
        "  arrivals: {trace: {file: messages.csv, time: time, device: device, from: 0, "
          + "length: \(Units.durationText(played.length.microseconds))}}",
      ] + nothingElse
    }
    guard let report = evidence.report, evidence.input.arrivals != nil else { return [] }
    return withoutHours(FitScenario(report).workload) + nothingElse
  }

  /// The preset's bursts have hours: they go where the log's have none.
  private func withoutHours(_ lines: [String]) -> [String] {
    guard base.value(at: "workload.arrivals.bursts.hours") != nil,
      !lines.contains(where: { $0.hasPrefix("      hours:") }),
      let place = lines.firstIndex(of: "    bursts:")
    else { return lines }
    return lines[...place] + ["      hours: null   # the log shows none"] + lines[(place + 1)...]
  }

  /// Other pushes take the place of messages, and the log has none.
  private var nothingElse: [String] {
    let keys = ["read_receipts", "badge_updates", "accounts", "folders", "subscriptions"]
    let off = self.off(keys, of: "workload")
    return off.isEmpty ? [] : ["  # Nothing else is sent, and everybody gets all."] + off
  }

  /// Lines that take keys of the preset away, those that it has.
  private func off(_ keys: [String], of section: String, _ why: String = "") -> [String] {
    keys.filter { base.value(at: "\(section).\($0)") != nil }.map { "  \($0): null\(why)" }
  }

  /// The lines tell what happens between the sender and the push service.
  private var provider: [String] {
    guard let receipts = evidence.receipts else { return [] }
    let loss = receipts.loss.map { FitShare.text($0.value) } ?? "0%"
    return ["provider:"]
      + off(["intake"], of: "provider", "   # its losses are in those of the link")
      + [
        "  link: {loss: \(loss)}     # from the receipts: not received, and no absence shows",
        "push_service:",
        "  # From the receipts of messages that met a device online.",
        "  latency: \(receipts.latencyYAML)",
      ]
      + off(
        ["newest_survives", "half_open", "payload_limit"], of: "push_service", "   # the log has it"
      )
  }

  private var network: [String] {
    if let played {
      guard !played.hasNoAbsence else { return ["network: null   # the log shows no absence"] }
      let whence =
        evidence.source == .receipts
        ? "From the receipts: late ones, and those missing before them." : "From the log."
      return [
        "network:",
        "  # \(whence)",
        "  trace: {file: absences.csv, start: start, end: end, device: device, "
          + "roster: messages.csv, from: 0, "
          + "length: \(Units.durationText(played.length.microseconds))}",
      ] + inTheLog
    }
    guard let report = evidence.report, evidence.input.intervals != nil else { return [] }
    let fitted = FitScenario(report).network
    let isPaced = fitted.contains { $0.hasPrefix("  device_pace:") }
    let alike = isPaced ? [] : off(["device_pace"], of: "network", "   # the log shows none")
    return fitted + alike + inTheLog
  }

  /// The absences have these in them.
  private var inTheLog: [String] {
    off(["reconnect", "regions"], of: "network", "   # the absences have it")
  }

  /// A log of absences or receipts has this in it already.
  private var rest: [String] {
    // Devices without any receipt are few, or left out.
    let ofReceipts =
      evidence.receipts == nil ? [] : ["denied", "alerts_off", "tokens", "android"]
    let keys = evidence.source == .preset ? [] : ["off_at_night"] + ofReceipts
    let device = off(keys, of: "device", "   # the log has it")
    return (device.isEmpty ? [] : ["device:"] + device)
      + (base["telemetry"] == nil ? [] : ["telemetry: null"])
  }

  private var strategies: [String] {
    [
      "strategies:",
      "  - fire-and-forget          # plain push, the baseline",
      "  - gap-recovery             # a push queue: numbered, asked for again",
      "  - extension-fetch          # the extension fetches what is missing",
    ]
  }
}

extension StartScenario {

  /// The estimates of the log, and the assumptions, with how sure they are.
  ///
  /// - Parameter tree: The scenario with defaults filled in.
  /// - Returns: nil where there is nothing to vary.
  package func inputs(in tree: ConfigNode) -> InputEstimates? {
    var (parameters, covariance): ([InputParameter], [[Double]]) = ([], [])
    if !evidence.playsLog, let found = evidence.report?.inputs {
      (parameters, covariance) = (found.parameters, found.covariance)
    }
    let room = InputEstimates.countMax - parameters.count
    let others = (loss + Assumption.estimates(in: tree, besides: evidence.known)).prefix(room)
    for (parameter, variance) in others {
      for row in covariance.indices { covariance[row].append(0) }
      covariance.append([Double](repeating: 0, count: parameters.count) + [variance])
      parameters.append(parameter)
    }
    guard !parameters.isEmpty else { return nil }
    return InputEstimates(parameters, covariance: covariance, drawsUsers: played != nil)
  }

  private var loss: [(parameter: InputParameter, variance: Double)] {
    guard let loss = evidence.receipts?.loss, loss.standardError > 0 else { return [] }
    // The value that the scenario has.
    let value = FitShare.rounded(loss.value)
    guard value > 0 else { return [] }
    let slope = 1 / (value * (1 - value))
    let error = slope * loss.standardError
    let parameter = InputParameter(
      "provider.link.loss", .logit, .share, estimate: log(value / (1 - value)))
    return [(parameter, error * error)]
  }
}

/// A share as the scenario has it: with three digits, at most 99 %.
enum FitShare {
  /// A smaller one counts as none.
  private static let least = 1e-6

  static func rounded(_ share: Double) -> Double {
    guard share >= least else { return 0 }
    return (Double(String(format: "%.3g", 100 * min(0.99, share))) ?? 0) / 100
  }

  static func text(_ share: Double) -> String {
    share < least ? "0%" : "\(String(format: "%.3g", 100 * min(0.99, share)))%"
  }
}
