import Runs
import TestSupport
import Testing

/// A stored unit's checksum tells every changed byte.
@Suite struct UnitChecksumTests {
  private let line = Array(" 0 1 23; 18446744073709551615; 7 0 0 1 2 0 5;;".utf8)

  private func checksum(of line: [UInt8], run: String = "0123456789abcdef") -> [UInt8] {
    UnitFile(runSHA256: run).checksum(of: line[...])
  }

  @Test func everyBitMatters() {
    let whole = checksum(of: line)
    expect(whole.count, equals: 16)
    for bit in 0..<8 * line.count {
      var damaged = line
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      expect(checksum(of: damaged) != whole, "bit \(bit)")
    }
  }

  @Test func soDoOrderAndLength() {
    let whole = checksum(of: line)
    for place in line.indices.dropLast() where line[place] != line[place + 1] {
      var swapped = line
      swapped.swapAt(place, place + 1)
      expect(checksum(of: swapped) != whole, "place \(place)")
    }
    // Whole words of a line are hashed at once: two of them in each other's place.
    expect(checksum(of: Array(line[8..<16] + line[0..<8] + line[16...])) != whole)
    expect(checksum(of: Array(line.dropLast())) != whole)
    expect(checksum(of: line + [0]) != whole)
    expect(checksum(of: []) != checksum(of: [0]))
  }

  @Test func unitsOfAnotherVersionAreRefused() throws {
    let workspace = try Workspace()
    _ = try workspace.runTiny(into: "shard", "--quiet", "--shard", "1/1")
    try workspace.edit("shard/manifest.json", "\"units_version\": 2", "\"units_version\": 1")
    let ending = try workspace.tool.run("merge", "shard", "--out", "merged")
    expect(ending.code, equals: 65)
    expect(
      ending.messages.contains("shard/units: of version 1, but this program reads version 2"),
      "\(ending.messages)")
  }

  @Test func aLineOfAnotherRunIsTold() {
    expect(checksum(of: line) != checksum(of: line, run: "0123456789abcdee"))
  }
}
