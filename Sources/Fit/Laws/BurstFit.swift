import Foundation
import Statistics

/// The burst law: how long between bursts, how many messages, how far apart.
package struct BurstFit: Sendable {
  package let split: BurstSplit
  package let between: FittedSpan
  package let size: FittedSize
  package let within: FittedSpan
}

extension BurstFit {
  /// Fewer gaps of a kind are no basis for a law.
  private static let gapsMin = 5

  /// - Returns: nil when there are fewer than five gaps of either kind, or none that a law fits.
  init?(_ split: BurstSplit) {
    guard split.within.count >= Self.gapsMin, split.between.count >= Self.gapsMin,
      let between = FittedSpan(split.between),
      let within = FittedSpan(split.within, mayBeShifted: true)
    else { return nil }
    self.split = split
    self.between = between
    self.within = within
    size = FittedSize(split.sizes)
  }

  /// More than this is a difference between the rates of the law and of the log.
  private static let rateDifferenceMax = 0.01

  /// The law with more or less time between bursts, so that its rate is the log's: gaps that the
  /// window cuts off, and quiet devices, leave the law too few long gaps.
  ///
  /// - Returns: The law as it is where the rates agree, or cannot be made to.
  func scaled(toRatePerDay rate: Double) -> BurstFit {
    guard abs(ratePerDay / rate - 1) > Self.rateDifferenceMax else { return self }
    let (size, inner) = (meanSize, meanWithin)
    let wanted = 86_400 * size / rate - (size - 1) * inner
    guard wanted > 0, let between = between.longer(by: wanted / meanBetween, split.between) else {
      return self
    }
    return BurstFit(split: split, between: between, size: self.size, within: within)
  }

  /// Whether the gaps have densities, so that the likelihood means something.
  var hasDensity: Bool { between.law != nil && within.law != nil }

  var parameterCount: Int {
    between.parameterCount + size.parameterCount + within.parameterCount
  }

  package var yaml: String {
    "{bursts: {between: \(between.yaml), size: \(size.yaml), within: \(within.yaml)}}"
  }

  /// For each place in a burst, from 1, the probability that it goes on: P(X > n) / P(X ≥ n).
  private func continuations() -> [Double] {
    (0...split.sizes.units.count).map { place in
      let reached = size.survival(place - 1)
      return reached > 0 ? min(1, size.survival(place) / reached) : 0
    }
  }

  /// The logarithm of the density of all message times, where the threshold tells which place in a
  /// burst a message has.
  func logLikelihood(_ log: ArrivalLog) -> Double {
    let (goesOn, resolution) = (continuations(), split.resolution)
    return log.streams.reduce(0) { total, stream in
      // A window starts between bursts: what is left of a gap has density P(X > x) / E[X].
      var sum = Foundation.log(between.survival(stream[0]) / meanBetween)
      var (place, last) = (1, stream[0])
      for time in stream.dropFirst() {
        let gap = time - last
        let first = goesOn[place] * within.density(gap, resolution: resolution)
        let second = (1 - goesOn[place]) * between.density(gap, resolution: resolution)
        sum += Foundation.log(first + second)
        place = gap > split.threshold ? 1 : place + 1
        last = time
      }
      return total + sum + Foundation.log(survival(log.window.length - last, goesOn[place]))
    }
  }

  func residuals(_ log: ArrivalLog) -> Residuals {
    let goesOn = continuations()
    var residuals = Residuals()
    for stream in log.streams {
      var (place, last) = (1, stream[0])
      for time in stream.dropFirst() {
        let gap = time - last
        residuals.add(hazard(gap, goesOn[place]))
        place = gap > split.threshold ? 1 : place + 1
        last = time
      }
      residuals.carry(hazard(log.window.length - last, goesOn[place]))
    }
    return residuals
  }

  /// Messages of one device per day: sizes as they are rounded, over the cycle of a burst.
  var ratePerDay: Double {
    86_400 * meanSize / (meanBetween + (meanSize - 1) * meanWithin)
  }

  private var meanBetween: Double { between.law?.mean ?? between.mean * between.factor }

  private var meanSize: Double { size.law?.mean ?? Double(size.constant ?? 1) }

  private var meanWithin: Double {
    (1 - within.zeroShare) * (within.law?.mean ?? within.mean)
  }

  private func survival(_ gap: Double, _ goesOn: Double) -> Double {
    goesOn * within.survival(gap) + (1 - goesOn) * between.survival(gap)
  }

  /// -ln P(gap > x), at most 700.
  private func hazard(_ gap: Double, _ goesOn: Double) -> Double {
    min(700, -log(max(survival(gap, goesOn), .leastNormalMagnitude)))
  }
}
