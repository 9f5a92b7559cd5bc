import Foundation

/// Cuts a CSV file, packed or not, into records while it is read, and counts lines.
///
/// A record ends at the first newline after an even number of quotes (RFC 4180, section 2).
final class RecordSource {
  /// A longer record ends reading: it is no table, or a quote is missing.
  static let recordLengthMax = 1 << 20

  private let file: ByteSource
  private let displayName: String
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 2 * recordLengthMax, alignment: 16)
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  /// The line of the latest record's first character **[1, 2, ...]**.
  private(set) var line = 1
  private var nextLine = 1
  /// Whether the latest record has quotes.
  private(set) var hasQuotes = false
  /// Whether the latest record is the last one, and no newline ends it.
  private(set) var isCutOff = false
  /// The hash is that of the file as it lies on the disk.
  var byteCount: Int { file.byteCount }
  /// The share of the file that was read **[0...1]**; nil where its size is not known.
  var share: Double? { file.share }

  init(path: String, displayName: String) throws(InputError) {
    file = try ByteSource(path: path, displayName: displayName)
    self.displayName = displayName
    try fill()
    let hasByteOrderMark = end >= 3 && buffer[0] == 0xEF && buffer[1] == 0xBB && buffer[2] == 0xBF
    start = hasByteOrderMark ? 3 : 0
  }

  deinit {
    buffer.deallocate()
  }

  /// The hash of all bytes.
  ///
  /// - Precondition: `next` has returned nil.
  func finalizedHash() -> String {
    precondition(isAtEnd && start == end, "The hash is complete at the end of the file only")
    return file.finalizedHash()
  }
}

// MARK: - Records

extension RecordSource {
  /// The next record without its line end, nil at the end of the file.
  ///
  /// The bytes are valid until the next call.
  func next() throws(InputError) -> UnsafeBufferPointer<UInt8>? {
    line = nextLine
    hasQuotes = false
    var scanned = 0
    var quoteCount = 0
    while true {
      while let newline = find(UInt8(ascii: "\n"), from: start + scanned) {
        quoteCount += countQuotes(in: start + scanned..<newline)
        scanned = newline + 1 - start
        try checkLength(scanned - 1, quoteCount)
        nextLine += 1
        if quoteCount.isMultiple(of: 2) { return take(newline - start, skipping: 1) }
      }
      quoteCount += countQuotes(in: start + scanned..<end)
      scanned = end - start
      try checkLength(scanned, quoteCount)
      if isAtEnd { return try takeLast(quoteCount) }
      try fill()
    }
  }

  private func takeLast(_ quoteCount: Int) throws(InputError) -> UnsafeBufferPointer<UInt8>? {
    guard quoteCount.isMultiple(of: 2) else {
      throw failure("this quote is never closed", at: lastQuote(before: end))
    }
    isCutOff = start < end
    return isCutOff ? take(end - start, skipping: 0) : nil
  }

  private func take(_ count: Int, skipping terminator: Int) -> UnsafeBufferPointer<UInt8> {
    let hasReturn = count > 0 && buffer[start + count - 1] == UInt8(ascii: "\r")
    let record = UnsafeRawBufferPointer(
      rebasing: buffer[start..<start + count - (hasReturn ? 1 : 0)])
    start += count + terminator
    return record.assumingMemoryBound(to: UInt8.self)
  }

  private func checkLength(_ count: Int, _ quoteCount: Int) throws(InputError) {
    if count <= Self.recordLengthMax { return }
    if quoteCount.isMultiple(of: 2) {
      throw failure("a line longer than 1 MiB", at: start)
    }
    throw failure("a quoted field longer than 1 MiB; is the quote closed?", at: start)
  }

  private func failure(_ problem: String, at offset: Int) -> InputError {
    let record = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
      .assumingMemoryBound(to: UInt8.self)
    let location = Self.location(
      of: offset - start, in: record, file: displayName, firstLine: line)
    return InputError(ExitCode.dataError, [Diagnostic(at: location, .message(problem))])
  }

  /// Line and column of a byte of a record that begins on `firstLine`.
  static func location(
    of offset: Int, in record: UnsafeBufferPointer<UInt8>, file: String, firstLine: Int
  ) -> SourceLocation {
    let before = record[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    // Continuation bytes of UTF-8 begin with the bits 10.
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 }
    return SourceLocation(file: file, line: firstLine + lines, column: column + 1)
  }
}

// MARK: - The buffer

extension RecordSource {
  /// Moves what is left to the front and reads until the buffer is full or the file ends.
  private func fill() throws(InputError) {
    if start > 0, let base = buffer.baseAddress {
      memmove(base, base + start, end - start)
      (start, end) = (0, end - start)
    }
    while end < buffer.count, !isAtEnd {
      let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      end += count
      isAtEnd = count == 0
    }
  }

  private func find(_ byte: UInt8, from offset: Int) -> Int? {
    guard offset < end, let base = buffer.baseAddress,
      let hit = memchr(base + offset, Int32(byte), end - offset)
    else { return nil }
    return UnsafeMutableRawPointer(hit) - base
  }

  private func countQuotes(in range: Range<Int>) -> Int {
    guard !range.isEmpty, let base = buffer.baseAddress,
      memchr(base + range.lowerBound, Int32(UInt8(ascii: "\"")), range.count) != nil
    else { return 0 }
    hasQuotes = true
    return buffer[range].count { $0 == UInt8(ascii: "\"") }
  }

  private func lastQuote(before offset: Int) -> Int {
    buffer[start..<offset].lastIndex(of: UInt8(ascii: "\"")) ?? start
  }
}
