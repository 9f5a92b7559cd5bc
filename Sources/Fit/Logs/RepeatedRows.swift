import Files

/// Rows that say again what a row before them says: the same device, time and id, as an export that
/// was joined with itself has them.
struct RepeatedRows {
  /// The repeated rows of each file.
  private var areRepeated: [[Bool]] = []
  private(set) var count = 0

  /// Only rows inside the window are compared.
  ///
  /// - Returns: nil where a file has no column of ids.
  init?(_ logs: [LogFile], _ window: LogWindow) {
    guard logs.allSatisfy({ !$0.table.hashes.isEmpty }) else { return nil }
    var seen: Set<UInt64> = []
    for log in logs {
      let devices = (log.table.texts.first?.names ?? [""]).map { name in
        var name = name
        return name.withUTF8 { KeyedHash.value(of: $0, key: 0) }
      }
      let found = log.moments[0].enumerated().map { row, moment in
        guard window.contains(moment) else { return false }
        let device = devices[log.table.texts.first?.ids[row] ?? 0]
        let time = KeyedHash.mixed(moment.bitPattern ^ device)
        return !seen.insert(KeyedHash.mixed(time ^ log.table.hashes[0][row])).inserted
      }
      areRepeated.append(found)
      count += found.count { $0 }
    }
  }

  func has(_ file: Int, _ row: Int) -> Bool { areRepeated[file][row] }
}
