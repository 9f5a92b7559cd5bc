import DeliverySim
import Foundation
import Oracles
import TestSupport

extension OfflineLaw {
  /// The simulator's sampler of the same law: the oracles have none of it.
  var sampled: Distribution {
    switch self {
    case .exponential(let mean): law(.exponential(mean: mean))
    case .constant(let value): law(.constant(value: value))
    case .gamma(let mean, let shape): law(.gamma(mean: mean, shape: shape))
    case .lognormal(let median, let sigma):
      law(.lognormal(logMedian: log(median), sigma: sigma))
    case .weibull(let scale, let shape): law(.weibull(scale: scale, shape: shape))
    case .hyperexponential(let weights, let means):
      law(.hyperexponential(weights: weights, means: means))
    }
  }

  /// The law's name in the table.
  var name: String {
    switch self {
    case .exponential: "exponential"
    case .constant: "constant"
    case .gamma: "gamma"
    case .lognormal: "lognormal"
    case .weibull: "Weibull"
    case .hyperexponential: "hyperexponential"
    }
  }

  /// One of each kind, about 30 min offline on average: of 40 messages a day about one arrives in
  /// such a time, so that none, one and several arrivals in an offline period all happen often.
  static let samples: [OfflineLaw] = [
    .exponential(mean: 1800),
    .constant(value: 2400),
    .gamma(mean: 1800, shape: 0.5),
    .lognormal(median: 1100, sigma: 1),
    .weibull(scale: 1200, shape: 0.6),
    .hyperexponential(weights: [3, 1], means: [500, 5500]),
  ]
}
