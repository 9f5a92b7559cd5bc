import Files
package import Runs
import Scenarios

/// A run comes to this for a script: verdicts on what was expected, precision, and choices.
package struct RunVerdict: Sendable {
  package let judgements: [Judgement]
  /// The precision, by design point and strategy; empty when no precision was asked for.
  package let precision: [PrecisionState]
  /// They name what so few replications cannot tell; empty when no precision was asked for.
  let sizeWarnings: [String]
  /// They say that the warm-up was too short.
  let warmupWarnings: [String]
  /// Nil: nothing was to be chosen.
  package let choices: Choices?
  /// The rows of candidates that are beaten in all metrics or not, by choice, then candidate; empty
  /// where nobody asked.
  package let pareto: [Pareto.Row]
  /// The places where differences to the baseline cross 0 along a sweep.
  package let breakEvens: [BreakEven]

  /// 1 when an expectation fails or nobody meets the limits of a choice, else 3 when an expectation
  /// is inconclusive, a precision was missed or a choice is undecided, else 0.
  package var exitCode: Int32 {
    let isImpossible = choices?.choices.contains { $0.nearest != nil } ?? false
    if isImpossible || judgements.contains(where: { $0.verdict == .fails }) {
      return ExitCode.failed
    }
    let isOpen = judgements.contains { $0.verdict == .inconclusive }
    let isMissed = precision.contains { !$0.isReached } || choices?.isDecided == false
    return isOpen || isMissed ? ExitCode.inconclusive : ExitCode.ok
  }
}

extension RunVerdict {
  /// A reader of the results should know these; states that were missed come first.
  package var warnings: [String] {
    let missed = precision.filter { !$0.isReached }
    let shown = missed.prefix(Self.warningsMax).map { state in
      "precision not reached: design point \(state.designPoint), \(state.strategy): \(state.text)"
    }
    let rest = missed.count - shown.count
    return shown + (rest > 0 ? ["... and \(rest) more"] : []) + sizeWarnings + warmupWarnings
  }

  private static let warningsMax = 5
}

extension PrecisionState {
  package var isWiderThanWanted: Bool {
    guard let halfWidth, let wanted else { return false }
    return halfWidth > wanted
  }

  /// Such as `half-width 0.00081, wanted 0.0005`.
  package var text: String {
    let (now, then) = (halfWidth.map(HumanText.significant), wanted.map(HumanText.significant))
    if isReached, isWiderThanWanted, let now {
      return "half-width \(now), a sixth of the difference or less"
    }
    return "half-width \(now ?? "unknown"), wanted \(then ?? "unknown")"
  }
}

extension RunOutcome {
  /// - Complexity: As estimating the metrics that are expected; keep it rather than ask twice.
  package func verdict() -> RunVerdict {
    let (counts, choices) = (replicationCounts, Choices(self))
    return RunVerdict(
      judgements: judgements(),
      precision: experiment.points.flatMap { point in
        precision(atPoint: point.index, first: counts[point.index])
      },
      sizeWarnings: experiment.base.replications.isFixed ? [] : experiment.sizeWarnings(counts),
      warmupWarnings: warmupWarnings,
      choices: choices, pareto: choices?.pareto(self) ?? [], breakEvens: BreakEven.all(self))
  }
}
