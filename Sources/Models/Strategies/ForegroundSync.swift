extension Strategy {
  /// This strategy, with an app that fetches what the user does not have whenever it is opened.
  ///
  /// Only says something where opening the app does not do so anyway (``App/syncsOnOpening``).
  public func fetchingOnOpening() -> Strategy {
    var strategy = self
    strategy.fetchesOnOpening = true
    return strategy
  }
}
