/// A column of a log has one of these roles.
package enum LogRole: String, Sendable, CaseIterable {
  /// The time when a message was sent.
  case sent
  /// The day of `sent` where the day stands in a column of its own.
  case date
  case received
  case opened
  case device
  /// It tells a message from others: a row that repeats it is a duplicate.
  case id
  /// The start of an interval.
  case start
  /// Its end.
  case end
}

extension LogRole {
  /// The rule by which a column is recognised.
  struct Rule {
    /// Its names in order of preference, as ``LogRole/plain(_:)`` has them.
    let names: [String]
    /// Its first rows may not look like this.
    let isNot: Set<ColumnContents>
  }

  /// All that is guessed.
  var rule: Rule {
    switch self {
    case .sent: Rule(names: Self.sentNames, isNot: [.texts])
    case .date: Rule(names: ["date", "day"], isNot: [.texts, .clocks])
    case .received: Rule(names: Self.receivedNames, isNot: [])
    case .opened: Rule(names: Self.openedNames, isNot: [])
    case .device: Rule(names: Self.deviceNames, isNot: [])
    case .id: Rule(names: Self.idNames, isNot: [])
    case .start: Rule(names: Self.startNames, isNot: [.texts])
    case .end: Rule(names: Self.endNames, isNot: [.texts])
    }
  }

  private static let sentNames = [
    "timestamp", "time", "t", "ts", "datetime", "date", "created", "createdat", "sent", "sentat",
    "senttime", "arrival", "arrivedat", "received", "receivedat", "when", "epoch", "unixtime",
  ]
  private static let receivedNames = [
    "received", "receivedat", "receivedtime", "receipt", "receiptat", "delivered", "deliveredat",
    "deliverytime", "ack", "ackat", "acktime", "acked", "ackedat", "acknowledged", "acknowledgedat",
    "confirmed",
    "confirmedat", "shown", "shownat", "displayed", "displayedat",
  ]
  private static let openedNames = [
    "opened", "openedat", "opentime", "clicked", "clickedat", "tapped", "tappedat", "read",
    "readat", "seen", "seenat",
  ]
  private static let deviceNames = [
    "device", "deviceid", "recipient", "recipientid", "dst", "user", "userid", "account",
    "accountid", "mailbox", "client", "clientid", "token", "subscriber", "to", "receiver",
  ]
  private static let idNames = [
    "messageid", "msgid", "notificationid", "pushid", "mailid", "id", "uuid",
  ]
  // None means online: that is for --online to say.
  private static let startNames = [
    "start", "begin", "started", "startedat", "starttime", "offlinefrom", "from",
    "offlinestart", "disconnected", "disconnectedat", "down",
  ]
  private static let endNames = [
    "end", "stop", "ended", "endedat", "endtime", "offlineto", "until", "to",
    "offlineend", "reconnected", "reconnectedat", "up",
  ]

  /// A name as it is compared: without case, spaces, `_`, `-` and `.`.
  package static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-.".contains($0) }
  }

  /// The roles that `--column ROLE=NAME` gives to columns; `time` is another word for `sent`.
  ///
  /// - Throws: `InputError` (64) for an unknown role, and one that is given twice.
  package static func options(_ texts: [String]) throws(InputError) -> [LogRole: String] {
    var columns: [LogRole: String] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let role = parts.count == 2 ? LogRole(rawValue: parts[0] == "time" ? "sent" : parts[0]) : nil
      guard let role, columns[role] == nil else {
        let roles = allCases.map(\.rawValue).joined(separator: ", ")
        throw InputError(
          ExitCode.usage,
          "--column: found \"\(Diagnostic.excerpt(text))\"; allowed: ROLE=COLUMN, each role once: "
            + roles)
      }
      columns[role] = parts[1]
    }
    return columns
  }
}
