import Foundation
import TestSupport
import Testing

/// `sensitivity` at the command line, and runs of samples.
@Suite struct SensitivityTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(
      "sample.yml", Workspace.tiny.replacing(#/(?s)sweep: .*/#, with: Self.sample))
  }

  /// The last two are used by gap-recovery alone.
  private static let sample = """
    sweep:
      sample:
        lhs: 6
        factors:
          - factor: away
            label: mean absence
            path: network.offline.exponential.mean
            law: {uniform: {min: 20m, max: 3h}}
          - {factor: loss_p, path: provider.link.loss, law: {uniform: {min: 0%, max: 10%}}}
          - {factor: fails, path: provider.resend.failure, law: {uniform: {min: 0, max: 50%}}}
          - factor: limit
            path: strategies.gap-recovery.repeat_limit
            law: {constant: {value: 20}}

    """

  private func analyze(_ folder: String, _ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["sensitivity", "sample.yml", "--out", folder] + more)
  }

  @Test("The answer has a measure of each input, as the table has it")
  func answer() throws {
    let ending = try analyze("told", "--method", "morris", "--trajectories", "2")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let answer = try unwrap(
      JSONSerialization.jsonObject(with: Data(workspace.bytes("told/answer.json")))
        as? [String: Any])
    expect(answer["kind"] as? String, equals: "sensitivity")
    let table = try StrictCSV(workspace.bytes("told/sensitivity.csv"), "sensitivity")
    let influences = try unwrap(answer["influences"] as? [[String: Any]])
    expect(influences.count, equals: table.rows.count)
    for influence in influences {
      let key = ["strategy", "baseline", "metric", "factor"]
      let row = try unwrap(
        table.rows.first { row in key.allSatisfy { influence[$0] as? String ?? "" == row[$0] } })
      let measures = try unwrap(influence["measures"] as? [[String: Any]])
      expect(measures.map { $0["name"] as? String }, equals: ["mu", "mu_star", "sigma"])
      for measure in measures {
        let name = try unwrap(measure["name"] as? String)
        expect(isClose(measure["value"] as? Double, row.number(name), 1e-14))
        expect(isClose(measure["ci_low"] as? Double, row.number("\(name)_low"), 1e-14))
      }
    }
    try expectRanked(influences)
    let sentences = try unwrap(answer["sentences"] as? [String])
    expect(
      ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " "),
      contains: sentences[0])
  }

  /// The inputs of a quantity follow each other, the largest first; only those whose interval
  /// reaches that of the first may matter most.
  private func expectRanked(_ influences: [[String: Any]]) throws {
    let quantities = Dictionary(grouping: influences) { influence in
      ["strategy", "baseline", "metric"].map { influence[$0] as? String ?? "" }
    }
    for quantity in quantities.values {
      let sizes = try quantity.map { influence in
        let measures = try unwrap(influence["measures"] as? [[String: Any]])
        return try unwrap(measures.first { $0["name"] as? String == "mu_star" })
      }
      let values = try sizes.map { try unwrap($0["value"] as? Double) }
      expect(values, equals: values.sorted(by: >))
      let least = try unwrap(sizes[0]["ci_low"] as? Double)
      for (influence, size) in zip(quantity, sizes) {
        let high = try unwrap(size["ci_high"] as? Double)
        let reaches = try unwrap(size["value"] as? Double) > 0 && high >= least
        expect(influence["may_be_first"] as? Bool, equals: reaches)
        expect(influence["points_without"] as? Int, equals: 0)
      }
    }
  }

  @Test("A strategy alone, and a metric asked for twice, stand in the files once")
  func once() throws {
    let ending = try analyze(
      "alone", "--method", "morris", "--trajectories", "2", "--strategy", "gap-recovery",
      "--metric",
      "loss", "--metric", "loss")
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(
      table("alone/design.csv").columns,
      equals: ["design_point", "away", "loss_p", "fails", "limit", "gap-recovery.loss"])
    try expect(table("alone/sensitivity.csv").rows.count, equals: 4)
  }

  private func table(_ name: String) throws -> StrictCSV {
    try StrictCSV(workspace.bytes(name), name)
  }

  // MARK: Runs

  @Test("A sample's points are design points of a run, in shards, and verified")
  func run() throws {
    try expect(workspace.tool.run(["run", "sample.yml", "--out", "whole"]).code, equals: 0)
    let rows = try table("whole/metrics.csv").rows
    expect(Set(rows.map { $0["design_point"] }).count, equals: 6)
    expect(Set(rows.map { $0["limit"] }), equals: ["20"])
    try expect(workspace.tool.run(["verify", "whole"]).code, equals: 0)
    try expect(workspace.tool.run(["verify", "whole", "--replications", "1"]).code, equals: 0)
    for shard in 1...2 {
      let ending = try workspace.tool.run([
        "run", "sample.yml", "--out", "\(shard)", "--shard", "\(shard)/2",
      ])
      expect(ending.code, equals: 0, "\(ending.messages)")
    }
    try expect(workspace.tool.run(["merge", "1", "2", "--out", "merged"]).code, equals: 0)
    for file in Contract.files {
      try expect(
        workspace.bytes("merged/\(file.name)"), equals: workspace.bytes("whole/\(file.name)"))
    }
  }

  // MARK: Analyses

  @Test("Any number of threads gives the same bytes", arguments: ["morris", "sobol"])
  func sameBytes(method: String) throws {
    let size = method == "morris" ? "--trajectories" : "--points"
    try expect(
      analyze("one", "--method", method, size, "4", "--threads", "1").code, equals: 0)
    try expect(
      analyze("three", "--method", method, size, "4", "--threads", "3").code, equals: 0)
    for name in ["answer.json", "design.csv", "sensitivity.csv"] {
      try expect(workspace.bytes("three/\(name)"), equals: workspace.bytes("one/\(name)"))
    }
    expect(workspace.names(in: "one"), equals: ["answer.json", "design.csv", "sensitivity.csv"])
  }

  @Test("What cannot matter has exactly 0")
  func zeros() throws {
    try expect(analyze("s", "--method", "sobol", "--points", "8").code, equals: 0)
    try expect(analyze("m", "--method", "morris", "--trajectories", "4").code, equals: 0)
    let rows = try [table("s/sensitivity.csv"), table("m/sensitivity.csv")].flatMap(\.rows)
    let columns = [
      ("first", "total"), ("first_low", "total_high"), ("mu", "mu_star"), ("sigma", "mu_star_high"),
    ].flatMap { [$0.0, $0.1] }
    for row in rows {
      let isIdle =
        row["factor"] == "limit"
        || row["factor"] == "fails" && row["strategy"] == "fire-and-forget"
      let numbers = columns.compactMap { row[$0] }
      expect(!numbers.isEmpty)
      expect(numbers.allSatisfy { $0 == "0.0" } == isIdle, "\(row)")
    }
  }

  @Test("The points are the design's, with what was found there; differences have their rows")
  func files() throws {
    let ending = try analyze(
      "out", "--method", "sobol", "--points", "4", "--metric", "loss", "--metric", "latency_p50_s")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let design = try table("out/design.csv")
    expect(
      design.columns,
      equals: ["design_point", "away", "loss_p", "fails", "limit"]
        + ["fire-and-forget", "gap-recovery"].flatMap { ["\($0).loss", "\($0).latency_p50_s"] })
    expect(design.rows.count, equals: 4 * 6)
    let rows = try table("out/sensitivity.csv").rows
    expect(
      rows.map { "\($0["strategy"] ?? "") \($0["metric"] ?? "") \($0["baseline"] ?? "")" }
        .enumerated().filter { $0.offset % 4 == 0 }.map(\.element),
      equals: [
        "fire-and-forget loss ", "fire-and-forget latency_p50_s ", "gap-recovery loss ",
        "gap-recovery loss fire-and-forget", "gap-recovery latency_p50_s ",
        "gap-recovery latency_p50_s fire-and-forget",
      ])
  }

  @Test("The ranges are told with the answer, and the last line ends a sentence")
  func text() throws {
    let output = try analyze("out", "--method", "sobol", "--points", "8").output
    expect(output, contains: "  loss_p: provider.link.loss, {uniform: {min: 0%, max: 10%}}")
    let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Only what an input causes by itself is its share; a total has the others' part in it, too.
    expect(words, contains: "One of mean absence, loss_p matters most for deliverability of ")
    let shares =
      #/which: by itself mean absence causes (\d+) % of .*?, with its interactions (\d+) % \(/#
    let answer = try unwrap(words.firstMatch(of: shares))
    let row = try unwrap(table("out/sensitivity.csv").rows.first { $0["factor"] == "away" })
    let percent = { (name: String) in Int((100 * (Double(row[name] ?? "") ?? .nan)).rounded()) }
    expect(Int(answer.1), equals: percent("first"))
    expect(Int(answer.2), equals: percent("total"))
    expect(words, contains: "; without any effect: fails, limit.")
    expect(output, hasSuffix: ".\n")
    expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(output)")
  }

  // MARK: Bad input

  private static let few = ["--method", "sobol", "--points", "4"]

  @Test(
    "What is wrong is said",
    arguments: [
      (["--method", "sobol", "--points", "1"], 64, "--points: found 1; allowed: 2 to 16666"),
      (["--method", "sobol", "--points", "20000"], 64, "each of 6 points with 4 factors"),
      (["--method", "morris", "--trajectories", "0"], 64, "--trajectories: found 0"),
      (["--method", "morris", "--points", "4"], 64, "--points: is not for --method morris"),
      (Self.few + ["--metric", "los"], 64, "did you mean \"loss\"?"),
      (Self.few + ["--metric", "taps_per_device_day"], 64, "no metric"),
      (Self.few + ["--strategy", "poll"], 64, "no strategy \"poll\""),
      (["--method", "fast"], 64, "'morris' and 'sobol'"),
      ([], 64, "--method"),
      (["--method", "sobol", "--set", "sweep=[]"], 64, "--set: sweep: does not say what"),
      (["--method", "sobol", "--set", "sweep.sample.lhs=-1"], 64, "sweep.sample.lhs: found -1"),
    ])
  func wrong(options: [String], code: Int32, message: String) throws {
    let ending = try workspace.tool.run(["sensitivity", "sample.yml", "--out", "out"] + options)
    expect(ending.code, equals: code, "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: message)
    expect(!workspace.exists("out"))
  }

  @Test("More than 20 factors are too many for sobol, not for morris")
  func manyFactors() throws {
    let factors = (0..<21).map { number in
      "{factor: f\(number), path: groups.g\(number).extension.absent, "
        + "law: {uniform: {min: 0, max: 1}}}"
    }
    let groups = (0..<20).map { "{name: g\($0), share: 1%, extension: {absent: 1%}}" }
    let sample = "sample: {lhs: 2, factors: [\(factors.prefix(20).joined(separator: ", ")), "
    try workspace.write(
      "many.yml",
      """
      extends: tiny.yml
      groups: [\(groups.joined(separator: ", "))]
      sweep: {\(sample){factor: away, path: network.offline.exponential.mean,
        law: {uniform: {min: 1h, max: 2h}}}]}}

      """)
    let ending = try workspace.tool.run(["sensitivity", "many.yml", "--method", "sobol"])
    expect(ending.code, equals: 64, "\(ending.messages)")
    expect(ending.messages, contains: "many.yml:3:")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "found 21 factors; allowed: at most 20 with --method sobol, 40 with")
    let morris = try workspace.tool.run([
      "sensitivity", "many.yml", "--method", "morris", "--trajectories", "2", "-n", "1",
      "--out", "m",
    ])
    expect(morris.code, equals: 0, "\(morris.messages)")
  }

  @Test("An earlier analysis is replaced with --force alone")
  func force() throws {
    let options = ["--method", "morris", "--trajectories", "2", "-n", "1", "-q"]
    let once = ["sensitivity", "sample.yml", "--out", "out"] + options
    try expect(workspace.tool.run(once).code, equals: 0)
    try expect(workspace.tool.run(once).code, equals: 73)
    let again = try workspace.tool.run(once + ["--force"])
    expect(again.code, equals: 0)
    expect(again.output + again.messages, equals: "")
  }
}
