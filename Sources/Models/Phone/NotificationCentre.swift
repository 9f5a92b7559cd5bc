import DeliverySim

/// The notification centre's treatment of a second notification (model.md R6.1).
public struct NotificationCentre: Sendable {
  /// The grouping of an app's notifications (R4.2).
  public enum Grouping: String, Sendable, CaseIterable {
    case off
    case byApp = "by-app"
    /// Those of a thread; where messages lie in none, as ``byApp``.
    case automatic
  }

  /// A replacement alerts the user again.
  public var alertsAgainOnCollapse: Bool
  /// The grouping of notifications that lie on one another: a look finds the newest, and they are
  /// dismissed together.
  public var grouping: Grouping
  /// A look does not find the content, which is seen in the app only.
  public var hidesPreviews: Bool
  /// Whether previews are hidden: neither a title nor a text of the app's own says what has come,
  /// so that nobody knows of the message before its content is seen (R12.8).
  public var hidesTitles = false
  /// Pushes carry how many messages there are, and the number is shown on the app's icon (R6.4).
  public var hasBadge = false
  /// There is none: an alert is a dialog on the screen, which the next one replaces, and which is
  /// gone after a look (before iOS 5, R12.5).
  public var isDialog = false

  public init(
    alertsAgainOnCollapse: Bool = true, grouping: Grouping = .off, hidesPreviews: Bool = false
  ) {
    self.alertsAgainOnCollapse = alertsAgainOnCollapse
    self.grouping = grouping
    self.hidesPreviews = hidesPreviews
  }
}
