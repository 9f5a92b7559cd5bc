import TestSupport
import Testing

/// All that a run writes at the largest allowed sizes can be read back.
@Suite struct LimitTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let frame = """
    format: 1
    name: large
    seed: 1
    duration: 1h
    devices: 1
    workload: {arrivals: {poisson: {rate: 40/d}}}

    """

  private static func sweep(_ counts: Int...) -> String {
    let paths = ["provider.link.loss", "provider.intake.loss"]
    let factors = zip(counts, paths).map { count, path in
      let values = (0..<count).map { "\(Double($0) / 2e5)" }.joined(separator: ", ")
      return "{factor: \(path.contains("link") ? "link" : "intake"), path: \(path), "
        + "values: [\(values)]}"
    }
    return "sweep: [\(factors.joined(separator: ", "))]\n"
  }

  private static func strategies(_ count: Int) -> String {
    let names = (0..<count).map { "{name: s\($0), gap-recovery: {repeat_limit: \($0)}}" }
    return "strategies: [\(names.joined(separator: ", "))]\n"
  }

  private static func expectations(_ count: Int) -> String {
    let texts = (0..<count).map { "s0.deliverability >= 0.\($0)" }
    return "expect: [\(texts.joined(separator: ", "))]\n"
  }

  private static let precision =
    "replications: {min: 2, max: 3, until: {metric: deliverability, half_width: 1%}}\n"

  private static let cases: [(name: String, text: String)] = [
    ("design points", "replications: 1\n" + strategies(1) + sweep(1000, 100)),
    (
      "verdicts of expectations",
      "replications: 2\n" + strategies(1) + sweep(1000) + expectations(1000)
    ),
    ("points of a precision", precision + strategies(2) + sweep(1000, 10)),
    ("strategies", "replications: 2\n" + strategies(100) + sweep(100)),
  ]

  @Test("What is written at the limits is verified, checked and explained", .enabled(if: isNightly))
  func limits() throws {
    for (name, text) in Self.cases {
      try workspace.write("large.yml", Self.frame + text)
      let run = try workspace.tool.run(
        "run", "large.yml", "--out", "large", "--force", "--quiet", secondsMax: 900)
      expect([0, 1, 3].contains(run.code), "\(name): \(run.messages)")
      let commands = [
        ["verify", "large", "--quiet"],
        ["check", "large", "--baseline", "large", "--metric", "deliverability"],
        ["explain", "large", "--strategy", "s0", "--device", "0"],
      ]
      for command in commands {
        let ending = try workspace.tool.run(command, secondsMax: 900)
        expect(ending.code, equals: 0, "\(name), \(command[0]): \(ending.messages)")
      }
    }
  }

  @Test func moreVerdictsThanARunJudgesAreRefused() throws {
    try workspace.write(
      "large.yml",
      Self.frame + "replications: 2\n" + Self.strategies(1) + Self.sweep(1001)
        + Self.expectations(1000))
    for command in [["run", "large.yml", "--quiet"], ["validate", "large.yml", "--quiet"]] {
      let ending = try workspace.tool.run(command)
      expect(ending.code, equals: 65)
      expect(ending.messages, contains: "found 1000 expectations at 1001 design points;")
      expect(ending.messages, hasPrefix: "error: large.yml:")
    }
  }
}
