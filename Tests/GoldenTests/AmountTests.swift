import Files
import Fit
import Results
import Scenarios
import Search
import TestSupport
import Testing

/// One grammar of numbers with units, wherever such a number can be written.
@Suite struct AmountTests {
  /// The value of a text as an amount of each kind; others are none.
  private static let texts: [(text: String, values: [Amount: Double])] = [
    ("0.002", [.number: 0.002, .ratio: 0.002, .share: 0.002, .points: 0.002, .seconds: 0.002]),
    ("0.2%", [.ratio: 0.002, .share: 0.002, .points: 0.002]),
    ("0.2 %", [.ratio: 0.002, .share: 0.002, .points: 0.002]),
    ("0.2pp", [.points: 0.002]), ("0.2 pp", [.points: 0.002]),
    ("83 %", [.ratio: 0.83, .share: 0.83, .points: 0.83]),
    ("90s", [.seconds: 90, .time: 90]), ("1h30m", [.seconds: 5400, .time: 5400]),
    ("6 h", [.seconds: 21_600, .time: 21_600]), ("40/d", [.rate: 40.0 / 86_400]),
    ("20 / min", [.rate: 1.0 / 3]), ("many", [:]), ("0.2 ppm", [:]), ("0.2%pp", [:]), ("pp", [:]),
    ("5 apples", [:]), ("1  %", [:]), ("", [:]), ("1 h30", [:]),
  ]

  @Test("Each kind reads its texts, and no others") func kinds() {
    for (text, values) in Self.texts {
      for amount in Amount.allCases {
        expect(amount.value(text), equals: values[amount], "\(text) as \(amount)")
      }
      expect(Amount.isOne(text), equals: !values.isEmpty)
    }
  }

  // MARK: Places

  /// Where an amount can be written; nil: it is taken, and its value is looked at elsewhere.
  private typealias Place = (name: String, amount: Amount, read: (String) throws -> Double?)

  private static let share = "gap-recovery.deliverability"
  private static let pushes = "gap-recovery.pushes_per_notification"

  private var places: [Place] {
    [
      ("a share", .share, { try key("provider.link.loss", $0, .share) }),
      ("a time", .time, { try key("warmup", $0, .time) }),
      ("a rate", .rate, { try key("workload.arrivals.poisson.rate", $0, .rate) }),
      ("a number", .number, { try key("network.offline.weibull.shape", $0, .number) }),
      ("expect", .share, { try bound("\(Self.share) >= \($0)") }),
      (
        "an offset", .points,
        { try bound("\(Self.share) >= fire-and-forget.deliverability + \($0)") }
      ),
      ("expect of a time", .seconds, { try bound("gap-recovery.latency_p50_s <= \($0)") }),
      ("expect of a number", .ratio, { try bound("\(Self.pushes) <= \($0)") }),
      ("worth", .points, { try best("maximise: deliverability", worth: $0).worth }),
      ("worth of a time", .seconds, { try best("minimise: latency_p50_s", worth: $0).worth }),
      (
        "worth of a number", .number,
        { try best("minimise: pushes_per_notification", worth: $0).worth }
      ),
      ("a limit", .share, { try limit("loss <= \($0)") }),
      ("a limit of a time", .seconds, { try limit("latency_p50_s<=\($0)") }),
      ("a limit of a number", .ratio, { try limit("pushes_per_notification >= \($0)") }),
      ("half_width", .points, { try precision("half_width: \($0)") }),
      ("relative", .share, { try precision("relative: \($0)") }),
      ("--margin", .points, { try margin("deliverability=\($0)") }),
      ("--margin of a time", .seconds, { try margin("latency_p50_s=\($0)") }),
      ("--margin of a number", .number, { try margin("pushes_per_notification=\($0)") }),
      ("--gap", .time, { try fit { try $0.setGap($1) }($0).gap }),
      ("--length", .time, { try fit { try $0.setWindow(from: nil, length: $1) }($0).length }),
      ("a figure", .share, { try figure("deliverability,\($0),0.1").value }),
      ("a figure of a time", .seconds, { try figure("latency_p50_s,\($0),1").value }),
      ("a figure of a number", .ratio, { try figure("pushes_per_notification,\($0),1").value }),
      ("an error", .points, { try figure("deliverability,0.9,\($0)").standardError }),
      ("an error of a time", .seconds, { try figure("latency_p50_s,9,\($0)").standardError }),
    ]
  }

  @Test("Every place takes the texts of its kind with the same meaning, and says what is allowed")
  func everywhere() throws {
    for (name, amount, read) in places {
      for (text, values) in Self.texts {
        // Between the words of a limit any space may stand, and the key takes no smaller number.
        if name.hasPrefix("a limit"), text == "1  %" { continue }
        if name == "a number", let number = values[amount], number < 0.01 { continue }
        // A margin of so many points must say so.
        let wanted = values[amount]
        var found: Double?
        let told = words { found = try read(text) }
        expect(told.isEmpty, equals: wanted != nil, "\(name): \(text): \(told)")
        if let wanted, let found {
          expect(abs(found - wanted) <= 1e-12 * wanted, "\(name): \(text): \(found)")
        } else if wanted == nil {
          expect(told.contains("allowed: "), "\(name): \(text): \(told)")
        }
      }
    }
  }

  @Test("A share where points are meant must say so")
  func refused() {
    expect(words { _ = try margin("deliverability=0.2") }, contains: "did you mean")
    expect(words { _ = try margin("pushes_per_notification=5%") }, contains: "5%rel")
  }

  // MARK: Reading

  private func key(_ path: String, _ text: String, _ amount: Amount) throws -> Double? {
    let resolved = try ScenarioText.read("", "\(path)=\(text.isEmpty ? "''" : text)").resolved
    return try amount.value(unwrap(resolved.value(at: path)?.scalarText))
  }

  private func bound(_ text: String) throws -> Double? {
    try ScenarioText.read("expect: ['\(text)']\n").base.expectations[0].bound
  }

  private func best(
    _ goal: String, worth: String, _ more: String = ""
  ) throws -> Selection {
    let lines = "best: {\(goal), worth: \(worth.isEmpty ? "''" : worth)\(more)}\n"
    return try unwrap(
      ScenarioText.read(lines, "replications={min: 12, max: 40}").base.selection)
  }

  private func limit(_ text: String) throws -> Double? {
    try best("maximise: deliverability", worth: "1%", ", subject_to: ['\(text)']").constraints[0]
      .bound
  }

  private func precision(_ text: String) throws -> Double? {
    let text = text.hasSuffix(" ") ? text + "''" : text
    let until = "{metric: deliverability, \(text)}"
    let read = try ScenarioText.read("replications: {min: 12, max: 40, until: \(until)}\n")
    switch try unwrap(read.base.replications.until).target {
    case .halfWidth(let width): return width
    case .relative(let share): return share
    }
  }

  private func margin(_ text: String) throws -> Double? {
    // Without a unit, so many points would be refused.
    _ = try Margins([text])
    return nil
  }

  private func fit(
    _ set: @escaping (inout FitOptions, String) throws -> Void
  ) -> (String) throws -> FitOptions {
    { text in
      var options = FitOptions()
      try set(&options, text)
      return options
    }
  }

  private func figure(_ row: String) throws -> CalibrationTarget {
    let folder = try LogFolder()
    let file = try folder.write("o.csv", "metric,value,std_error\n\(row)\n")
    return try unwrap(
      Calibration(
        ScenarioText.read(""), .figures(file), unknown: ["network.offline.weibull.scale"],
        strategy: nil, threads: 1
      ).figures.first)
  }
}
