import Files
import Statistics

/// The first sentences of a report: what the log lost, and whether the scenario loses as much.
struct FitAnswer {
  let report: FitReport

  var lines: [String] {
    let sentences =
      report.pairs.map { own($0) + proposal($0) }
      ?? report.replay.map { [losses($0)] } ?? absences
    return (sentences + receipts).flatMap { TextWrap.lines($0) }
  }

  // MARK: Messages and absences of the same devices

  private func own(_ replay: PairReplay) -> [String] {
    let expired =
      replay.expired > 0
      ? [
        "Besides, \(HumanText.count(replay.expired, "message")) would expire: the service keeps "
          + "them for 30 days."
      ] : []
    return [
      "In your log, \(percent(replay.share)) of the messages are overwritten before the device is "
        + "back: \(count(replay.overwritten)) of \(count(replay.messages)). These are plain "
        + "pushes, and the push service keeps only the newest."
    ] + expired + coverage(replay.pairs) + others(replay)
  }

  /// The sentences on devices and messages that the intervals do not cover.
  private func coverage(_ pairs: LogPairs) -> [String] {
    let never = pairs.deviceCount - pairs.knownCount
    let (unknown, state) =
      pairs.areOnline ? ("time online", "away") : ("absence", "online")
    let devices =
      never > 0
      ? ["Without any \(unknown) (\(HumanText.count(never, "device"))), devices count as \(state)."]
      : []
    let silent =
      pairs.silentCount > 0
      ? [
        "Without any message (\(HumanText.count(pairs.silentCount, "device"))), devices are not "
          + "replayed; the fitted laws have their intervals."
      ] : []
    let all = pairs.messages.reduce(0) { $0 + $1.count }
    guard Double(pairs.unrecorded) > Self.unrecordedMax * Double(all) else {
      return devices + silent
    }
    return devices + silent + [
      "\(count(pairs.unrecorded)) messages came before or after all intervals of the log, and meet "
        + "devices that count as online. If the recording is shorter than that of the messages, "
        + "use --from and --length."
    ]
  }

  /// A larger part of the messages is said.
  private static let unrecordedMax = 0.05

  private func others(_ replay: PairReplay) -> [String] {
    guard let independent = replay.independent else { return [] }
    let factor = replay.dependence.map { found in
      let ends = interval(found)
      return " The dependence factor is \(Self.factor(found.mean))"
        + (ends.map { " (95 %: \($0))" } ?? "") + "."
    }
    return [
      "With the absences of other devices it would be \(percent(independent.mean))."
        + (factor ?? "")
    ]
  }

  private func proposal(_ replay: PairReplay) -> [String] {
    let laws = "The fitted laws\(assumption)"
    let law = report.lawShare.map { "\(laws) give \(percent($0))" }
    guard report.playsLog else {
      return law.map { ["\($0), which is about as much, so the scenario has them."] } ?? []
    }
    let why = law ?? "\(laws) bring too few messages to compare"
    return ["\(why). So the scenario plays the log itself, and has the laws in comments."]
  }

  /// The sentence for a log that says nothing of one kind of spans.
  private var assumption: String {
    guard let network = report.network, network.pauses == nil else { return "" }
    return " (the times \(network.log.areOnline ? "offline" : "online") are an assumption)"
  }

  // MARK: Other logs

  private func losses(_ replay: LossReplay) -> String {
    let shares = replay.rows.map { row in
      percent(row.real.mean) + (report.network == nil ? " (\(row.process.name))" : "")
    }
    let whose =
      report.network == nil
      ? "assumed times offline" : "times offline from fitted laws\(assumption)"
    return "With \(whose), \(shares.joined(separator: ", ")) of your messages are overwritten "
      + "before the device is back\(times(replay)). \(law(replay))"
      + "These are plain pushes, and the push service keeps only the newest."
  }

  private func times(_ replay: LossReplay) -> String {
    let ratios = replay.rows.compactMap { $0.ratio?.mean }.sorted()
    guard let low = ratios.first, let high = ratios.last else { return "" }
    let (first, second) = (HumanText.fixed(low, 1), HumanText.fixed(high, 1))
    let range = first == second ? first : "\(first) to \(second)"
    return ", \(range) times as many as of messages at random times"
  }

  private func law(_ replay: LossReplay) -> String {
    let shares = replay.rows.compactMap { $0.fitted.map { percent($0.mean) } }
    guard let best = report.arrivals?.best, !shares.isEmpty else { return "" }
    return "The proposed law (\(best.words)) gives \(shares.joined(separator: ", ")). "
  }

  /// Without messages nobody knows what is lost.
  private var absences: [String] {
    guard let network = report.network else { return [] }
    let spans = [("offline", network.offline), ("online", network.online)].compactMap { name, fit in
      fit.map { "\(name) for \(HumanText.span($0.mean))" }
    }
    return [
      "Devices are \(spans.joined(separator: " and ")) on average. "
        + "What is lost depends on the messages, too: give a log of them."
    ]
  }

  // MARK: The log's messages

  private var receipts: [String] {
    guard let found = report.input.arrivals?.receipts else { return [] }
    let name = Diagnostic.excerpt(found.column)
    let own =
      "The column \(name) says that \(percent(found.share)) of \(count(found.messages)) "
      + "messages were received"
    guard let lost = report.scenarioShare else {
      return [own + ". Nothing else uses this column."]
    }
    return [
      own + "; the scenario shows \(percent(1 - lost)) with plain pushes. Nothing else uses this "
        + "column: `deliverysim calibrate --receipts` finds what the scenario lacks."
    ]
  }

  // MARK: Words

  /// A share above 0 is never called 0.
  private func percent(_ share: Double) -> String {
    HumanText.percent(share)
  }

  private func count(_ value: Int) -> String { HumanText.count(UInt64(value)) }

  private func interval(_ estimate: Estimate) -> String? {
    guard let low = estimate.low, let high = estimate.high else { return nil }
    return "\(Self.factor(low)) to \(Self.factor(high))"
  }

  private static func factor(_ value: Double) -> String {
    value < 0.1 || value >= 10 ? HumanText.digits(value, 2) : HumanText.fixed(value, 2)
  }
}
