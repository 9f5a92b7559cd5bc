import Files
import Statistics

/// What a report says in a sentence or two.
struct FitAnswer {
  let report: FitReport

  var lines: [String] {
    (report.replay.map(losses) ?? absences).flatMap { TextWrap.lines($0) }
  }

  private func losses(_ replay: LossReplay) -> [String] {
    let shares = replay.rows.map { row in
      "\(HumanText.percent(row.real.mean)) (\(row.process.name))"
    }
    let lost = "Overwritten before the device is back: \(shares.joined(separator: ", "))"
    return [
      "\(lost) of your messages\(times(replay)). \(law(replay))"
        + "These are plain pushes, and the push service keeps only the newest."
    ]
  }

  private func times(_ replay: LossReplay) -> String {
    let ratios = replay.rows.compactMap { $0.ratio?.mean }.sorted()
    guard let low = ratios.first, let high = ratios.last else { return "" }
    let (first, second) = (HumanText.fixed(low, 1), HumanText.fixed(high, 1))
    let range = first == second ? first : "\(first) to \(second)"
    return ", \(range) times as many as of messages at random times"
  }

  private func law(_ replay: LossReplay) -> String {
    let shares = replay.rows.compactMap { $0.fitted.map { HumanText.percent($0.mean) } }
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
}
