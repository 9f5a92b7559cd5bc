import DeliverySim
import Foundation
import TestSupport

extension CoverageTable {
  // MARK: With controls

  static let controlled: [CoverageCase] =
    [20, 40, 100].flatMap { n in
      [normal(controls: 1, .fixed(n)), normal(controls: 4, .fixed(n))]
    } + [
      normal(controls: 2, .until(halfWidth: 0.12)), pairedControls(.fixed(40)),
      skewedRest(.fixed(40)), skewedRest(.until(halfWidth: 0.12)), skewedControl(.fixed(40)),
      varyingDenominatorsWithControl,
    ]

  /// The controls explain nine tenths of the variance and more.
  private static func normal(controls: Int, _ size: CoverageCase.Size) -> CoverageCase {
    CoverageCase(
      name: "normal, controls: \(controls)", truth: 10, size: size, claim: .normalLike
    ) { draws in
      let values = (0..<controls).map { _ in draws.normal() }
      let rest = draws.normal()
      return Observation(x: 10 + rest + 3 * values.reduce(0, +), controls: values)
    }
  }

  private static func pairedControls(_ size: CoverageCase.Size) -> CoverageCase {
    CoverageCase(
      name: "difference, controls of both", truth: 1, size: size, claim: .normalLike,
      isPaired: true
    ) { draws in
      let values = (0..<4).map { _ in draws.normal() }
      return Observation(
        x: 11 + 3 * values[0] + values[1] + draws.normal(),
        otherX: 10 + 3 * values[0] + values[2] - values[3] + draws.normal(), controls: values)
    }
  }

  /// A case where the controls leave a skewed rest.
  private static func skewedRest(_ size: CoverageCase.Size) -> CoverageCase {
    let rest = law(.lognormal(logMedian: -0.125, sigma: 0.5))
    return CoverageCase(
      name: "lognormal 0.5 and a control", truth: 1, size: size, claim: .skewed
    ) { draws in
      let control = draws.normal()
      return Observation(x: rest.sample(&draws) + 2 * control, controls: [control])
    }
  }

  /// The control is skewed, what it leaves is not.
  private static func skewedControl(_ size: CoverageCase.Size) -> CoverageCase {
    let law = law(.exponential(mean: 1))
    return CoverageCase(
      name: "normal and an exponential control", truth: 5, size: size, claim: .normalLike
    ) { draws in
      let control = law.sample(&draws) - 1
      return Observation(x: 5 + 3 * control + draws.normal(), controls: [control])
    }
  }

  private static let varyingDenominatorsWithControl = CoverageCase(
    name: "ratio, denominators 500-1500, control", truth: 0.9, size: .fixed(40), claim: .normalLike
  ) { draws in
    let y = 500 + 1000 * draws.uniform()
    let control = draws.normal()
    return Observation(
      x: y * 0.9 + 20 * control + 5 * draws.normal(), y: y, controls: [control])
  }
}
