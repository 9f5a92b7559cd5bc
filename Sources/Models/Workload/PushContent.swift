/// The purpose of a push.
public enum PushContent: UInt8, Sendable, CaseIterable {
  /// A message, and perhaps earlier ones.
  case message
  /// Nothing but the queue's last position (model.md R8).
  case heartbeat
  /// Extra traffic (R3.7).
  case badgeUpdate
  case readReceipt
  /// Another service's alert to the same app (R12.4).
  case otherService
}

extension PushContent {
  /// Those whose pushes the server makes besides its messages.
  static let extraTraffic: [PushContent] = [.badgeUpdate, .readReceipt, .otherService]

  /// The name in stories.
  public var name: String {
    switch self {
    case .message: "message"
    case .heartbeat: "heartbeat"
    case .badgeUpdate: "badge-update"
    case .readReceipt: "read-receipt"
    case .otherService: "foreign"
    }
  }
}

/// The type of a push: it decides for which slot the push competes (model.md R3.7).
public enum PushType: String, Sendable, CaseIterable {
  case alert, background, voip

  /// It draws nothing by itself.
  var wakesApp: Bool { self != .alert }
}
