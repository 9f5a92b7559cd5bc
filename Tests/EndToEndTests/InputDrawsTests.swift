import Foundation
import TestSupport
import Testing

/// `run --inputs`: how sure results are where inputs are estimates.
@Suite struct InputDrawsTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("inputs.json", Self.inputs())
  }

  private static func inputs(
    path: String = "network.online.exponential.mean", unit: String = "s", estimate: String = "10",
    covariance: String = "[[0.01, 0], [0, 0.02]]"
  ) -> String {
    """
    {"format": 1, "parameters": [
      {"path": "\(path)", "scale": "log", "unit": "\(unit)", "estimate": \(estimate)},
      {"path": "provider.resend.failure", "scale": "logit", "unit": "1", "estimate": -2.2}
    ], "covariance": \(covariance)}
    """
  }

  private let options = ["--inputs", "inputs.json", "--input-draws", "5"]

  private func run(_ folder: String, _ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["run", "tiny.yml", "--out", folder] + options + more)
  }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try Contract.files.map { try workspace.bytes("\(folder)/\($0.name)") }
      + [workspace.bytes("\(folder)/inputs.csv")]
  }

  // MARK: Results

  @Test("Beside the vectors of inputs all results are those of the scenario's own values")
  func ownValues() throws {
    _ = try workspace.runTiny(into: "plain")
    try expect(run("drawn").code, equals: 0)
    for file in Contract.files {
      try expect(
        workspace.bytes("drawn/\(file.name)"), equals: workspace.bytes("plain/\(file.name)"),
        "\(file.name)")
    }
    expect(!workspace.exists("plain/inputs.csv"))
    let table = try StrictCSV(workspace.bytes("drawn/inputs.csv"), "inputs.csv")
    expect(
      Array(table.columns.suffix(2)),
      equals: ["share_network.online.exponential.mean", "share_provider.resend.failure"])
    expect(
      table.rows.contains {
        $0["strategy"] == "gap-recovery" && $0["metric"] == "deliverability"
          && $0["baseline"] == "fire-and-forget"
      })
  }

  @Test(
    "All points need the same number: a precision leaves its minimum, and a word",
    arguments: [("", "30"), (", min: 12", "12")])
  func precision(min: String, count: String) throws {
    let asked = "replications={until: {half_width: 0.1pp, leader: true}\(min)}"
    let run = try run("precise", "--set", asked)
    expect(run.code, equals: 0, "\(run.messages)")
    let word = "\(count) replications each, not until a precision"
    expect(run.output + run.messages, contains: word)
    let plain = try self.run("plain", "--replications", count)
    expect(!(plain.output + plain.messages).contains(word))
    try expect(csv("precise") == csv("plain"))
  }

  @Test("Threads, shards and an early end change no byte")
  func sameBytes() throws {
    try expect(run("whole", "--threads", "1").code, equals: 0)
    try expect(run("threads", "--threads", "3").code, equals: 0)
    try expect(csv("threads"), equals: csv("whole"))
    for index in 1...3 {
      let ending = try run("shards/\(index)", "--shard", "\(index)/3")
      expect([0, 3].contains(ending.code), "\(ending.messages)")
    }
    let merged = try workspace.tool.run(
      ["merge", "shards/1", "shards/2", "shards/3", "--out", "merged"])
    expect(merged.code, equals: 0, "\(merged.messages)")
    try expect(csv("merged"), equals: csv("whole"))
    try expect(workspace.tool.run(["verify", "merged"]).code, equals: 0)
  }

  @Test("The summary says both, and which input matters most")
  func summary() throws {
    let words = try run("drawn", "--seed", "1").output.split(whereSeparator: \.isWhitespace)
    let output = words.joined(separator: " ")
    expect(output, contains: "from simulating, ± ")
    expect(output, contains: "from not knowing your users (network.online.exponential.mean: ")
  }

  @Test("A run with other inputs is another run")
  func identity() throws {
    try expect(run("drawn").code, equals: 0)
    try expect(run("drawn", "--resume").messages, contains: "already finished")
    try workspace.write("inputs.json", Self.inputs(estimate: "9"))
    try expect(run("drawn", "--resume").code, equals: 73)
  }

  // MARK: Bad input

  @Test(
    "What is wrong is said with its place",
    arguments: [
      (
        inputs(path: "network.online.weibull.scale"), 65,
        "inputs.json:2:12: parameters[0].path: found network.online.weibull"
      ),
      (inputs(path: "network.offline.exponential.mean"), 65, "which the sweep sets"),
      (inputs(unit: "1/s"), 65, "a value in the unit 1/s"),
      (inputs(covariance: "[[1, 1], [1, 1]]"), 65, "a singular matrix"),
      (
        inputs(covariance: "[[1, 0], [0, -1]]"), 65,
        "no variance above 0 of provider.resend.failure"
      ),
      (inputs(covariance: "[[1, 0.5], [0, 1]]"), 65, "a symmetric matrix"),
      (inputs(covariance: "[[1]]"), 65, "a list of 2"),
      (inputs(estimate: "60"), 65, "inputs.json:2:12"),
      (inputs(path: "provider.resend.failure", unit: "1"), 65, "each path once"),
      (inputs(path: "duration"), 65, "a setting of the experiment"),
      (inputs(path: "network..online.exponential.mean"), 65, "a setting of the experiment"),
      ("[1, 2", 65, "inputs.json:2:1"),
    ])
  private func wrong(text: String, code: Int32, message: String) throws {
    try workspace.write("inputs.json", text)
    let ending = try run("out")
    expect(ending.code, equals: code, "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace)
    expect(words.joined(separator: " "), contains: message)
    expect(!workspace.exists("out"))
  }

  @Test func aChoiceIsRefused() throws {
    let choice = try run("out", "--set", "best={maximise: deliverability, worth: 1%}")
    expect(choice.code, equals: 64)
    expect(choice.messages, contains: "--set best=")
  }

  @Test("A vector that cannot be simulated is told as a vector")
  func limits() throws {
    try workspace.write(
      "inputs.json",
      Self.inputs(path: "workload.arrivals.poisson.rate", unit: "1/s", estimate: "-2"))
    let vector = try run("out", "--set", "limits={events_per_device_day: 3000}")
    expect(vector.code, equals: 65, "\(vector.messages)")
    expect(vector.messages, contains: "of --inputs, design point 0")
  }

  @Test("One replication says nothing of a vector")
  func oneReplication() throws {
    let ending = try run("out", "--replications", "1")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "is not known: each set of inputs needs two replications")
  }

  @Test func numbersAndFilesAreChecked() throws {
    let tool = workspace.tool
    let few = try tool.run(["run", "tiny.yml", "--inputs", "inputs.json", "--input-draws", "1"])
    expect(few.code, equals: 64)
    try expect(tool.run(["run", "tiny.yml", "--input-draws", "9"]).code, equals: 64)
    try expect(tool.run(["run", "tiny.yml", "--inputs", ""]).code, equals: 64)
    try expect(tool.run(["run", "tiny.yml", "--inputs", "none.json"]).code, equals: 66)
  }

  // MARK: Users

  /// Twelve devices get 20 messages each, of which device i gets i + 1 in one absence: i are
  /// overwritten.
  private func writeTrace() throws {
    var (messages, absences) = (["time,device"], ["start,end,device"])
    for device in 0..<12 {
      absences.append("50000,60000,\(device)")
      messages += (0..<20).map { place in
        "\(place <= device ? 50_100 + 10 * place : 1000 * place),\(device)"
      }
    }
    try workspace.write("messages.csv", messages.joined(separator: "\n") + "\n")
    try workspace.write("absences.csv", absences.joined(separator: "\n") + "\n")
    try workspace.write(
      "log.yml",
      """
      format: 1
      name: log
      seed: 1
      duration: 1d
      drain: 1d
      devices: streams
      replications: 2
      workload:
        arrivals:
          trace: {file: messages.csv, time: time, device: device, from: 0, length: 1d}
      network:
        trace: {file: absences.csv, start: start, end: end, device: device, roster: messages.csv}
        reconnect: {exponential: {mean: 1s}}
      strategies: [fire-and-forget]

      """)
  }

  private func users(_ value: String, estimate: Double = 0) -> String {
    """
    {"format": 1, "parameters": [
      {"path": "network.reconnect.exponential.mean", "scale": "log", "unit": "s",
       "estimate": \(estimate)}
    ], "covariance": [[0.0001]], "users": \(value)}
    """
  }

  /// With u of 12 devices drawn again and again, the mean loss has the variance σ²/12, σ² that of
  /// the devices (divided by 12): the bootstrap. From 400 vectors its root is known to 3.5 %, so
  /// that 15 % are more than four standard errors: a false alarm in 50,000 seeds.
  @Test("The choice of users is one of the inputs")
  func usersAreDrawn() throws {
    try writeTrace()
    try workspace.write("users.json", users("true"))
    let ending = try workspace.tool.run(
      ["run", "log.yml", "--inputs", "users.json", "--input-draws", "400", "--out", "drawn"])
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(!ending.messages.contains("given this trace"))
    let table = try StrictCSV(workspace.bytes("drawn/inputs.csv"), "inputs.csv")
    expect(
      Array(table.columns.suffix(2)),
      equals: ["share_network.reconnect.exponential.mean", "share_users"])
    let row = try unwrap(
      table.rows.first { $0["metric"] == "deliverability" && $0["baseline"] == "" })
    let losses = (0..<12).map { Double($0) / 20 }
    let mean = losses.reduce(0, +) / 12
    let variance = losses.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 12
    let spread = try unwrap(row["sd_inputs"].flatMap(Double.init))
    let expected = (variance / 12).squareRoot()
    expect(abs(spread / expected - 1) < 0.15, "\(spread) instead of \(expected)")
    expect(try unwrap(row["share_users"].flatMap(Double.init)) > 0.95)
  }

  @Test("Users are drawn only where the messages are a trace with devices")
  func usersNeedATrace() throws {
    try workspace.write(
      "users.json",
      users("true").replacing("network.reconnect", with: "network.online"))
    let ending = try workspace.tool.run(
      ["run", "tiny.yml", "--inputs", "users.json", "--out", "drawn"])
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "users: found true")
  }

}
