import Foundation
import Statistics
import TestSupport
import Testing

/// Refits of simulated samples scatter as the covariance from one sample says, to 15 %; by day,
/// when there are fewer, to 45 %.
///
/// False alarms: an entry of the covariance of R refits has an error of at most √(2/R) of its size,
/// 2.7 % with 2,700 refits, so that 15 % are 5.5 errors: 4e-8 for each of 34 entries, about 1e-6 in
/// all. By day, 45 % are as many errors of 300 refits.
@Suite("Refits of samples scatter as their covariance says")
struct RefitTests {
  private static let refits = isNightly ? 2700 : 300
  private static let margin = isNightly ? 0.15 : 0.45
  /// So many samples tell the mean of what they say of themselves.
  private static let reports = 200

  private typealias Estimate = (coordinates: [Double], covariance: () -> [[Double]]?)

  private func check(
    _ name: String, _ seed: UInt64, _ estimate: (inout SplitMix64) throws -> Estimate?
  ) throws {
    var random = SplitMix64(state: seed)
    let fits = try (0..<Self.refits).compactMap { _ in try estimate(&random) }
    // The simplex may give up; rarely.
    expect(fits.count * 100 >= Self.refits * 99, "\(name): \(fits.count) fits")
    let said = try fits.prefix(Self.reports).map { try unwrap($0.covariance()) }
    let places = fits[0].coordinates.indices
    let means = places.map { place in
      fits.reduce(0) { $0 + $1.coordinates[place] } / Double(fits.count)
    }
    func stated(_ row: Int, _ column: Int) -> Double {
      said.reduce(0) { $0 + $1[row][column] } / Double(said.count)
    }
    for (row, column) in places.flatMap({ row in (0...row).map { (row, $0) } }) {
      let sum = fits.reduce(0) { sum, fit in
        sum + (fit.coordinates[row] - means[row]) * (fit.coordinates[column] - means[column])
      }
      let size = (stated(row, row) * stated(column, column)).squareRoot()
      let difference = (sum / Double(fits.count - 1) - stated(row, column)) / size
      print("\(name) [\(row), \(column)]: refits differ by \(100 * difference) %")
      expect(abs(difference) < Self.margin, "\(name) [\(row), \(column)]: \(difference)")
    }
  }

  private func spans(
    _ name: String, _ count: Int, _ random: inout SplitMix64,
    _ draw: (inout SplitMix64) -> Double
  ) throws -> Estimate {
    let values = (0..<count).map { _ in draw(&random) }.sorted()
    let law = try unwrap(SpanLaw.fits(values, only: name))
    return (law.coordinates, { law.covariance(values) })
  }

  private func counts(
    _ name: String, _ random: inout SplitMix64, _ draw: (inout SplitMix64) -> Double
  ) -> Estimate? {
    var counts = CountDistribution()
    for _ in 0..<400 { counts.add(value: max(1, Int(draw(&random).rounded()))) }
    let law = CountLaw.fits(counts).first { $0.name == name }
    return law.map { law in (law.coordinates, { law.covariance(counts) }) }
  }

  @Test func exponential() throws {
    try check("exponential", 41) { random in
      try spans("exponential", 200, &random) { -300 * log($0.uniform()) }
    }
  }

  @Test func lognormal() throws {
    try check("lognormal", 42) { random in
      try spans("lognormal", 200, &random) { exp(8 + 1.7 * $0.normal()) }
    }
  }

  @Test func weibull() throws {
    try check("weibull", 43) { random in
      try spans("weibull", 200, &random) { 264 * pow(-log($0.uniform()), 1 / 0.73) }
    }
  }

  @Test func gamma() throws {
    try check("gamma", 44) { random in
      try spans("gamma", 200, &random) { -50 * log($0.uniform() * $0.uniform()) }
    }
  }

  @Test(.enabled(if: isNightly)) func hyperexponential() throws {
    try check("hyperexponential", 45) { random in
      try spans("hyperexponential", 1000, &random) {
        -($0.uniform() < 0.4 ? 60 : 3000) * log($0.uniform())
      }
    }
  }

  /// Laws that get the sample's mean: a lognormal law does not have it by itself, and its sigma
  /// moves the median along.
  @Test func scaledLognormal() throws {
    try check("scaled lognormal", 50) { random in
      try scaled("lognormal", &random) { exp(8 + 0.7 * $0.normal()) }
    }
  }

  @Test func scaledWeibull() throws {
    try check("scaled weibull", 51) { random in
      try scaled("weibull", &random) { 264 * pow(-log($0.uniform()), 1 / 0.73) }
    }
  }

  private func scaled(
    _ name: String, _ random: inout SplitMix64, _ draw: (inout SplitMix64) -> Double
  ) throws -> Estimate {
    let values = (0..<500).map { _ in draw(&random) }.sorted()
    let law = try unwrap(SpanLaw.fits(values, only: name))
    var coordinates = law.coordinates
    coordinates[0] += log(values.reduce(0, +) / 500 / law.mean)
    return (coordinates, { law.scaledCovariance(values) })
  }

  @Test func geometric() throws {
    try check("geometric", 46) { random in
      counts("geometric", &random) { 1 + floor(log($0.uniform()) / log1p(-1 / 2.77)) }
    }
  }

  @Test func roundedLognormal() throws {
    try check("rounded lognormal", 47) { random in
      counts("lognormal", &random) { exp(1 + 0.8 * $0.normal()) }
    }
  }

  @Test func roundedWeibull() throws {
    try check("rounded weibull", 48) { random in
      counts("weibull", &random) { 4 * pow(-log($0.uniform()), 1 / 1.2) }
    }
  }

  /// Messages of 200 devices whose rates follow a gamma law of shape 2 (a sum of two exponential
  /// variates) with a mean of 10 in the window.
  @Test func gammaRates() throws {
    try check("gamma rates", 49) { random in
      let counts = (0..<200).map { _ in
        let rate = -5 * log(random.uniform() * random.uniform())
        var (messages, time) = (0, -log(random.uniform()))
        while time < rate {
          messages += 1
          time -= log(random.uniform())
        }
        return messages
      }
      let shape = try unwrap(GammaRates.shape(counts))
      let mean = Double(counts.reduce(0, +)) / 200
      return (
        [log(mean), log(shape)],
        { GammaRates.covariance(counts, exposure: 1, mean: mean, shape: shape) }
      )
    }
  }
}
