/// These must go the general way, event by event: a device takes the fast one only where no plan
/// of its stations objects.
struct Vetoes: OptionSet {
  let rawValue: UInt8

  /// A new message cannot be taken from the server to the screen at once.
  static let messages = Vetoes(rawValue: 1)
  /// A push without a message cannot be taken to the device at once.
  static let otherPushes = Vetoes(rawValue: 2)
  static let all: Vetoes = [.messages, .otherPushes]
}

/// It tells what a station does, and is compiled once.
protocol StationPlan {
  /// The fast way knows nothing of these rules of the station.
  ///
  /// - Parameter setup: The plan was made from it.
  func vetoes(_ setup: DeviceSetup) -> Vetoes
}

extension StationPlan {
  /// A plan that says nothing objects to everything: what is forgotten costs time, and never makes
  /// a number wrong.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { .all }
}
