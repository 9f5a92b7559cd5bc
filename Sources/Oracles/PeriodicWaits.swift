// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: who arrives at a uniform moment of a gap of length g waits g/2 on average, and g of all
// arrivals per unit of rate fall into it: a gap contributes g²/2. A cycle's gaps divided by its
// length give the mean wait of all (PASTA; S. M. Ross, "Stochastic Processes", chapter 3).

import Foundation

/// Arrivals at a constant rate that wait for doors which open now and then (model.md R11.3, R11.5).
public enum PeriodicWaits {
  /// The mean wait **[s]** for a window that is closed for so long **[s]** in each period **[s]**.
  ///
  /// - Precondition: The gaps fit into the period.
  public static func mean(closed gaps: [Double], period: Double) -> Double {
    precondition(gaps.allSatisfy { $0 >= 0 } && gaps.reduce(0, +) <= period, "gaps of a period")
    return gaps.reduce(0) { $0 + $1 * $1 / 2 } / period
  }

  /// The mean wait **[s]** for Doze's maintenance windows, or the phone's next use, where it is in
  /// use for `used` **[s]** on average and lies unused for exponential times of mean `unused`
  /// **[s]**.
  ///
  /// Doze sets in `after` so long, and windows come after `first`, `first · factor`, ..., at most
  /// `longest`. A gap of length g that begins w after the last use is reached with probability
  /// exp(-w/U), and then lasts min(X, g), where X is exponential again.
  ///
  /// - Precondition: All are above 0, but `after`.
  public static func meanInDoze(
    used: Double, unused: Double, after: Double, first: Double, factor: Double, longest: Double
  ) -> Double {
    precondition(used > 0 && unused > 0 && first > 0 && longest >= first && factor >= 1)
    var (start, gap, sum) = (after, first, 0.0)
    while start < 60 * unused {
      let scaled = gap / unused
      let halfSquare = unused * unused * (1 - exp(-scaled) * (1 + scaled))
      sum += exp(-start / unused) * halfSquare
      start += gap
      gap = min(gap * factor, longest)
    }
    return sum / (used + unused)
  }
}
