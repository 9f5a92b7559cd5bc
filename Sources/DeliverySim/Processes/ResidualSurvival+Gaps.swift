import Foundation

extension ResidualSurvival {
  /// The mean of (1 - A) · S(x) · w(x) over a random span x, with S(x) = P(R > x) the survival of
  /// the residual life R of a down span D, which does not depend on x.
  ///
  /// With G(r) = E[w(x); x ≤ r] it is (1 - A) · E[G(R)], and the density of R is P(D > r) / E[D]:
  /// so it is the integral of (1 - A) · G(r) · P(D > r) / E[D]. A survival function is the slope of
  /// a limited mean; taken over cells of a 256th of an octave the integral is wrong by about a
  /// millionth.
  ///
  /// - Parameters:
  ///   - process: Its spans are in seconds.
  ///   - gap: The law of x [s]; its mean is finite.
  ///   - weight: w, from 0 to 1, by a span [s].
  public static func mean(
    _ process: OnOffProcess, overGap gap: Distribution,
    counting weight: (Double) -> Double = { _ in 1 }
  ) -> Double {
    let (down, other) = (LimitedMean(process.down), LimitedMean(gap))
    let shorter = min(process.down.mean, gap.mean)
    guard shorter > 0 else { return 1 - process.upShare }
    // The complement of G, so that it loses no digits where nearly all spans are shorter.
    var (integral, start, last) = (0.0, 0.0, (down: 0.0, other: 0.0))
    var (beyond, left) = (1.0, 1.0)
    for cell in 0...cells {
      let end = shorter * exp2(Double(cell) / 256 - Double(octavesBelow))
      let next = (down: down(end), other: other(end))
      let longer = (next.other - last.other) / (end - start)
      left -= weight(start) * (beyond - longer)
      integral += (next.down - last.down) * left
      (start, last, beyond) = (end, next, longer)
      guard longer > nothing, process.down.mean - next.down > nothing * process.down.mean else {
        break
      }
    }
    // From here on G is constant, or no down span is left.
    integral += (process.down.mean - last.down) * left
    return (1 - process.upShare) * (1 - integral / process.down.mean)
  }

  /// Below the shorter mean, and from there on up.
  private static var octavesBelow: Int { 24 }
  private static var cells: Int { 256 * (octavesBelow + 24) }
  private static var nothing: Double { 1e-12 }
}
