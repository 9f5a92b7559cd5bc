// Goals, in order: an unbiased split in which chance of single devices is never taken for what they
// share; integers up to the last step, so that the order of devices does not matter.
//
// Source: the one-way random effects model, with replications as groups: S. R. Searle, G. Casella
// and C. E. McCulloch, "Variance Components" (1992), chapter 3.

/// Splits the variance of a ratio over replications into what the devices of a replication share (a
/// regional outage hits all) and what is each one's own.
public struct VarianceSplit: Sendable, Equatable {
  /// The sums over the devices of one replication: of numerators x and denominators y, of their
  /// squares and of their products.
  public struct Sums: Sendable {
    /// `xx` and `yy` are sums of squares, and `xy` is the sum of products.
    public let x, y, xx, xy, yy: Double

    /// - Parameters: as the properties; a sum of squares of n devices is at least the square of the
    ///   sum divided by n.
    public init(x: Double, y: Double, xx: Double, xy: Double, yy: Double) {
      (self.x, self.y, self.xx, self.xy, self.yy) = (x, y, xx, xy, yy)
    }
  }

  /// The estimated part of the variance that devices share, in 0 ... 1.
  public let sharedShare: Double
  /// The part that they share at least, with the confidence asked for, in 0 ... 1.
  public let sharedShareMin: Double

  /// e = x - R·y of each device has a variance W within replications. If devices shared nothing,
  /// the sum of e over D of them had the variance D·W; what it has beyond that is shared. The lower
  /// end takes the variance over replications for a scaled chi-square with n - 1 degrees of
  /// freedom, and D·W, which rests on all devices, for known.
  ///
  /// - Parameters:
  ///   - replications: at least 2.
  ///   - devices: D, in each of them, at least 2.
  ///   - confidence: of the lower end, one-sided, in (0, 1).
  /// - Returns: nil when nothing varies, or Σy = 0.
  public init?(_ replications: [Sums], devices: Int, confidence: Double) {
    precondition(replications.count >= 2 && devices >= 2, "a variance needs two at least")
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    let total = replications.reduce(0) { $0 + $1.y }
    guard total > 0 else { return nil }
    let ratio = replications.reduce(0) { $0 + $1.x } / total
    let (n, count) = (Double(replications.count), Double(devices))
    var (between, within) = (0.0, 0.0)
    for sums in replications {
      let deviation = sums.x - ratio * sums.y
      let squares = sums.xx - 2 * ratio * sums.xy + ratio * ratio * sums.yy
      between += deviation * deviation / (n - 1)
      within += max(0, squares - deviation * deviation / count) / (count - 1) / n
    }
    guard between > 0 else { return nil }
    let own = count * within / between
    sharedShare = max(0, 1 - own)
    let spread = ChiSquare.quantile(confidence, degreesOfFreedom: n - 1) / (n - 1)
    sharedShareMin = max(0, 1 - own * spread)
  }

  /// The variance would be so many times smaller with `factor` times fewer devices in as many times
  /// more replications: 1/(s/factor + 1 - s), with s the shared part.
  ///
  /// - Parameter factor: at least 1.
  public func gain(dividingDevicesBy factor: Double) -> Double {
    precondition(factor >= 1, "devices become fewer")
    return 1 / (sharedShare / factor + 1 - sharedShare)
  }
}
