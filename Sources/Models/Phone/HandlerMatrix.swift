/// The table of an app's methods that iOS calls about a notification, and when (model.md R4.5).
///
/// A value is an app: the methods that it implements decide which of them are called. Source: the
/// table of the source article; Apple, `UIApplicationDelegate` and
/// `UNUserNotificationCenterDelegate`. A payload that is silent or mixed assumes the app's
/// remote-notifications capability.
public struct HandlerMatrix: Sendable {
  /// The methods that the app implements, whether or not they are called.
  public let implemented: Set<Method>

  /// An app that implements these methods, none or all.
  public init(implementing methods: Set<Method>) {
    implemented = methods
  }
}

extension HandlerMatrix {
  /// An app with the fetch handler and both methods of UserNotifications.
  public static let usual = HandlerMatrix(
    implementing: [.fetchCompletionHandler, .willPresent, .didReceive])
}

// MARK: - Rows and columns

extension HandlerMatrix {
  /// A method that an app may implement, under its name in Swift or what tells it apart.
  public enum Method: String, Sendable, CaseIterable {
    /// `application(_:didReceiveRemoteNotification:)`
    case didReceiveRemoteNotification
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`
    case fetchCompletionHandler
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`
    case willPresent
    /// `userNotificationCenter(_:didReceive:withCompletionHandler:)`
    case didReceive
  }

  /// The state of the app when a notification arrives.
  public enum AppState: String, Sendable, CaseIterable {
    case foreground
    /// Running or suspended.
    case background
    /// Never launched, or ended by the system.
    case notRunning = "not-running"
    /// Ended by the user, in the app switcher.
    case killed
  }

  /// The content of the notification.
  public enum Payload: String, Sendable, CaseIterable {
    /// Something to draw.
    case alert
    /// `content-available` and nothing to draw.
    case silent
    /// `content-available` and something to draw.
    case mixed
  }

  /// The moments at which something happens to the app because of a notification; empty: never.
  public struct Moments: OptionSet, Sendable {
    /// A bit for each moment.
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The moment when the notification arrives.
    public static let arrival = Moments(rawValue: 1)
    /// The moment when the user taps the alert; for ``Method/didReceive`` any action of the user.
    public static let tap = Moments(rawValue: 2)
    /// The moment when the app next enters the foreground.
    public static let nextForeground = Moments(rawValue: 4)
    /// The footnote: where the system declines to launch the app at the arrival, at the next launch
    /// by the user.
    public static let nextLaunchIfDeclined = Moments(rawValue: 8)
  }
}

extension HandlerMatrix.AppState {
  /// Whether there is a process of the app.
  public var isRunning: Bool { self == .foreground || self == .background }
}

extension HandlerMatrix.Payload {
  /// Whether there is something to draw.
  public var hasAlert: Bool { self != .silent }
}

// MARK: - The table

extension HandlerMatrix {
  /// A cell of the table: when an app that implements nothing but this method gets it called.
  public static func calls(_ method: Method, _ state: AppState, _ payload: Payload) -> Moments {
    let (foreground, background, notRunning, killed) = row(method, payload)
    return switch state {
    case .foreground: foreground
    case .background: background
    case .notRunning: notRunning
    case .killed: killed
    }
  }

  /// The order of ``AppState``.
  private typealias Row = (Moments, Moments, Moments, Moments)

  private static func row(_ method: Method, _ payload: Payload) -> Row {
    let never: Moments = []
    return switch (method, payload) {
    case (.didReceiveRemoteNotification, .alert): (.arrival, .tap, never, never)
    case (.didReceiveRemoteNotification, .silent): (.arrival, .arrival, .nextForeground, never)
    case (.didReceiveRemoteNotification, .mixed):
      (.arrival, [.arrival, .tap], .nextForeground, never)
    case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, .tap)
    case (.fetchCompletionHandler, .silent):
      (.arrival, .arrival, [.arrival, .nextLaunchIfDeclined], never)
    case (.fetchCompletionHandler, .mixed):
      (.arrival, [.arrival, .tap], [.arrival, .tap, .nextLaunchIfDeclined], .tap)
    case (.willPresent, .alert), (.willPresent, .mixed): (.arrival, never, never, never)
    case (.didReceive, .alert), (.didReceive, .mixed): (.tap, .tap, .tap, .tap)
    case (.willPresent, .silent), (.didReceive, .silent): (never, never, never, never)
    }
  }
}

// MARK: - An app

extension HandlerMatrix {
  /// When this app gets a method called: its cell of the table, less what its other methods take
  /// away.
  public func calls(_ method: Method, _ state: AppState, _ payload: Payload) -> Moments {
    guard implemented.contains(method), !isSilenced(method) else { return [] }
    let cell = Self.calls(method, state, payload)
    // A choice of model.md, since the article is silent: one method gets the tap.
    let isTapTaken = method != .didReceive && implemented.contains(.didReceive)
    return isTapTaken ? cell.subtracting(.tap) : cell
  }

  /// Whether other methods of this app keep the system from ever calling this one: the fetch
  /// handler silences ``Method/didReceiveRemoteNotification``, and so do both methods of
  /// UserNotifications together.
  public func isSilenced(_ method: Method) -> Bool {
    method == .didReceiveRemoteNotification
      && (implemented.contains(.fetchCompletionHandler)
        || implemented.isSuperset(of: [.willPresent, .didReceive]))
  }

  /// Whether the system draws the alert: always when the app is not in the foreground, and there
  /// only if the app has ``Method/willPresent``, which then says yes or no (model.md R4.4).
  public func drawsAlert(_ state: AppState, _ payload: Payload) -> Bool {
    payload.hasAlert && (state != .foreground || implemented.contains(.willPresent))
  }

  /// The moments at which the notification itself launches this app. The launch options of such a
  /// launch carry the notification; those of a launch by the user, later, do not.
  ///
  /// A tap on an alert launches any app that is not running, whatever it implements.
  public func launches(_ state: AppState, _ payload: Payload) -> Moments {
    guard !state.isRunning else { return [] }
    let wakes = Method.allCases.contains { calls($0, state, payload).contains(.arrival) }
    let taps: Moments = payload.hasAlert ? .tap : []
    return wakes ? taps.union(.arrival) : taps
  }
}
