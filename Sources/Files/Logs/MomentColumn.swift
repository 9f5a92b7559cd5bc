/// A column of moments while it is read: its form is that of its first text.
struct MomentColumn {
  let name: String
  let index: Int
  /// The column of days, where the other one has clocks.
  let dateIndex: Int?
  let isOptional: Bool
  private let zone: LogZone?
  private let hasTimeFormat: Bool
  private let allowsComma: Bool
  /// Nil: nothing was read yet.
  private(set) var form: TimeForm?
  private var hasComma = false
  private var hasPoint = false
  /// The line of a first number such as 1,234, while no other shows what the comma is.
  private var unclear: Int?
  private(set) var isCommaClear = false
  /// Whether a zone was missing somewhere.
  private(set) var isNaive = false
  private var zonePlace = 0
  /// One for each row: numbers as they are, or seconds since 1970; NaN is a missing value.
  private(set) var values: [Double] = []
  private(set) var range: ClosedRange<Double>?
  private var last = -Double.infinity
  /// So many moments come before that of the row before, in all rows of the file.
  private(set) var earlierCount = 0

  /// - Parameter allowsComma: Commas separate no fields, so that numbers may have one.
  init(
    name: String, index: Int, dateIndex: Int?, isOptional: Bool, _ options: LogOptions,
    allowsComma: Bool
  ) {
    (self.name, self.index, self.dateIndex) = (name, index, dateIndex)
    (self.isOptional, self.allowsComma) = (isOptional, allowsComma)
    (zone, hasTimeFormat) = (options.zone, options.hasTimeFormat)
    form = options.pattern.map(TimeForm.pattern)
  }

  var areNumbers: Bool { form == .number || form == nil }
  var unclearLine: Int? { isCommaClear ? nil : unclear }
  var hasDecimalComma: Bool { hasComma }
}

extension MomentColumn {
  /// The reason why a text is no moment of this column.
  enum Flaw: Error {
    /// The text has another form.
    case other
    /// The clock was put forward over it, or showed it twice.
    case clockChange(isTwice: Bool, zone: String)
  }

  mutating func append(_ value: Double) { values.append(value) }

  mutating func appendMissing() { values.append(.nan) }

  /// Leaves out rows that were read last.
  mutating func shorten(to count: Int) {
    if values.count > count { values.removeLast(values.count - count) }
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(Flaw) {
    if let form {
      try add(bytes, form, line)
    } else {
      guard let found = TimeForm.known.first(where: { isIn($0, bytes) }) else {
        throw .other
      }
      try add(bytes, found, line)
      form = found
    }
  }

  private func isIn(_ form: TimeForm, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .number = form else { return form.moment(in: bytes) != nil }
    return dateIndex == nil
      && (DecimalNumber.value(of: bytes)
        ?? (allowsComma ? DecimalNumber.value(withComma: bytes) : nil)) != nil
  }

  private mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ form: TimeForm, _ line: Int
  ) throws(Flaw) {
    let value: Double
    if case .number = form {
      guard let number = number(bytes, line) else { throw .other }
      value = number
    } else {
      guard let moment = form.moment(in: bytes) else { throw .other }
      value = moment.since1970(offset: try offset(moment))
    }
    values.append(value)
    if value < last { earlierCount += 1 }
    last = value
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  private mutating func offset(_ moment: WrittenMoment) throws(Flaw) -> Int {
    if let offset = moment.offset { return offset }
    isNaive = true
    guard let zone else { return 0 }
    switch zone.reading(moment.seconds, near: &zonePlace) {
    case .offset(let offset): return offset
    case .missing: throw .clockChange(isTwice: false, zone: zone.name)
    case .twice: throw .clockChange(isTwice: true, zone: zone.name)
    }
  }

  /// All numbers of a column have the same decimal mark.
  private mutating func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Int
  ) -> Double? {
    if let value = DecimalNumber.value(of: bytes) {
      guard allowsComma, bytes.contains(UInt8(ascii: ".")) else { return value }
      hasPoint = true
      return hasComma ? nil : value
    }
    guard allowsComma, !hasPoint, let value = DecimalNumber.value(withComma: bytes) else {
      return nil
    }
    hasComma = true
    if Self.mayBeThousands(bytes) {
      unclear = unclear ?? line
    } else {
      isCommaClear = true
    }
    return value
  }

  /// One to three digits, a comma and three more.
  private static func mayBeThousands(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    return 1...3 ~= comma && bytes.count == comma + 4 && bytes[0] != UInt8(ascii: "0")
  }

  /// This may stand in the place of a text; expensive, so it is asked for errors that are shown.
  func allowed(for text: String) -> String {
    let nothing = isOptional ? ", or nothing" : ""
    if let form {
      if case .pattern = form { return form.words + nothing }
      var text = text
      let isMoment = text.withUTF8 { bytes in TimeForm.known.contains { isIn($0, bytes) } }
      if isMoment { return "\(form.words), as in the rows before" + nothing }
    }
    if let words = TimeForm.flaw(of: text) { return words }
    let form = hasTimeFormat ? "; --time-format names another form" : ""
    return "a decimal number, or \(DateTime.example)" + nothing + form
  }
}
