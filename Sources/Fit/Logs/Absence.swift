/// A time offline of a device, since the window's start **[s]**.
struct Absence: Sendable {
  let start: Double
  let end: Double

  /// How far apart starts may be, and ends, that are one event **[s]**.
  static let tolerance = 5.0
}
