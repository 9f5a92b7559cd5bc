import DeliverySim
import Files
import Foundation
import Statistics

/// Numbers with as many digits as a fit is worth: scenario, replay and table have the same ones.
enum FitNumber {
  /// Rounded to so many significant digits.
  static func rounded(_ value: Double, _ digits: Int) -> Double {
    guard value != 0, value.isFinite else { return value }
    return Double(String(format: "%.\(digits - 1)e", value)) ?? value
  }

  static func text(_ value: Double, _ digits: Int = 4) -> String {
    Units.text(of: rounded(value, digits))
  }

  /// Five digits and whole microseconds.
  static func seconds(_ value: Double) -> Double {
    (rounded(value, 5) * 1e6).rounded() / 1e6
  }

  /// A duration of a scenario: `24631s`, `12.5ms`.
  static func duration(_ seconds: Double) -> String {
    let value = Self.seconds(seconds)
    guard value < 1, value > 0 else { return plain(value) + "s" }
    return value < 1e-3 ? plain(value * 1e6) + "us" : plain(value * 1e3) + "ms"
  }

  /// A rate of a scenario **[1/s]**: `1.566/d`.
  static func rate(_ perSecond: Double) -> String { text(perSecond * 86_400, 5) + "/d" }

  /// Weights of the hours of a week, half a day on each line.
  static func hours(_ weights: [Double]) -> String {
    let lines = stride(from: 0, to: weights.count, by: 12).map { start in
      weights[start..<start + 12].map { text($0, 3) }.joined(separator: ", ")
    }
    return "\n" + lines.joined(separator: ",\n")
  }

  /// The number without an exponent, which durations don't have.
  private static func plain(_ value: Double) -> String {
    let rounded = rounded(value, 9)
    let text = Units.text(of: rounded)
    return text.contains("e") ? String(format: "%.6f", rounded) : text
  }
}

extension SpanLaw {
  /// The law of times that are so much longer.
  func longer(by factor: Double) -> SpanLaw {
    switch self {
    case .exponential(let mean): .exponential(mean: mean * factor)
    case .lognormal(let logMedian, let sigma):
      .lognormal(logMedian: logMedian + log(factor), sigma: sigma)
    case .weibull(let scale, let shape): .weibull(scale: scale * factor, shape: shape)
    case .gamma(let mean, let shape): .gamma(mean: mean * factor, shape: shape)
    case .hyperexponential(let share, let means):
      .hyperexponential(share: share, means: means.map { $0 * factor })
    case .shifted(let by, let law): .shifted(by: by * factor, of: law.longer(by: factor))
    }
  }

  /// The law with the digits of a scenario.
  var written: SpanLaw {
    func shape(_ value: Double) -> Double { FitNumber.rounded(value, 4) }
    switch self {
    case .exponential(let mean): return .exponential(mean: FitNumber.seconds(mean))
    case .lognormal(let logMedian, let sigma):
      return .lognormal(logMedian: log(FitNumber.seconds(exp(logMedian))), sigma: shape(sigma))
    case .weibull(let scale, let k):
      return .weibull(scale: FitNumber.seconds(scale), shape: shape(k))
    case .gamma(let mean, let k): return .gamma(mean: FitNumber.seconds(mean), shape: shape(k))
    case .hyperexponential(let share, let means):
      return .hyperexponential(share: shape(share), means: means.map(FitNumber.seconds))
    case .shifted(let by, let law): return .shifted(by: FitNumber.seconds(by), of: law.written)
    }
  }

  /// The parameters of a law of times, as a scenario writes them.
  var parameters: String { parameters(FitNumber.duration) }

  /// The same of any quantity.
  func parameters(_ amount: (Double) -> String) -> String {
    switch self {
    case .exponential(let mean): return "mean: \(amount(mean))"
    case .lognormal(let logMedian, let sigma):
      return "median: \(amount(exp(logMedian))), sigma: \(FitNumber.text(sigma))"
    case .weibull(let scale, let shape):
      return "scale: \(amount(scale)), shape: \(FitNumber.text(shape))"
    case .gamma(let mean, let shape):
      return "mean: \(amount(mean)), shape: \(FitNumber.text(shape))"
    case .hyperexponential(let share, let means):
      let weights = [share, 1 - share].map { FitNumber.text($0) }.joined(separator: ", ")
      return "weights: [\(weights)], means: [\(means.map(amount).joined(separator: ", "))]"
    case .shifted(let by, let law):
      return "by: \(amount(by)), of: {\(law.name): {\(law.parameters(amount))}}"
    }
  }

  var yaml: String { "{\(name): {\(parameters)}}" }

  func distribution() throws(InvalidDistribution) -> Distribution {
    switch self {
    case .exponential(let mean): try Distribution(.exponential(mean: mean))
    case .lognormal(let logMedian, let sigma):
      try Distribution(.lognormal(logMedian: logMedian, sigma: sigma))
    case .weibull(let scale, let shape): try Distribution(.weibull(scale: scale, shape: shape))
    case .gamma(let mean, let shape): try Distribution(.gamma(mean: mean, shape: shape))
    case .hyperexponential(let share, let means):
      try Distribution(.hyperexponential(weights: [share, 1 - share], means: means))
    case .shifted(let by, let law):
      try Distribution(.shifted(by: by, of: law.distribution()))
    }
  }

  /// Whether a scenario can have this law of times: positive durations and a finite mean.
  var isPossible: Bool {
    let durationMax = Double(Units.durationMax) / 1e6
    let spans: [Double]
    switch written {
    case .exponential(let mean), .gamma(let mean, _): spans = [mean]
    case .lognormal(let logMedian, _): spans = [exp(logMedian)]
    case .weibull(let scale, _): spans = [scale]
    case .hyperexponential(_, let means): spans = means
    case .shifted(let by, let law):
      guard law.isPossible else { return false }
      spans = [by]
    }
    guard spans.allSatisfy({ $0 >= 1e-6 && $0 <= durationMax }), written.mean <= durationMax else {
      return false
    }
    return (try? written.distribution()) != nil
  }
}
