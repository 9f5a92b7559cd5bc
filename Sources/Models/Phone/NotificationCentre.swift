import DeliverySim

/// What the notification centre does with a second notification (model.md R6.1).
public struct NotificationCentre: Sendable {
  /// Which of an app's notifications make a group (R4.2).
  public enum Grouping: String, Sendable, CaseIterable {
    case off
    case byApp = "by-app"
    /// Those of a thread; where messages lie in none, as ``byApp``.
    case automatic
  }

  /// A replacement alerts the user again.
  public var alertsAgainOnCollapse: Bool
  /// Which notifications lie on one another: a look finds the newest, and they are dismissed
  /// together.
  public var grouping: Grouping
  /// A look does not find the content, which is seen in the app only.
  public var hidesPreviews: Bool

  public init(
    alertsAgainOnCollapse: Bool = true, grouping: Grouping = .off, hidesPreviews: Bool = false
  ) {
    self.alertsAgainOnCollapse = alertsAgainOnCollapse
    self.grouping = grouping
    self.hidesPreviews = hidesPreviews
  }
}
