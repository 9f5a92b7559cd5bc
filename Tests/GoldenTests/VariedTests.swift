import Files
import Scenarios
import Search
import TestSupport
import Testing

/// A path that may vary means the same wherever it is given: a sample of a sweep, `--range`,
/// `--unknown`, `--inputs` and `--pin`.
@Suite struct VariedTests {
  private let folder: LogFolder
  private let file: String

  init() throws {
    folder = try LogFolder()
    file = try folder.write("s.yml", ScenarioText.frame + Self.strategies)
  }

  private static let strategies = "strategies: [gap-recovery: {repeat_limit: 9, wait: 3s}]\n"

  // MARK: Uses

  private typealias Use = (name: String, take: (_ paths: [String]) throws -> Void)

  private var uses: [Use] {
    [
      ("sample", sample), ("unknown", unknown), ("inputs", inputs), ("range", range), ("pin", pin),
    ]
  }

  private func load(_ options: Experiment.Options = .init()) throws -> Experiment {
    try Experiment.load(file, options)
  }

  private func sample(_ paths: [String]) throws {
    let factors = paths.enumerated().map {
      "{factor: f\($0), path: '\($1)', law: {constant: {value: 5m}}}"
    }
    var options = Experiment.Options()
    options.overrides = [
      try ConfigOverride.parse(
        "sweep={sample: {lhs: 2, factors: [\(factors.joined(separator: ","))]}}")
    ]
    _ = try load(options)
  }

  private func unknown(_ paths: [String]) throws {
    _ = try Calibration(load(), [], unknown: paths, threads: 1)
  }

  private func inputs(_ paths: [String]) throws {
    let parameters = paths.map {
      "{\"path\": \"\($0)\", \"estimate\": 6, \"scale\": \"log\", \"unit\": \"s\"}"
    }
    let rows = paths.indices.map { row in
      "[\(paths.indices.map { $0 == row ? "1e-4" : "0" }.joined(separator: ", "))]"
    }
    let node = try ConfigNode.parse(
      yaml: """
        {"format": 1, "parameters": [\(parameters.joined(separator: ", "))],
        "covariance": [\(rows.joined(separator: ", "))]}
        """, file: "inputs.json")
    var options = Experiment.Options()
    options.replications = 4
    options.inputDraws = try InputDraws(node, count: 2)
    _ = try load(options)
  }

  private func range(_ paths: [String]) throws {
    var choice = ChoiceQuestion()
    (choice.maximise, choice.worth) = ("deliverability", "1%")
    let question = Optimisation.Question(
      paths.map { "\($0)=5m..6m" }, choice, strategy: "gap-recovery", points: 10, finalists: 2,
      replications: 4)
    _ = try Optimisation(file, .init(), question, threads: 1)
  }

  private func pin(_ paths: [String]) throws {
    _ = try Exploration(file, .init(), pins: paths.map { "\($0)=5m..6m" })
  }

  // MARK: Words

  private static let offline = "network.offline.weibull.scale"

  @Test("All take a time of the scenario", arguments: [offline, "strategies.gap-recovery.wait"])
  func all(path: String) {
    for (name, take) in uses { expect(message { try take([path]) }, equals: "", "\(name)") }
  }

  @Test(
    "What may not vary is told in the same words",
    arguments: [
      (
        ["network.offline.weibul.scale"],
        "found network.offline.weibul.scale, which the scenario does not have; did you mean "
          + "\"weibull\"? allowed: under network.offline: weibull"
      ),
      (
        ["strategies.gap-recovery.wai"],
        "found strategies.gap-recovery.wai, which the scenario does not have; did you mean "
          + "\"wait\"? allowed: under strategies.gap-recovery: "
      ),
      (
        ["duration"],
        "found duration, a setting of the experiment; allowed: inputs of the model and parameters "
          + "of strategies, such as network.offline.weibull.scale"
      ),
      (["limits.a"], "found limits.a, a setting of the experiment; allowed: inputs of the model"),
      (
        ["push_service.kind"],
        "found push_service.kind, which is apns; allowed: the path of a number, time, rate or share"
      ),
      (["network.offline"], "found network.offline, which is a map; allowed: the path of a number"),
      (["strategies"], "found strategies, which is a list; allowed: the path of a number, time"),
      ([offline, offline], "found \(offline) twice; allowed: each path once"),
      (
        ["strategies.gap-recovery.wait", "strategies.0.wait"],
        "found strategies.0.wait, which is strategies.gap-recovery.wait; allowed: each path once"
      ),
    ])
  func wrong(paths: [String], told: String) {
    for (name, take) in uses {
      let found = words { try take(paths) }
      expect(found.contains(told), "\(name): \(found)")
    }
  }

  @Test("What the sweep sets is told in the same words")
  func swept() throws {
    let sweep = "sweep: [{factor: away, path: \(Self.offline), values: [5m]}]\n"
    _ = try folder.write("s.yml", ScenarioText.frame + Self.strategies + sweep)
    let told = "found \(Self.offline), which the sweep sets; allowed: what is the same at all"
    for (name, take) in uses where ["unknown", "inputs"].contains(name) {
      let found = words { try take([Self.offline]) }
      expect(found.contains(told), "\(name): \(found)")
    }
  }

  // MARK: Pins

  private func pins(_ texts: [String]) async throws -> [ConfigNode] {
    let text = try await Exploration(file, .init(), pins: texts).text(isOpening: false)
    return try unwrap(ConfigNode.parse(yaml: text, file: "json")["pins"]?.elements)
  }

  private func steps(_ text: String) async throws -> [String] {
    try await unwrap(pins([text])[0]["steps"]?.elements).compactMap(\.scalarText)
  }

  @Test("Steps have equal factors over a wide range, else equal distances, and keep their ends")
  func steps() async throws {
    let wide = try await steps("\(Self.offline)=60s..200m")
    expect(wide[0] == "60s" && wide[100] == "200m" && wide.count == 101, "\(wide)")
    expect(wide[50], equals: "14.1m")
    try await expect(steps("\(Self.offline)=1m..3m")[50], equals: "2m")
    try await expect(steps("\(Self.offline)=1m..3m:log")[50], equals: "1.73m")
    try await expect(steps("provider.link.loss=0%..4%")[25], equals: "1%")
    try await expect(steps("workload.arrivals.poisson.rate=1/d..3/d")[50], equals: "2/d")
    try await expect(
      steps("strategies.gap-recovery.repeat_limit=1..5"), equals: ["1", "2", "3", "4", "5"])
  }

  @Test("A pin starts at the scenario's value; a key that the scenario lacks has none")
  func start() async throws {
    let found = try await pins(["\(Self.offline)=5m..35m", "provider.link.loss=0%..4%"])
    expect(found[0]["start"]?.scalarText, equals: "20m")
    expect(found[0]["position"]?.scalarText, equals: "50")
    expect(found[1]["start"]?.scalarText, equals: "")
  }

  @Test("Without pins there are the usual keys that the scenario has, with its value in the range")
  func usual() async throws {
    let loss = "provider: {link: {loss: 0.02}}\n"
    _ = try folder.write("s.yml", ScenarioText.frame + Self.strategies + loss)
    let found = try await pins([]).compactMap { $0["pin"]?.scalarText }
    expect(
      found,
      equals: [
        "\(Self.offline)=5m..1.33h", "network.online.exponential.mean=1.5h..1d",
        "network.offline.weibull.shape=0.45..0.9", "workload.arrivals.poisson.rate=10/d..160/d",
        "provider.link.loss=0%..0.02",
      ])
  }
}
