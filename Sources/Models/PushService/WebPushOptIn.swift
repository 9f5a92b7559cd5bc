public import DeliverySim

/// The users who get notifications of a web app at all (model.md R3.10): since iOS 16.4 it must
/// be on the home screen, and the user must have allowed notifications. The two shares multiply.
///
/// Source: WebKit, "Web Push for Web Apps on iOS and iPadOS"; nobody publishes shares.
public struct WebPushOptIn: Sendable {
  /// Has put the web app on the home screen.
  public var homeScreen: Probability
  /// The share of those that let it ask and allowed notifications.
  public var allowed: Probability

  public init(homeScreen: Probability = .one, allowed: Probability = .one) {
    (self.homeScreen, self.allowed) = (homeScreen, allowed)
  }
}

extension PushService {
  /// Nil where everybody has a token.
  var optInInForce: WebPushOptIn? { reads(.optIn) ? optIn : nil }

  /// Nil: the browser revokes no permission.
  package var webSilentMaxInForce: Int? { reads(.webSilentMax) ? webSilentMax : nil }
}

extension WebPushOptIn {
  /// The user has gone all the way to a token. A larger share keeps those who were in it.
  func hasOptedIn(_ turn: borrowing Turn) -> Bool {
    turn.happens(.homeScreen, homeScreen) && turn.happens(.permission, allowed)
  }
}
