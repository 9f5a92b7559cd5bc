/// The colours of charts, whoever draws them. They are Okabe and Ito's, which people with any
/// colour vision tell apart; markers and hatches say the same once more.
package enum Palette {
  /// The baseline of a comparison.
  package static let baseline = "#5a5a5a"

  /// The other strategies by their place; the next one begins again.
  package static let strategies = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
  ]

  /// Verdicts: who is to choose, who is as good, who may be, who is not.
  package static let (chosen, asGood, open, beaten) = ("#1b7837", "#5aae61", "#999999", "#b2182b")

  /// A check cannot tell whether a metric is worse.
  package static let doubtful = "#8c6d00"

  /// The markers, by the place of a strategy, as matplotlib calls them.
  package static let markers = ["o", "s", "^", "D", "v", "P", "X"]
}
