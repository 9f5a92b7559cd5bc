import Foundation
import Statistics

/// The burst law: how long between bursts, how many messages, how far apart.
package struct BurstFit: Sendable {
  package let split: BurstSplit
  package let between: FittedSpan
  package let size: FittedSize
  package let within: FittedSpan
  /// The pace at which the time between bursts is used up; nil: that of the clock.
  package let pace: WeeklyShape?
}

extension BurstFit {
  /// Fewer gaps of a kind are no basis for a law.
  private static let gapsMin = 5

  /// - Returns: nil when there are fewer than five gaps of either kind, or none that a law fits.
  ///
  /// - Parameter pace: The pace of the time between bursts.
  init?(_ split: BurstSplit, _ log: ArrivalLog, pace: WeeklyShape? = nil) {
    guard split.within.count >= Self.gapsMin, split.between.count >= Self.gapsMin,
      let between = FittedSpan(split.between(log.streams, at: pace)),
      let within = FittedSpan(split.within, mayBeShifted: true)
    else { return nil }
    self.split = split
    self.between = between
    self.within = within
    self.pace = pace
    size = FittedSize(split.sizes)
  }

  /// More than this is a difference between the rates of the law and of the log.
  private static let rateDifferenceMax = 0.01

  /// The law with more or less time between bursts, so that its rate is the log's: gaps that the
  /// window cuts off, and quiet devices, leave the law too few long gaps.
  ///
  /// - Parameters:
  ///   - rate: The rate of the log.
  ///   - log: The log that was fitted.
  /// - Returns: The law as it is where the rates agree, or cannot be made to.
  func scaled(toRatePerDay rate: Double, _ log: ArrivalLog) -> BurstFit {
    guard abs(ratePerDay / rate - 1) > Self.rateDifferenceMax else { return self }
    let wanted = 86_400 * meanSize / rate - (meanSize - 1) * meanWithin * paceInside
    guard wanted > 0 else { return self }
    // They are computed again and not kept: a large log has millions.
    let gaps = split.between(log.streams, at: pace).filter { $0 > 0 }
    guard let between = between.longer(by: wanted / meanBetween, gaps) else { return self }
    return BurstFit(split: split, between: between, size: size, within: within, pace: pace)
  }

  /// Whether the gaps have densities, so that the likelihood means something.
  var hasDensity: Bool { between.law != nil && within.law != nil }

  var parameterCount: Int {
    between.parameterCount + size.parameterCount + within.parameterCount
      + (pace.map { $0.cells - 1 } ?? 0)
  }

  package var yaml: String {
    let hours = pace.map { ", hours: [\(FitNumber.hours($0.hours))]" } ?? ""
    return "{bursts: {between: \(between.yaml), size: \(size.yaml), "
      + "within: \(within.yaml)\(hours)}}"
  }

  /// The probabilities that a burst goes on, for each place in it, from 1: P(X > n) / P(X ≥ n).
  private func continuations() -> [Double] {
    (0...split.sizes.units.count).map { place in
      let reached = size.survival(place - 1)
      return reached > 0 ? min(1, size.survival(place) / reached) : 0
    }
  }

  /// The time between two moments of the window, at the pace of the time between bursts **[s]**.
  private func gap(from last: Double, to time: Double) -> Double {
    pace.map { $0.integral(time) - $0.integral(last) } ?? time - last
  }

  /// The logarithm of the density of all message times, where the threshold tells which place in a
  /// burst a message has.
  func logLikelihood(_ log: ArrivalLog) -> Double {
    let (goesOn, resolution) = (continuations(), split.resolution)
    return log.streams.reduce(0) { total, stream in
      let start = stream[0]
      // A window starts between bursts: what is left of a gap has density P(X > x) / E[X].
      let opening = between.survival(gap(from: 0, to: start)) * weight(start) / meanBetween
      var sum = Foundation.log(opening)
      var (place, last) = (1, start)
      for time in stream.dropFirst() {
        let inner = goesOn[place] * within.density(time - last, resolution: resolution)
        let outer = between.density(gap(from: last, to: time), resolution: resolution)
        sum += Foundation.log(inner + (1 - goesOn[place]) * outer * weight(time))
        place = time - last > split.threshold ? 1 : place + 1
        last = time
      }
      return total + sum + Foundation.log(survival(last, log.window.length, goesOn[place]))
    }
  }

  private func weight(_ time: Double) -> Double { pace?.weight(time) ?? 1 }

  func residuals(_ log: ArrivalLog) -> Residuals {
    let goesOn = continuations()
    var residuals = Residuals()
    for stream in log.streams {
      var (place, last) = (1, stream[0])
      for time in stream.dropFirst() {
        residuals.add(hazard(last, time, goesOn[place]))
        place = time - last > split.threshold ? 1 : place + 1
        last = time
      }
      residuals.carry(hazard(last, log.window.length, goesOn[place]))
    }
    return residuals
  }

  /// Messages of one device per day: sizes as they are rounded, over the cycle of a burst.
  var ratePerDay: Double {
    86_400 * meanSize / (meanBetween + (meanSize - 1) * meanWithin * paceInside)
  }

  private var meanBetween: Double {
    (1 - between.zeroShare) * (between.law?.mean ?? between.mean * between.factor)
  }

  /// While a burst lasts, so much of the time at pace 1 goes by in a second.
  private var paceInside: Double { pace?.weightOfEvents ?? 1 }

  private var meanSize: Double { size.law?.mean ?? Double(size.constant ?? 1) }

  private var meanWithin: Double {
    (1 - within.zeroShare) * (within.law?.mean ?? within.mean)
  }

  private func survival(_ last: Double, _ time: Double, _ goesOn: Double) -> Double {
    goesOn * within.survival(time - last)
      + (1 - goesOn) * between.survival(gap(from: last, to: time))
  }

  /// -ln P(gap > x), at most 700.
  private func hazard(_ last: Double, _ time: Double, _ goesOn: Double) -> Double {
    min(700, -log(max(survival(last, time, goesOn), .leastNormalMagnitude)))
  }
}
