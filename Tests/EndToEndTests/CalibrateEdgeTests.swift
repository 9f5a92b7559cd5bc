import Foundation
import TestSupport
import Testing

/// `calibrate` where a search has little to hold on to: nothing false is said.
@Suite struct CalibrateEdgeTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("ideal.yml", Self.ideal)
  }

  /// A world without latencies, so that the median delay is 0 throughout.
  private static let ideal = """
    format: 1
    name: ideal
    seed: 3
    duration: 8d
    drain: 1d
    devices: 60
    replications: 20
    workload: {arrivals: {poisson: {rate: 20/d}}}
    provider: {link: {loss: 0.05%}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 20m}}}
    strategies: [fire-and-forget, {name: queue, gap-recovery: {wait: 10s}}]

    """
  private static let offline = "network.offline.exponential.mean"

  private func calibrate(_ figures: String, _ options: String...) throws -> Tool.Ending {
    try workspace.write("targets.csv", "metric,value,std_error\n\(figures)\n")
    return try workspace.tool.run(
      ["calibrate", "ideal.yml", "--observed", "targets.csv", "--unknown", Self.offline, "--force"]
        + options)
  }

  @Test("One figure for two unknowns leaves both open, however little one of them matters")
  func fewerFigures() throws {
    let ending = try calibrate(
      "deliverability,0.98463,0.001", "--unknown", "provider.link.loss")
    expect(ending.code, equals: 3, "\(ending.output)")
    let table = try StrictCSV(workspace.bytes("ideal-calibrated.calibration.csv"), "calibration")
    expect(table.rows.map { $0["ci_low"] }, equals: ["", ""])
  }

  @Test("A figure that the model never varies is off, and pulls nothing along")
  func constantFigure() throws {
    let ending = try calibrate("deliverability,0.98,0.002\nlatency_p50_s,1.05,0.017")
    expect(ending.code, equals: 1, "\(ending.output)\(ending.messages)")
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "deliverability, fire-and-forget 0.98 0.002 0.98")
  }

  @Test("Where nothing moves the figures and they are not met, there is no verdict on the model")
  func flat() throws {
    // Another strategy's waits move nothing of plain pushes.
    try workspace.write(
      "targets.csv", "metric,value,std_error\ndeliverability,0.5,0.001\n")
    let ending = try workspace.tool.run([
      "calibrate", "ideal.yml", "--observed", "targets.csv", "--unknown", "strategies.queue.wait",
    ])
    expect(ending.code, equals: 3, "\(ending.output)\(ending.messages)")
    expect(ending.output, contains: "No answer")
    expect(!workspace.exists("ideal-calibrated.inputs.json"))
    let table = try StrictCSV(workspace.bytes("ideal-calibrated.calibration.csv"), "calibration")
    for column in ["estimate", "ci_low", "ci_high"] {
      expect(table.rows.map { $0[column] }, equals: [""], "\(column)")
    }
    // Most messages wait for nothing: the 90 % quantile is 0 until absences are long enough, which
    // a search that starts at 20 min finds out.
    let far = try calibrate("latency_p90_s,300,5", "--set", "\(Self.offline)=20m")
    expect(far.code, equals: 0, "\(far.output)\(far.messages)")
  }

  /// A figure that only `fates.csv` has is no metric, and can be calibrated to.
  @Test("A figure of fates.csv that is not met gets a verdict")
  func fate() throws {
    let still = { (figures: String) in
      try self.workspace.write("targets.csv", "metric,value,std_error\n\(figures)\n")
      return try self.workspace.tool.run([
        "calibrate", "ideal.yml", "--observed", "targets.csv", "--unknown", "strategies.queue.wait",
        "--force", "--set", "network=",
      ])
    }
    let ending = try still("service/overwritten,0.9,0.001")
    expect(ending.code, equals: 3, "\(ending.messages)")
    expect(ending.output, contains: "service/overwritten")
    expect(!ending.output.contains("latency"), "\(ending.output)")
    let delay = try still("latency_mean_s,50,1")
    expect(delay.code, equals: 3, "\(delay.messages)")
    let words = delay.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "add push_service.latency")
  }

  @Test("A search ends at what a law allows, and so do its interval and what is drawn")
  func bounds() throws {
    let bursts =
      "workload.arrivals={bursts: {between: {exponential: {mean: 4000s}}, "
      + "size: {geometric: {mean: 1.2}}, within: {exponential: {mean: 200s}}}}"
    let size = "workload.arrivals.bursts.size.geometric.mean"
    try workspace.write(
      "targets.csv", "metric,value,std_error\nnotifications_per_device_day,0,1\n")
    try workspace.write("targets.csv", "metric,value,std_error\ndeliverability,0.999,0.0005\n")
    let ending = try workspace.tool.run([
      "calibrate", "ideal.yml", "--observed", "targets.csv", "--unknown", size, "--set", bursts,
      "--force",
    ])
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    let table = try StrictCSV(workspace.bytes("ideal-calibrated.calibration.csv"), "calibration")
    let row = try unwrap(table.rows.first)
    if let low = row.number("ci_low") { expect(low >= 1, "\(low)") }
    // 30 days are the most that this service allows.
    let expiration = try calibrate(
      "deliverability,0.98,0.002", "--unknown", "push_service.expiration")
    expect([0, 1, 3].contains(expiration.code), "\(expiration.messages)")
  }

  @Test("Receipts of a model without latencies, and figures without an error, are told")
  func receipts() throws {
    let rows = (0..<40).flatMap { device in
      (0..<20).map { push in
        let sent = 1000 * push + device
        return "\(sent),\(sent + 1 + push * (device + 7) % 600),d\(device)"
      }
    }
    try workspace.write("r.csv", (["sent,received,device"] + rows).joined(separator: "\n") + "\n")
    let ending = try workspace.tool.run([
      "calibrate", "ideal.yml", "--receipts", "r.csv", "--unknown", Self.offline, "--force",
    ])
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    expect(ending.messages, contains: "without an error and not used: deliverability")
  }

  @Test("Figures of a group and of all devices stand in one file; a choice is left out")
  func mixedRows() throws {
    try workspace.write(
      "groups.yml",
      """
      extends: ideal.yml
      groups:
        - {name: near, share: 50%}
        - {name: far, share: 50%, network: {offline: {exponential: {mean: 1h}}}}
      best: {maximise: deliverability, worth: 1%}
      replications: {min: 20, max: 40}

      """)
    try workspace.write(
      "targets.csv",
      "metric,value,std_error,group\ndeliverability,0.97,0.003,\ndeliverability,0.95,0.003,far\n")
    let ending = try workspace.tool.run([
      "calibrate", "groups.yml", "--observed", "targets.csv", "--unknown", Self.offline, "--force",
      "-n", "20",
    ])
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    expect(ending.output, contains: "deliverability of far, fire-and-forget")
  }

  @Test("An input on a scale that cannot hold the scenario's value is refused")
  func wrongScale() throws {
    try workspace.write(
      "inputs.json",
      """
      {"format": 1, "parameters": [{"path": "\(Self.offline)", "scale": "logit", "unit": "s",
        "estimate": 0.1}], "covariance": [[0.01]]}
      """)
    let ending = try workspace.tool.run([
      "run", "ideal.yml", "--inputs", "inputs.json", "--out", "out",
    ])
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "no place on the scale logit")
  }
}
