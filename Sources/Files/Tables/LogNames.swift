/// The unit of a log's times that are plain numbers.
package enum LogUnit: String, Sendable, CaseIterable {
  case s, ms, us
  /// Seconds since 2001-01-01, as databases of Apple's systems have them.
  case apple

  /// A number of the log in seconds, since 1970 where it counts from a known year.
  package func seconds(of number: Double) -> Double {
    switch self {
    case .s: number
    case .ms: number * 1e-3
    case .us: number * 1e-6
    case .apple: number + 978_307_200
    }
  }

  /// The unit that `--unit` names.
  ///
  /// - Throws: `InputError` (64) for another word.
  package static func option(_ text: String?) throws(InputError) -> LogUnit? {
    guard let text else { return nil }
    if let unit = LogUnit(rawValue: text) { return unit }
    let allowed = allCases.map(\.rawValue).joined(separator: ", ")
    throw InputError(
      ExitCode.usage, "--unit: found \"\(Diagnostic.excerpt(text))\"; allowed: \(allowed)")
  }

  /// Later moments **[s]** are in another unit: the year 5138.
  package static let latest = 1e11
}

/// The names that logs give their columns, for all that reads logs.
package enum LogNames {
  /// Whose a row is, in order of preference.
  package static let devices = [
    "device", "deviceid", "recipient", "recipientid", "dst", "user", "userid", "account",
    "accountid", "mailbox", "client", "clientid", "token", "subscriber", "to", "receiver",
  ]

  /// When a message came, or that it did, in order of preference.
  package static let receipts = [
    "received", "receivedat", "receivedtime", "receipt", "receiptat", "delivered", "deliveredat",
    "deliverytime", "acked", "ackedat", "acknowledged", "acknowledgedat", "shown", "shownat",
    "displayed", "displayedat",
  ]

  /// A name as it is compared: without case, spaces, `_`, `-` and `.`.
  package static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-.".contains($0) }
  }

  /// The column of a header with one of these names, the first one before all others.
  package static func column(_ names: [String], in header: [String]) -> String? {
    let known = header.map(plain)
    return names.lazy.compactMap { known.firstIndex(of: $0) }.first.map { header[$0] }
  }
}
