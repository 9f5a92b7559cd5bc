extension Metric {
  // MARK: The catalogue

  /// - Precondition: The catalogue has a metric of that name.
  package static func named(_ name: String) -> Metric {
    guard let metric = all.first(where: { $0.name == name }) else {
      preconditionFailure("no metric \(name)")
    }
    return metric
  }

  /// Whether there is a share of that name.
  package static func isShare(_ name: String) -> Bool {
    all.contains { $0.name == name && $0.isShare }
  }

  /// All metrics in the order of the results. Each feature is a line here, and each of its metrics
  /// has a place in this order: a new one has the next number.
  package static let all: [Metric] = rows.sorted { $0.key < $1.key }.map(\.value)

  /// - Precondition: No two metrics have the same place.
  private static let rows = Dictionary(
    uniqueKeysWithValues: [
      ofAndroid,
      ofApp,
      ofCounting,
      ofEscalation,
      ofExtension,
      ofHeartbeat,
      ofPhone,
      ofProvider,
      ofReactions,
      ofTelemetry,
      ofUser,
      ofWorkload,
    ].joined().map { ($0.key, $0.value) })
}
