import Files

/// What a run comes to for a script: what was expected, and what precision was asked for.
package struct RunVerdict: Sendable {
  package let judgements: [Judgement]
  /// By design point and strategy; empty when no precision was asked for.
  let precision: [PrecisionState]
  /// What the replications that a precision needed are too few for; empty when none was asked for.
  let sizeWarnings: [String]
  /// That the warm-up was too short.
  let warmupWarnings: [String]
  /// Nil: nothing was to be chosen.
  let choices: Choices?
  /// Where differences to the baseline cross 0 along a sweep.
  let breakEvens: [BreakEven]

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

  /// What was asked for and not reached.
  var missed: [PrecisionState] { precision.filter { !$0.isReached } }
}

extension RunVerdict {
  /// The record that a manifest has.
  var record: Manifest.Verdict {
    Manifest.Verdict(
      exitCode: exitCode,
      precision: precision.map { state in
        Manifest.Precision(
          designPoint: state.point, strategy: state.strategy,
          halfWidth: Self.finite(state.halfWidth), wanted: Self.finite(state.wanted),
          reached: state.isReached)
      })
  }

  private static func finite(_ value: Double?) -> Double? {
    value.flatMap { $0.isFinite ? $0 : nil }
  }
}
