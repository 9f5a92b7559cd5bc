import Files

/// A regression check says this of one metric. The worse ones come first.
package enum CheckVerdict: String, Sendable, CaseIterable {
  case fail, inconclusive, pass
}

extension CheckVerdict {
  package static var worstFirst: [CheckVerdict] { allCases }

  /// Judges how much worse a metric has become: only the whole interval decides.
  ///
  /// - Parameters:
  ///   - low: The lower end of the worsening's interval, above 0 when the metric is worse.
  ///   - high: The upper end, at least `low`.
  ///   - margin: The worsening that is put up with, at least 0.
  /// - Returns: Pass for an interval at or below the margin, fail for one beyond it.
  package static func of(
    worseningFrom low: Double, to high: Double, margin: Double
  ) -> CheckVerdict {
    precondition(low <= high && margin >= 0, "an interval has two ends, and a margin no sign")
    if high <= margin { return .pass }
    return low > margin ? .fail : .inconclusive
  }
}

extension Sequence<CheckVerdict> {
  /// One fail is a fail; without one, one inconclusive is inconclusive.
  package var worst: CheckVerdict {
    let found = Set(self)
    return CheckVerdict.worstFirst.first(where: found.contains) ?? .pass
  }
}

extension CheckVerdict {
  package var exitCode: Int32 {
    switch self {
    case .pass: ExitCode.ok
    case .fail: ExitCode.failed
    case .inconclusive: ExitCode.inconclusive
    }
  }
}
