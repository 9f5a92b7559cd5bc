/// A time offline of a device, since the window's start **[s]**.
struct Absence: Sendable {
  let start: Double
  let end: Double

  /// The distance of starts, and of ends, that are still one event **[s]**.
  static let tolerance = 5.0
}
