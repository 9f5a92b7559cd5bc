/// The test whether two shares of loss are alike.
enum LossDifference {
  /// Shares that differ by less are alike: a tenth, or so many points.
  static let (partMax, shareMax) = (0.1, 0.0005)

  static func matters(_ share: Double, from other: Double) -> Bool {
    abs(share - other) > shareMax && abs(share - other) > partMax * other
  }
}
