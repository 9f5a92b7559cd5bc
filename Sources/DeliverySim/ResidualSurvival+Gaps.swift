import Foundation

extension ResidualSurvival {
  /// The mean of (1 - A) · S(x) over a random span x: 1 - E[min(D, x)] / E[D], with D a down span
  /// that does not depend on x.
  ///
  /// E[min(D, x)] is the integral of the product of both survival functions, each of which is the
  /// slope of a limited mean; taken over cells of a 256th of an octave it is wrong by about a
  /// millionth.
  ///
  /// - Parameters:
  ///   - process: Its spans are in seconds.
  ///   - gap: The law of x [s]; its mean is finite.
  public static func mean(_ process: OnOffProcess, overGap gap: Distribution) -> Double {
    let (down, other) = (LimitedMean(process.down), LimitedMean(gap))
    let shorter = min(process.down.mean, gap.mean)
    guard shorter > 0 else { return 1 - process.upShare }
    var (integral, start, last) = (0.0, 0.0, (down: 0.0, other: 0.0))
    for cell in 0...cells {
      let end = shorter * exp2(Double(cell) / 256 - Double(octavesBelow))
      let next = (down: down(end), other: other(end))
      integral += (next.down - last.down) * (next.other - last.other) / (end - start)
      (start, last) = (end, next)
    }
    return (1 - process.upShare) * (1 - integral / process.down.mean)
  }

  /// Below the shorter mean, and from there on up: beyond it hardly anything of the shorter one is
  /// left.
  private static var octavesBelow: Int { 24 }
  private static var cells: Int { 256 * (octavesBelow + 24) }
}
