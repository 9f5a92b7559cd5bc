import TestSupport
import Testing

/// Percentages have one home: elsewhere a share above 0 would be printed as 0 again.
@Suite struct PercentTests {
  /// The home; what has the digits of its interval, or four that count; and settings that are told
  /// with the digits they were given.
  private static let others: Set = [
    "HumanText.swift", "MetricText.swift", "CheckText.swift", "WorldText.swift",
    "CalibrationShapeText.swift", "FitText.swift",
  ]

  @Test("No other file makes a percentage of a number")
  func home() {
    let files = SourceTree.swift.filter { file in
      file.module != nil && !Self.others.contains { file.path.hasSuffix("/" + $0) }
    }
    for file in files {
      let lines = file.lines.filter { $0.contains(") %\"") || $0.contains("\" %\"") }
      expect(lines.isEmpty, "\(file.path): \(lines)")
    }
  }
}
