import Files
import Foundation
import TestSupport
import Testing

/// Columns with missing values, and whole numbers beyond what a Double holds.
@Suite struct TableColumnTests {
  @Test func missingNumbersAreNil() throws {
    let table = try read("a,b\n1.5,x\n,y\n\"\",z\n-2e3,\n", optionalNumbers: ["a"])
    expect(table.optionalNumbers, equals: [[1.5, nil, nil, -2000]])
  }

  @Test func wholeNumbersAreExact() throws {
    let largest = "340282366920938463463374607431768211455"
    let table = try read("n\n0\n9007199254740993\n\(largest)\n\"\"\n007\n", integers: ["n"])
    expect(table.integers, equals: [[0, 9_007_199_254_740_993, UInt128.max, nil, 7]])
  }

  @Test(
    arguments: [
      "-1", "+1", "1.0", "1e3", " 1", "1 ", "x", "340282366920938463463374607431768211456",
      "99999999999999999999999999999999999999999999",
    ])
  func whatIsNoWholeNumberIsRefused(text: String) throws {
    let error = #expect(throws: InputError.self) { try read("n,m\n\(text),1\n", integers: ["n"]) }
    expect(error?.exitCode, equals: 65)
    let message = error?.description ?? ""
    expect(message, hasPrefix: "t.csv:2:1: n: found \"\(text.prefix(40))")
    expect(message, hasSuffix: "allowed: a whole number, or nothing")
  }

  @Test(arguments: ["x", "nan", "inf", "0x1", "1,5"])
  func whatIsNoNumberIsRefused(text: String) throws {
    let error = #expect(throws: InputError.self) {
      try read("a\n\"\(text)\"\n", optionalNumbers: ["a"])
    }
    expect(error?.exitCode, equals: 65)
    expect(error?.description.hasSuffix("allowed: a decimal number, or nothing"), equals: true)
  }

  @Test func theHeaderAloneCanBeRead() throws {
    try withFile("a,\"b\"\"c\",d\n") { path in
      let header = try TableReader.header(path: path, displayName: "t.csv")
      expect(header, equals: ["a", "b\"c", "d"])
    }
  }

  private func read(
    _ text: String, optionalNumbers: [String] = [], integers: [String] = []
  ) throws -> Table {
    try withFile(text) { path in
      try TableReader.read(
        path: path, displayName: "t.csv", optionalNumbers: optionalNumbers, integers: integers)
    }
  }

  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result
  {
    let path = NSTemporaryDirectory() + "deliverysim-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try body(path)
  }
}
