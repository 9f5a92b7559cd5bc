import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: device.tokens

  func readTokens(_ map: MapReader, _ root: MapReader) -> Tokens {
    let changes = readOptionalLaw(map, "changes", .duration)
    if let changes {
      requireMean(changes, map, "changes")
      if let reader = map.child("changes") { requireOpenings(root, for: reader) }
    }
    let withoutPermission = map.value("without_permission", .bool, default: true)
    return Tokens(changes: changes, withoutPermission: withoutPermission)
  }

  // MARK: push_service.payload_limit

  /// - Returns: The largest push that is accepted [byte]; nil: any.
  func readPayloadLimit(_ map: MapReader, _ root: MapReader) -> Int? {
    guard let limit = map.optional("payload_limit", Self.payloadLimitFormat) else { return nil }
    if root.child("workload")?.node["payload"]?.saysSomething != true {
      map.report("payload_limit", allowed: "no limit where workload.payload is not given")
    }
    return limit
  }

  /// What APNs accepted when [Apple].
  private static let eras = [
    ("ios7", 256), ("ios8", 2048), ("ios9", 4096), ("voip", 5120),
  ]

  private static var payloadLimitFormat: ScalarFormat<Int> {
    let names = eras.map(\.0)
    var format = ScalarFormat<Int>(
      allowed: "an integer from 1 to 1000000, or \(names.joined(separator: ", "))", fallback: 4096,
      parse: { text, isQuoted in
        if let era = eras.first(where: { $0.0 == text }) { return era.1 }
        return ScalarFormat<Int>.integer(in: 1...1_000_000).parse(text, isQuoted)
      },
      render: { .integer($0) })
    format.names = names
    return format
  }
}
