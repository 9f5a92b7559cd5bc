/// The unit of a log's times that are plain numbers.
package enum LogUnit: String, Sendable, CaseIterable {
  case s, ms, us

  /// How many seconds one of them is.
  package var seconds: Double {
    switch self {
    case .s: 1
    case .ms: 1e-3
    case .us: 1e-6
    }
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
