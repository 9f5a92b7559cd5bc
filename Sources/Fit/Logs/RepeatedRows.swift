import Files

/// Rows that say again what another one says: the same device, time and id, as an export that was
/// joined with itself has them, or a log of sends and of receipts. The first with a receipt counts,
/// else the first.
struct RepeatedRows {
  /// The repeated rows of each file.
  private var areRepeated: [[Bool]]
  private(set) var count = 0

  private struct Place {
    let file: Int
    let row: Int
  }

  /// Only rows inside the window are compared.
  ///
  /// - Returns: nil where a file has no column of ids.
  init?(_ logs: [LogFile], _ window: LogWindow) {
    guard logs.allSatisfy({ !$0.table.hashes.isEmpty }) else { return nil }
    areRepeated = logs.map { [Bool](repeating: false, count: $0.moments[0].count) }
    let areReceived = logs.map { $0.marks(.received)?.values }
    func isReceived(_ place: Place) -> Bool { areReceived[place.file]?[place.row] ?? false }
    var kept: [UInt64: Place] = [:]
    for (file, log) in logs.enumerated() {
      let devices = (log.table.texts.first?.names ?? [""]).map { name in
        var name = name
        return name.withUTF8 { KeyedHash.value(of: $0, key: 0) }
      }
      for (row, moment) in log.moments[0].enumerated() where window.contains(moment) {
        let device = devices[log.table.texts.first?.ids[row] ?? 0]
        let time = KeyedHash.mixed(moment.bitPattern ^ device)
        let key = KeyedHash.mixed(time ^ log.table.hashes[0][row])
        let own = Place(file: file, row: row)
        guard let other = kept[key] else {
          kept[key] = own
          continue
        }
        count += 1
        let replaces = isReceived(own) && !isReceived(other)
        let repeated = replaces ? other : own
        areRepeated[repeated.file][repeated.row] = true
        if replaces { kept[key] = own }
      }
    }
  }

  func has(_ file: Int, _ row: Int) -> Bool { areRepeated[file][row] }
}
