import Foundation
import TestSupport
import Testing

/// Whatever bytes a log has, its reader makes a table or refuses it with file and line.
///
/// `DELIVERYSIM_NIGHTLY=1` reads a million. With a temporary folder in memory (`TMPDIR`) that takes
/// minutes, on a disk hours.
@Suite struct LogFuzzTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  @Test func anyBytesAreATableOrAnError() throws {
    let count = isNightly ? 1_000_000 : 3000
    var tables = 0
    for number in 0..<count {
      var logs = RandomLogs(number: number)
      let (bytes, words) = logs.next()
      let found = try LogReading.verdict(of: bytes, words, path: "\(folder.path)/log.csv")
      if found.isTable { tables += 1 }
      expect(found.flaw == nil, "\(number): \(found.flaw ?? "")")
    }
    // Both kinds must be among them, or the test shows nothing.
    expect(tables > count / 20 && tables < count * 19 / 20, "\(tables)")
  }
}
