/// A column of a log's texts as numbers.
package struct LogTexts: Sendable {
  /// One number for each row: a place in ``names``.
  package let ids: IDs
  /// The distinct texts in order of first appearance.
  package let names: [String]

  /// Half as large as numbers of 64 bits, since logs are long.
  package struct IDs: RandomAccessCollection, Sendable {
    fileprivate var values: [UInt32] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { values.count }

    package subscript(row: Int) -> Int { Int(values[row]) }
  }
}

extension LogTexts {
  /// A column while it is read.
  struct Builder {
    let name: String
    let index: Int
    fileprivate var ids = IDs()
    fileprivate var interner = TextInterner()

    init(name: String, index: Int) { (self.name, self.index) = (name, index) }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      ids.values.append(UInt32(interner.id(of: text)))
    }
  }

  init(_ builder: Builder) { (ids, names) = (builder.ids, builder.interner.names) }
}

extension LogTexts {
  /// Some rows, with names for them only.
  func rows(_ rows: [Int]) -> LogTexts {
    var (ids, found, places) = (IDs(), [String](), [Int: UInt32]())
    for row in rows {
      let id = self.ids[row]
      if places[id] == nil {
        places[id] = UInt32(found.count)
        found.append(names[id])
      }
      if let place = places[id] { ids.values.append(place) }
    }
    return LogTexts(ids: ids, names: found)
  }
}
