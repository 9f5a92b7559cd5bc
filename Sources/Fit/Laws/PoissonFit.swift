import Foundation
import Statistics

/// A Poisson process: one rate or a gamma law of rates over devices, flat or weekly.
struct PoissonFit {
  /// Mean over devices **[1/s]**.
  let rate: Double
  /// The shape of the gamma law; nil: one rate for all.
  let shape: Double?
  let weekly: WeeklyShape?
}

extension PoissonFit {
  /// The maximum of the likelihood, with the digits that a scenario gets.
  init(_ log: ArrivalLog, shape: Double?, weekly: WeeklyShape?) {
    self.weekly = weekly
    self.shape = shape.map { FitNumber.rounded($0, 4) }
    let exposure = Self.exposure(log, weekly)
    let mean = Double(log.messageCount) / Double(log.streams.count) / exposure
    rate = FitNumber.rounded(mean * 86_400, 5) / 86_400
  }

  /// The window's length at weight 1 **[s]**.
  func exposure(_ log: ArrivalLog) -> Double { Self.exposure(log, weekly) }

  private static func exposure(_ log: ArrivalLog, _ weekly: WeeklyShape?) -> Double {
    weekly?.integral(log.window.length) ?? log.window.length
  }

  var parameterCount: Int { 1 + (shape == nil ? 0 : 1) + (weekly == nil ? 0 : 167) }

  /// The rate's text in a scenario.
  var rateText: String {
    let mean = FitNumber.rate(rate)
    return shape.map { "{gamma: {mean: \(mean), shape: \(FitNumber.text($0))}}" } ?? mean
  }

  /// The logarithm of the density of all message times.
  func logLikelihood(_ log: ArrivalLog) -> Double {
    let exposure = exposure(log)
    return log.streams.reduce(0) { sum, stream in
      let count = Double(stream.count)
      let flat =
        shape.map {
          GammaRates.logLikelihood(
            count: stream.count, exposure: exposure, mean: rate, shape: $0)
        } ?? count * Foundation.log(rate) - rate * exposure
      let hours = weekly.map { weekly in
        stream.reduce(0) { $0 + Foundation.log(weekly.weight($1)) }
      }
      return sum + flat + (hours ?? 0)
    }
  }

  func residuals(_ log: ArrivalLog) -> Residuals {
    var residuals = Residuals()
    func clock(_ time: Double) -> Double { weekly?.integral(time) ?? time }
    for stream in log.streams {
      var last = clock(stream[0])
      for (count, time) in stream.enumerated().dropFirst() {
        let now = clock(time)
        residuals.add(span(from: last, to: now, after: count))
        last = now
      }
      residuals.carry(span(from: last, to: clock(log.window.length), after: stream.count))
    }
    return residuals
  }

  /// The expected number of messages after the device has had `count`: with rates that differ, its
  /// own rate is the better known the longer it is watched.
  private func span(from start: Double, to end: Double, after count: Int) -> Double {
    guard let shape else { return rate * (end - start) }
    let prior = shape / rate
    return (shape + Double(count)) * log((prior + end) / (prior + start))
  }
}
