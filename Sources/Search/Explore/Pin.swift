import Files
import Scenarios

/// A number that the page of `explore` can move: a slider.
struct Pin {
  private let range: VariedRange
  /// The text that gives it again: `PATH=A..B`.
  private let text: String
  /// The values of the slider, and how they are written.
  private let steps: [(number: Double, text: String)]
  /// The scenario's value as it writes it; empty: it has none.
  private let start: String

  static let option = "--pin"
  private static let stepsMax = 100

  /// - Parameters:
  ///   - text: `PATH=A..B`, whose ends stay as they are written.
  ///   - varied: The number that the path leads to; in another scenario, where this one has nothing
  ///     there.
  /// - Throws: `InputError` (64) for what is no range of such numbers.
  init(_ text: VariedRange.Text, _ varied: Varied, isOwn: Bool = true) throws(InputError) {
    let range = try VariedRange(text, varied, option: Self.option)
    var steps = [(number: range.low, text: text.low)]
    for place in 1..<Self.stepsMax {
      let number = range.value(at: Double(place) / Double(Self.stepsMax))
      let text = varied.short(range.cell(number))
      guard number > steps[steps.count - 1].number, number < range.high,
        text != steps[steps.count - 1].text
      else { continue }
      steps.append((number, text))
    }
    self.steps = steps + [(range.high, text.high)]
    (self.range, self.text, start) = (range, text.text, isOwn ? varied.text : "")
  }

  /// The node for the page.
  var node: ConfigNode {
    .map([
      ("key", .text(range.varied.path)), ("pin", .text(text)), ("start", .text(start)),
      ("steps", .list(steps.map { .text($0.text) })), ("position", .integer(position)),
    ])
  }

  /// The step that is nearest to the scenario's value.
  private var position: Int {
    guard !start.isEmpty else { return 0 }
    let distance = { (place: Int) in abs(range.cell(steps[place].number) - range.varied.value) }
    return steps.indices.min { distance($0) < distance($1) } ?? 0
  }
}

extension Pin {
  /// The keys to take where none is named: those of the experiment what-matters, by their share of
  /// the variance of the difference; the same thing by other laws follows each. Nil: from a quarter
  /// of the scenario's value to four times that.
  private static let usual: [(path: String, ends: (low: String, high: String)?)] = [
    ("network.offline.weibull.scale", nil),
    ("network.offline.exponential.mean", nil),
    ("network.offline.lognormal.median", nil),
    ("network.online.exponential.mean", nil),
    ("network.online.weibull.scale", nil),
    ("network.online.lognormal.median", nil),
    ("network.offline.weibull.shape", ("0.45", "0.9")),
    ("network.offline.lognormal.sigma", ("0.5", "2")),
    ("workload.arrivals.bursts.size.geometric.mean", ("1.5", "6")),
    ("workload.arrivals.bursts.between.lognormal.median", nil),
    ("workload.arrivals.bursts.between.exponential.mean", nil),
    ("workload.arrivals.poisson.rate", nil),
    ("provider.resend.failure", ("0%", "10%")),
    ("provider.link.loss", ("0%", "1%")),
    ("push_service.half_open.detect.uniform.max", ("1m", "30m")),
    ("push_service.latency.lognormal.mean", nil),
  ]
  private static let usualMax = 5

  /// The first few of the usual keys that the scenario has.
  ///
  /// - Throws: `InputError` (64) where it has none.
  static func usual(_ resolved: ConfigNode) throws(InputError) -> [Pin] {
    let pins = usual.compactMap { path, ends -> Pin? in
      guard let varied = try? Varied(path, in: resolved) else { return nil }
      let wide = ends ?? (varied.short(varied.value / 4), varied.short(varied.value * 4))
      return try? Pin(VariedRange.Text(including(varied, wide), option: option), varied)
    }
    guard !pins.isEmpty else {
      throw InputError(
        ExitCode.usage,
        "the scenario has none of the usual keys: name one with --pin PATH=A..B")
    }
    return Array(pins.prefix(usualMax))
  }

  /// A range, widened to have the scenario's value in it.
  private static func including(_ varied: Varied, _ ends: (low: String, high: String)) -> String {
    let texts = [ends.low, varied.text, ends.high]
    let sorted = texts.sorted { varied.number($0) ?? 0 < varied.number($1) ?? 0 }
    return "\(varied.path)=\(sorted[0])..\(sorted[2])"
  }
}
