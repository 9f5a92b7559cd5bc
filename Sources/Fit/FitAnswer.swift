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
    let (pairs, all) = (replay.pairs, count(replay.messages))
    let never = pairs.deviceCount - pairs.awayCount
    let online = never > 0 ? " \(devices(never)) without an absence count as online." : ""
    let expired =
      replay.expired > 0
      ? " \(count(replay.expired)) more expire, since the service keeps them for 30 days." : ""
    return [
      "In your log, \(percent(replay.share)) of the messages are overwritten before the device is "
        + "back: \(count(replay.overwritten)) of \(all).\(expired)\(online) These are plain "
        + "pushes, and the push service keeps only the newest."
    ] + others(replay)
  }

  private func others(_ replay: PairReplay) -> [String] {
    guard let independent = replay.independent else { return [] }
    let factor = replay.dependence.map {
      " The dependence factor is \(HumanText.digits($0.mean, 2))"
        + (interval($0, 1).map { " (\($0))" } ?? "") + "."
    }
    return [
      "With the absences of other devices it would be \(percent(independent.mean))."
        + (factor ?? "")
    ]
  }

  private func proposal(_ replay: PairReplay) -> [String] {
    let law = report.lawShare.map { "The fitted laws give \(percent($0))" }
    guard report.playsLog else { return law.map { ["\($0), so the scenario has them."] } ?? [] }
    let why = law ?? "The fitted laws bring too few messages to compare"
    return ["\(why). So the scenario plays the log itself, and has the laws in comments."]
  }

  // MARK: Other logs

  private func losses(_ replay: LossReplay) -> String {
    let shares = replay.rows.map { row in
      "\(percent(row.real.mean)) (\(row.process.name))"
    }
    let whose = report.network == nil ? "assumed times offline" : "times offline from fitted laws"
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

  // MARK: What the log says of its messages

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

  private func percent(_ share: Double) -> String { HumanText.percent(share) }

  private func count(_ value: Int) -> String { HumanText.count(UInt64(value)) }

  private func devices(_ value: Int) -> String { "\(count(value)) device\(value == 1 ? "" : "s")" }

  private func interval(_ estimate: Estimate, _ factor: Double) -> String? {
    guard let low = estimate.low, let high = estimate.high else { return nil }
    return "\(HumanText.digits(factor * low, 2)) to \(HumanText.digits(factor * high, 2))"
  }
}
