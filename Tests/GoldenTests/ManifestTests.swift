import Files
import Foundation
import TestSupport
import Testing

/// The manifest keeps a scenario so that the same is read back from it.
@Suite struct ManifestTests {
  private func tree(_ text: String) throws -> ConfigNode {
    try ConfigNode.parse(yaml: text, file: "tree.yml")
  }

  @Test(
    "A value is read back from JSON as what it was",
    arguments: [
      "0", "-7", "18446744073709551615", "9007199254740993", "9223372036854775808", "0.1",
      "1e-300", "1.7976931348623157e308", "2 %", "'0.10'", "'null'", "''", "null", "true", "'true'",
      "[]", "{}", "[1, null, {a: []}]", "{b: 1, a: {c: null}}", "30m", "'a: b'", "é\u{1F600}",
    ])
  func eachValueIsReadBack(text: String) throws {
    let value = try tree("v: \(text)")
    let json = try ConfigNode(value)
    expect(json == value, "\(json.yaml())")
    expect(json.sha256, equals: value.sha256)
    let read = try ConfigNode.parse(yaml: json.json(), file: "tree.json")
    expect(read == value, "\(json.json())")
    // Other readers of JSON take the digits as they are.
    if text.allSatisfy(\.isNumber) { expect(json.json().contains(text), "\(json.json())") }
  }

  @Test("The hash is that of JSON with sorted keys, in every process")
  func hash() throws {
    let json = #"{"a":5,"b":{"x":1,"y":[true,null]},"c":"3","d":0.5,"e":1}"#
    let tree = try tree("{e: 1, d: 0.50, c: '3', b: {y: [true, ~], x: 1}, a: 5}")
    expect(tree.sha256, equals: SHA256.hex(of: Array(json.utf8)))
  }

  @Test("The order of keys and the digits of a number mean nothing, its value does")
  func orderAndDigitsAreNoMeaning() throws {
    let pairs: [(String, String, Bool)] = [
      ("{a: 1, b: {c: 2, d: 3}}", "{b: {d: 3, c: 2}, a: 1}", true), ("{a: 0.50}", "{a: 0.5}", true),
      ("{a: 1e3}", "{a: 1000}", true), ("{a: 'x'}", "{a: x}", true), ("{a: ~}", "{a: null}", true),
      ("[1, 2]", "[2, 1]", false), ("{a: 1}", "{a: '1'}", false), ("{a: 1}", "{a: 1, b: 1}", false),
      ("{a: 18446744073709551615}", "{a: 18446744073709551614}", false),
      ("{a: 9007199254740993}", "{a: 9007199254740992}", false), ("{a: 0.5}", "{a: 0.51}", false),
    ]
    for (one, other, isSame) in pairs {
      let (one, other) = (try tree(one), try tree(other))
      expect(one == other, equals: isSame, "\(one.yaml())")
      expect(one.sha256 == other.sha256, equals: isSame, "\(one.yaml())")
      expect(one.difference(from: other) == nil, equals: isSame, "\(one.yaml())")
    }
  }
}
