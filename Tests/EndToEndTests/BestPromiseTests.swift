import Foundation
import TestSupport
import Testing

/// A choice must not drop limits quietly, promise too much, or take twins for worse.
@Suite struct BestPromiseTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", Self.world)
  }

  private static let limit = "strategies.queue.repeat_limit"
  /// Nothing but what a limit keeps from being repeated is missing, and devices share outages.
  private static let world = """
    format: 1
    name: world
    seed: 3
    duration: 8d
    drain: 1d
    devices: 20
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network:
      online: {exponential: {mean: 6h}}
      offline: {exponential: {mean: 30m}}
      regions:
        count: 2
        outages: {every: {exponential: {mean: 3d}}, last: {exponential: {mean: 20m}}}
    strategies: [{name: queue, gap-recovery: {wait: 10s}}]

    """

  private func best(_ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["best", "world.yml", "--out", "out", "--force"] + more)
  }

  private func sweep(_ values: String) -> String {
    "sweep=[{factor: limit, path: \(Self.limit), values: [\(values)]}]"
  }

  @Test("Candidates whose runs are the same event by event are as good", arguments: ["gaps", "kn"])
  func twins(method: String) throws {
    let ending = try best("--set", sweep("100, 200, 300"), "--method", method, "--budget", "60")
    expect(ending.code, equals: 0, "\(ending.output)\(ending.messages)")
    let rows = try StrictCSV(workspace.bytes("out/best.csv"), "best").rows
    expect(
      rows.map { $0["verdict"] }.sorted { $0 ?? "" < $1 ?? "" },
      equals: ["as-good", "as-good", "best"])
  }

  @Test("A bound of 0 leaves the one that is nearest to it")
  func nearest() throws {
    let ending = try best(
      "--set", sweep("100, 0"), "--subject-to", "interruptions_per_device_day <= 0")
    expect(ending.output, contains: "nearest: limit 0")
  }

  @Test(
    "What would change who takes part is refused with a sentence",
    arguments: [
      (["--shard", "1/2"], "all units must be in one place"),
      (["--strategy", "queue"], "compares all strategies"),
      (["--design-point", "0"], "compares all design points"),
      (["--budget", "9", "-n", "3"], "--replications, which fixes their number"),
      (["--budget", "1"], "at least 2"),
      (["--points", "9"], "--points: needs --range PATH=A..B"),
      (["--finalists", "2"], "--finalists: needs --range PATH=A..B"),
      (["--range", "\(limit)=1..8", "--among", "all"], "--among: is not for --range"),
      (["--pareto", "loss", "--pareto", "loss"], "loss twice"),
    ])
  private func refused(options: [String], message: String) throws {
    let ending = try workspace.tool.run(["best", "world.yml"] + options)
    expect(ending.code, equals: 64, "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: message)
  }

  @Test("A search keeps the limits of the scenario, and its worth")
  func ownLimits() throws {
    try workspace.write(
      "own.yml",
      """
      extends: world.yml
      best: {maximise: deliverability, worth: 2%, subject_to: [pushes_per_notification <= 0.5]}

      """)
    let ending = try workspace.tool.run([
      "best", "own.yml", "--maximise", "deliverability", "--range", "\(Self.limit)=1..8",
      "--points", "4", "--finalists", "2", "-n", "3", "--out", "found",
    ])
    expect(ending.output, contains: "limits: pushes_per_notification <= 0.5; worth 2 pp")
    expect(ending.output, contains: "meets the limits; nearest")
  }

  @Test("What is infinite everywhere has no winner")
  func infinite() throws {
    let ending = try workspace.tool.run([
      "best", "world.yml", "--minimise", "delay_p90_s", "--worth", "10s", "--range",
      "network.offline.exponential.mean=20h..80h", "--strategy", "queue", "--points", "4",
      "--finalists", "2", "-n", "3", "--out", "found", "--budget", "40",
    ])
    expect(ending.code, equals: 3, "\(ending.output)\(ending.messages)")
    // The budget is that of a finalist.
    let rows = try StrictCSV(workspace.bytes("found/replications.csv"), "replications").rows
    expect(rows.count, equals: 2 * 40)
  }

  @Test("Long sweeps are columns, of one strategy too, and every run ends with a sentence")
  func sentences() throws {
    let values = (1...9).map(String.init).joined(separator: ", ")
    let both = "strategies=[fire-and-forget, {name: queue, gap-recovery: {wait: 10s}}]"
    let runs = [
      ["--set", both, "--set", sweep(values)], ["--set", sweep(values)], [],
      [
        "--set",
        "sweep={sample: {lhs: 9, factors: [{factor: limit, path: \(Self.limit), "
          + "law: {uniform: {min: 1, max: 20}}}]}}",
      ],
    ]
    for (place, options) in runs.enumerated() {
      let ending = try workspace.tool.run(
        ["run", "world.yml", "--out", "\(place)", "-n", "2", "--quiet", "--format", "text"]
          + options)
      expect(ending.code, equals: 0, "\(ending.messages)")
      let shown = try workspace.tool.run(
        ["run", "world.yml", "--out", "\(place)", "-n", "2", "--force"] + options)
      expect(shown.output, hasSuffix: ".\n")
      expect(shown.output.split(separator: "\n").count < 40, "\(shown.output)")
    }
  }

  @Test("A sensitivity analysis has no choice: points have the same replications")
  func noChoice() throws {
    let sample =
      "sweep={sample: {lhs: 9, factors: [{factor: limit, path: \(Self.limit), "
      + "law: {uniform: {min: 1, max: 20}}}]}}"
    let command = [
      "sensitivity", "world.yml", "--method", "morris", "--trajectories", "3", "--set", sample,
      "-n", "3", "--force", "--out",
    ]
    try expect(workspace.tool.run(command + ["a"]).code, equals: 0)
    let choice = ["--set", "best={maximise: deliverability, worth: 10%}"]
    try expect(workspace.tool.run(command + ["b"] + choice).code, equals: 0)
    try expect(workspace.bytes("b/design.csv"), equals: workspace.bytes("a/design.csv"))
  }

  @Test(
    "Of 22 configurations Kim and Nelson's procedure finds the best with at most 405 replications",
    .enabled(if: isNightly))
  func cheapChoice() throws {
    let start = ContinuousClock.now
    let ending = try workspace.tool.run(
      [
        "run", "\(projectRoot)/experiments/best-queue/scenario.yml", "--out", "out", "--set",
        "best={maximise: deliverability, worth: 0.1%, method: kn}", "--set",
        "replications={min: 10, max: 400}",
      ], secondsMax: 120)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    expect(ending.code, equals: 0, "\(ending.messages)")
    let rows = try StrictCSV(workspace.bytes("out/replications.csv"), "replications").rows
    let counts = Dictionary(grouping: rows) { $0["user"] ?? "" }.mapValues(\.count)
    print("replications of 22 configurations: \(counts), \(seconds) s for both choices")
    expect(counts.count == 2 && counts.values.allSatisfy { $0 <= 405 }, "\(counts)")
  }
}
