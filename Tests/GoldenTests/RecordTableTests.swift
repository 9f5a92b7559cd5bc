import Files
import TestSupport
import Testing

/// Numbers as other programs read them.
@Suite struct RecordTableTests {
  @Test("A delay is a text in JSON, whatever its value, and a number in CSV")
  func delays() {
    var table = RecordTable(["delay", "share"])
    table.add([.delay(1.5), .number(0.5)])
    table.add([.delay(.infinity), .number(nil)])
    table.add([.delay(nil), .number(1)])
    let json = table.jsonLines.joined()
    for text in ["\"delay\": \"1.5\"", "\"delay\": \"inf\"", "\"delay\": null", "\"share\": 0.5"] {
      expect(json, contains: text)
    }
    expect(table.csvLines, equals: ["delay,share", "1.5,0.5", "inf,", ",1.0"])
  }

  @Test("A whole number that doubles cannot hold is a text in JSON")
  func wholeNumbers() {
    expect(ConfigNode.integer(9_007_199_254_740_992).json(), equals: "9007199254740992\n")
    expect(ConfigNode.integer(9_007_199_254_740_993).json(), equals: "\"9007199254740993\"\n")
  }

  @Test(
    "A share has two digits of how far its interval reaches, three after the point at most",
    arguments: [
      (133, 0), (44, 0), (9.9, 1), (4.4, 1), (0.44, 2), (0.044, 3), (0.0004, 3), (0, 3),
    ] as [(Double, Int)])
  func decimals(halfWidth: Double, count: Int) {
    expect(HumanText.decimals(halfWidth: halfWidth), equals: count)
  }
}
