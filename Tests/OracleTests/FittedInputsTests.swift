import Files
import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// `inputs.json` beside the scenario that it is about: the same values at the same places, and the
/// uncertainty that the sizes of the samples allow. Nothing here is left to chance.
@Suite("Estimates of inputs beside their scenario")
struct FittedInputsTests {
  private static let day = 86_400.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  // MARK: Logs

  /// Devices with bursts of messages, some of them at the same moment.
  private func bursts(_ within: (inout SplitMix64) -> Double) throws -> String {
    var random = SplitMix64(state: 51)
    var rows: [String] = []
    for device in 0..<20 {
      var time = 1000 * random.uniform()
      for _ in 0..<60 {
        rows.append("\(time),\(device)")
        while random.uniform() < 0.6 {
          time += within(&random)
          rows.append("\(time),\(device)")
        }
        time += 43_200 * exp(0.4 * random.normal())
      }
    }
    return try folder.write("bursts.csv", header: "time,device", rows: rows)
  }

  /// 50 devices over 28 days, whose rates are drawn, and whose hours may be loud or quiet.
  private func poisson(
    _ rate: (inout SplitMix64) -> Double, isWeekly: Bool = false
  ) throws -> String {
    var random = SplitMix64(state: 52)
    var rows: [String] = []
    for device in 0..<50 {
      let rate = rate(&random) / Self.day
      var time = -log(random.uniform()) / rate
      while time < 28 * Self.day {
        let isLoud = (8..<20).contains(Int(time / 3600) % 24)
        if !isWeekly || isLoud || random.uniform() < 0.1 { rows.append("\(time),\(device)") }
        time -= log(random.uniform()) / rate
      }
    }
    return try folder.write("poisson.csv", header: "time,device", rows: rows)
  }

  private func intervals() throws -> String {
    var random = SplitMix64(state: 53)
    var rows: [String] = []
    for device in 0..<10 {
      var time = 0.0
      for _ in 0..<80 {
        time -= 21_600 * log(random.uniform())
        let end = time + 1200 * pow(-log(random.uniform()), 1 / 0.6)
        // These are other devices than those of the messages, so that the scenario has laws.
        rows.append("\(time),\(end),other-\(device)")
        time = end
      }
    }
    return try folder.write("intervals.csv", header: "start,end,device", rows: rows)
  }

  private func report(_ files: String..., options: FitOptions = FitOptions()) async throws
    -> FitReport
  {
    var options = options
    options.replications = 2
    return try await FitReport.make(files, options, threads: 2)
  }

  // MARK: The same as the scenario

  /// Every estimate is what the scenario has at its path, and the file reads back.
  private func expectAgreement(_ report: FitReport) throws -> InputEstimates {
    let inputs = try unwrap(report.inputs)
    let scenario = try ConfigNode.parse(yaml: FitScenario(report).text, file: "fitted.yml")
    for parameter in inputs.parameters {
      let node = try unwrap(scenario.value(at: parameter.path)?.scalarText, "\(parameter.path)")
      let number = try unwrap(parameter.unit.number(node), "\(parameter.path)")
      let value = try unwrap(parameter.scale.value(number), "\(parameter.path)")
      expect(abs(value - parameter.estimate) < 1e-9, "\(parameter.path): \(value)")
      expect((parameter.sample ?? 0) > 0)
    }
    let text = inputs.node.json()
    let read = try InputEstimates(ConfigNode.parse(yaml: text, file: "inputs.json"))
    expect(read == inputs, "\(text)")
    expect(inputs.parameters.count <= InputEstimates.countMax)
    return inputs
  }

  private func paths(_ inputs: InputEstimates) -> [String] { inputs.parameters.map(\.path) }

  @Test func burstsAndIntervals() async throws {
    let messages = try bursts { 60 * exp(0.5 * $0.normal()) }
    let inputs = try expectAgreement(try await report(messages, try intervals()))
    let arrivals = "workload.arrivals.bursts"
    expect(
      paths(inputs),
      equals: [
        "network.online.exponential.mean", "network.offline.weibull.scale",
        "network.offline.weibull.shape", "\(arrivals).between.lognormal.median",
        "\(arrivals).between.lognormal.sigma", "\(arrivals).size.geometric.mean",
        "\(arrivals).within.lognormal.median", "\(arrivals).within.lognormal.sigma",
      ])
    // Samples know nothing of each other; the parameters of the Weibull law do.
    for (row, values) in inputs.covariance.enumerated() {
      for (column, value) in values.enumerated() where row < column {
        expect(
          (value != 0) == [[1, 2], [3, 4], [6, 7]].contains([row, column]), "\(row) \(column)")
      }
    }
    // 10 devices have 80 intervals each, and 79 spans between them.
    expect(inputs.parameters[0].sample == 790 && inputs.parameters[1].sample == 800)
    expect(abs(inputs.covariance[0][0] * 790 - 1) < 1e-3)
  }

  @Test func mixturesOfLaws() async throws {
    // Gaps of 0 s are an atom; the others have two phases, whose list of weights has a place.
    let file = try bursts { random in
      if random.uniform() < 0.2 { return 0 }
      return -(random.uniform() < 0.4 ? 3 : 200) * log(random.uniform())
    }
    let report = try await report(file)
    let inputs = try expectAgreement(report)
    let within = "workload.arrivals.bursts.within.mixture"
    let law = "\(within).of.1.hyperexponential"
    expect(
      Array(paths(inputs).suffix(4)),
      equals: ["\(within).weights.0", "\(law).weights.0", "\(law).means.0", "\(law).means.1"])
    let atom = try unwrap(paths(inputs).firstIndex(of: "\(within).weights.0"))
    let fit = try unwrap(report.arrivals?.bursts?.within)
    let (count, share) = (Double(fit.count + fit.zeroCount), fit.zeroShare)
    expect(abs(inputs.covariance[atom][atom] * count * share * (1 - share) - 1) < 1e-9)
    expect(inputs.parameters[atom].sample, equals: fit.count + fit.zeroCount)
  }

  @Test func shiftedLaws() async throws {
    // No gap below 20 s: a law with a smallest value, whose own parameters are uncertain.
    let inputs = try expectAgreement(
      try await report(try bursts { 20 + 60 * pow(-log($0.uniform()), 1 / 0.8) }))
    let law = "workload.arrivals.bursts.within.shifted.of.weibull"
    expect(Array(paths(inputs).suffix(2)), equals: ["\(law).scale", "\(law).shape"])
  }

  @Test func oneRate() async throws {
    let report = try await report(try poisson { _ in 3 })
    let inputs = try expectAgreement(report)
    expect(paths(inputs), equals: ["workload.arrivals.poisson.rate"])
    let count = try unwrap(report.input.arrivals).messageCount
    expect(inputs.parameters[0].sample == count && inputs.covariance == [[1 / Double(count)]])
  }

  @Test(arguments: [false, true])
  func ratesOfDevices(isWeekly: Bool) async throws {
    let report = try await report(try poisson({ -5 * log($0.uniform()) }, isWeekly: isWeekly))
    let inputs = try expectAgreement(report)
    let kind = isWeekly ? "weekly" : "poisson"
    expect(
      paths(inputs),
      equals: ["mean", "shape"].map { "workload.arrivals.\(kind).rate.gamma.\($0)" })
    // The counts are of a gamma mixture: the mean's error is that of the counts' mean.
    let arrivals = try unwrap(report.input.arrivals)
    let shape = exp(inputs.parameters[1].estimate)
    let (count, devices) = (Double(arrivals.messageCount), Double(arrivals.streams.count))
    let expected = 1 / count + 1 / shape / devices
    expect(abs(inputs.covariance[0][0] / expected - 1) < 0.01, "\(inputs.covariance)")
  }

  @Test func whatIsAllAlikeHasNoUncertainty() async throws {
    let rows = (0..<8).map { "\($0 * 1000),\($0 * 1000 + 60)" }
    let file = try folder.write("alike.csv", header: "start,end", rows: rows)
    expect(try await report(file).inputs == nil)
  }

  // MARK: The log's rate

  /// Quiet devices leave few long gaps, so that the law of those that it has brings too many
  /// messages. Here the half of the devices has one burst only.
  @Test func theScenarioHasTheLogsRate() async throws {
    var random = SplitMix64(state: 54)
    var rows: [String] = []
    for device in 0..<60 {
      var time = 5000 * random.uniform()
      for _ in 0..<(device % 2 == 0 ? 1 : 40) {
        for _ in 0..<3 {
          rows.append("\(time),\(device)")
          time -= 60 * log(random.uniform())
        }
        time += 20_000 * exp(0.3 * random.normal())
      }
    }
    let file = try folder.write("quiet.csv", header: "time,device", rows: rows)
    let report = try await report(file)
    let (arrivals, fit) = (try unwrap(report.input.arrivals), try unwrap(report.arrivals))
    expect(fit.best.kind == "bursts" && fit.best.ratePerDay > 1.5 * arrivals.ratePerDay)
    _ = try expectAgreement(report)
    // The numbers are the scenario's own: three messages, and two gaps inside.
    let text = FitScenario(report).text
    let scenario = try ConfigNode.parse(yaml: text, file: "fitted.yml")
    func number(_ path: String, _ unit: NumberUnit) throws -> Double {
      let path = "workload.arrivals.bursts.\(path)"
      return try unwrap(scenario.value(at: path)?.scalarText.flatMap(unit.number), "\(path)")
    }
    let sigma = try number("between.lognormal.sigma", .number)
    let between = try number("between.lognormal.median", .seconds) * exp(sigma * sigma / 2)
    let within = try number("within.exponential.mean", .seconds)
    let rate = 3 * Self.day / (between + 2 * within)
    expect(abs(rate / arrivals.ratePerDay - 1) < 1e-3, "\(rate) is not \(arrivals.ratePerDay)")
    expect(text.contains("so that the law has the log's rate"), "\(text)")
    expect(report.notes.contains { $0.contains("so that the rates agree") }, "\(report.notes)")
  }
}
