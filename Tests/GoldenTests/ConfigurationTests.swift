import Files
import TestSupport
import Testing

@Suite struct ConfigurationTests {
  static let distributions = ["constant", "exponential", "weibull", "lognormal"]
  static let arrivals = ["poisson", "weekly", "bursts", "trace"]

  // MARK: Units

  @Test(
    arguments: [
      ("250ms", 250_000), ("30s", 30_000_000), ("1.07s", 1_070_000), ("0s", 0), ("7us", 7),
      ("1.5us", 2), ("0.1ms", 100), ("28d", 2_419_200_000_000), ("-5s", -5_000_000),
      ("36500d", 3_153_600_000_000_000),
      // Other units, several of them, and a space before a unit.
      ("1w", 604_800_000_000), ("1.5w", 907_200_000_000), ("20min", 1_200_000_000),
      ("30 m", 1_800_000_000), ("1h30m", 5_400_000_000), ("1h 30min", 5_400_000_000),
      ("1w2d3h4m5s6ms7us", 788_645_006_007), ("1m0.5s", 60_500_000), ("-1h30m", -5_400_000_000),
      ("1h90m", 9_000_000_000),
    ] as [(String, Int64)])
  func readsDurations(text: String, microseconds: Int64) {
    expect(Units.duration(text), equals: microseconds)
    expect(Units.duration(Units.durationText(microseconds)), equals: microseconds)
  }

  @Test(arguments: [
    "", "30", "0", "s", "1  s", "1e3s", "+1s", ".5s", "5.s", "1.2.3s", "36500.1d",
    "99999999999999999999d", "30S", "1y", "--1s", "٣s", " 1s", "1s ", "1days", "1 h30",
    "30m1h", "1m1min", "1.5h30m", "1h-30m", "1h  30m", "36499d25h", "h30m",
  ])
  func refusesDurations(text: String) {
    expect(Units.duration(text) == nil)
  }

  @Test func printsQuantities() {
    expect(
      [5_400_000_000, 1_500_000, 86_400_000_000, 0].map(Units.durationText),
      equals: ["90m", "1500ms", "1d", "0s"])
    for text in ["40/d", "2/h", "1.234567/s", "3/m", "0/s"] {
      expect(Units.rate(text).map(Units.rateText), equals: text)
    }
    expect(
      [1e6, 0.1, -0.0, 1e22, .leastNonzeroMagnitude].map(Units.text),
      equals: ["1000000", "0.1", "0", "1e+22", "5e-324"])
    for (text, other) in [("7/w", "1/d"), ("20/min", "20/m"), ("20 / day", "20/d")] {
      expect(Units.rate(text).map(Units.rateText), equals: other)
    }
    expect(Units.rate("14/week") == 14.0 / 604_800 && Units.rate("3/hour") == 3.0 / 3600)
    expect(Units.probability("0.7%"), equals: 0.007)
    expect(Units.probability("3 %"), equals: 0.03)
    expect(["3  %", "%", " %", "3 % "].compactMap(Units.probability).isEmpty)
    expect(["inf", "nan", "0x1", "1_0", "", "1e999", " 1"].compactMap(Units.number).isEmpty)
    let none = ["1/y", "1/", "/d", "1", "1/d/d", "1/  d", "1  /d", "1/days"]
    expect(none.compactMap(Units.rate).isEmpty)
  }

  // MARK: Trees

  @Test(arguments: [
    "a: 1\nb: [x, 'no', \"12:30\", 30s, 40/d, 2%]\nc: {d: {}, e: []}\n",
    "- - 1\n  - [a, {b: c}]\n- ''\n- ~\n- 'a: b'\n- |\n  two\n  lines\n- '- x'\n",
    "{\"json\": [true, null, -1.5e3, \"1\", \"tab\\t\\\"\"], \"é\": \"#\"}",
    "base: &b {x: 1}\nother: *b\n'1': '<<'\nk: a, [b]\n",
  ])
  func canonicalTextReadsBack(text: String) throws {
    let tree = try ConfigNode.parse(yaml: text, file: "s.yml")
    try expect(ConfigNode.parse(yaml: tree.yaml(), file: "s.yml"), equals: tree)
    try expect(ConfigNode.parse(yaml: tree.json(), file: "s.yml"), equals: tree)
  }

  /// Readers of YAML 1.1 take them for truth values, numbers, times and nothing.
  @Test(arguments: ["no", "Yes", "0x1f", "1_000", "12:30", "2019-08-28", "~", "-.5", "null"])
  func textsThatLookLikeValuesAreQuoted(text: String) {
    expect(ConfigNode.text(text).yaml(), equals: "\"\(text)\"\n")
  }

  @Test func jsonKeepsTypesAndOrder() throws {
    let tree = try ConfigNode.parse(
      yaml: "{z: .5, y: '1', x: True, w: 18446744073709551615, v: 30s, u: [], t: }", file: "s.yml")
    expect(
      tree.json().split(separator: "\n").map { $0.drop { $0 == " " } }.joined(),
      equals:
        #"{"z": 0.5,"y": "1","x": true,"w": "18446744073709551615","v": "30s","u": [],"t": null}"#)
  }

  @Test(arguments: [
    ("", "s.yml:1:1: the file is empty"),
    ("# nothing\n", "s.yml:1:1: the file is empty"),
    ("a: 1\n---\nb: 2\n", "s.yml:2:1: not valid YAML: a second document"),
    ("a: 1\nb: [1\n", "s.yml:3:1: not valid YAML"),
    ("a: 1\na: 2\n", "s.yml:1:1: more than once in this map: \"a\""),
    ("a:\n  1: x\n", "s.yml:2:3: a key must be a short text"),
    ("? [a]\n: x\n", "s.yml:1:3: a key must be a short text"),
    ("a: !!binary aGk=\n", "s.yml:1:4: tags are not supported"),
    ("a: !!int x\n", "s.yml:1:4: tags are not supported"),
    ("a: *b\n", "s.yml:1:4: not valid YAML: no anchor of this name"),
    ("a: \u{0}\n", "s.yml:1:4: a control character (U+0000)"),
    ("a: \"\\e[1m\"\n", "s.yml:1:4: a control character in a text"),
    ("<<: {a: 1}\n", "s.yml:1:1: merge keys"),
    ("\ta: 1\n", "s.yml:1:1: not valid YAML"),
  ])
  func refusesText(text: String, message: String) {
    let seen = errors { _ = try ConfigNode.parse(yaml: text, file: "s.yml") }
    expect(seen, hasPrefix: message)
  }

  @Test func callsBrokenJSONWhatItIs() {
    let seen = errors { _ = try ConfigNode.parse(yaml: "{\"a\": [", file: "m.json") }
    expect(seen, hasPrefix: "m.json:2:1: ")
    expect(seen, contains: "not valid JSON: ")
  }

  @Test func refusesBombs() {
    let bomb = (1...9).map { level in
      let part = level == 1 ? "x" : "*a\(level - 1)"
      return "a\(level): &a\(level) [\(Array(repeating: part, count: 9).joined(separator: ","))]"
    }.joined(separator: "\n")
    expect(errors { _ = try ConfigNode.parse(yaml: bomb, file: "s") }.contains("100000 values"))
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    expect(errors { _ = try ConfigNode.parse(yaml: deep, file: "s") }.contains("64 levels"))
    let deeper = String(repeating: "[", count: 5000)
    expect(errors { _ = try ConfigNode.parse(yaml: deeper, file: "s") }.contains("not valid"))
    let bytes = Array("a: é\nb: ".utf8) + [0xFF]
    expect(
      errors { _ = try ConfigNode.parse(yaml: bytes, file: "s") }, equals: "s:2:4: not valid UTF-8")
  }
}

// MARK: - Settings

extension ConfigurationTests {
  @Test(arguments: [
    ("a.b.c=1", "a: {b: {c: 1}}"),
    ("network.offline.weibull.scale=5m", "network: {offline: {weibull: {scale: 5m, shape: 1}}}"),
    ("network.offline.constant.value=5m", "network: {offline: {constant: {value: 5m}}}"),
    ("network.offline={constant: {value: 1s}}", "network: {offline: {constant: {value: 1s}}}"),
    ("replications.min=30", "replications: {min: 30}"),
    ("empty.x=1", "empty: {x: 1}"),
    ("strategies.plain.p=1", "strategies: [{plain: {p: 1}}, B, C]"),
    ("strategies.gap.limit=2", "strategies: [A, {gap: {limit: 2, wait: 0s}}, C]"),
    ("strategies.own.limit=3", "strategies: [A, B, {name: own, gap: {limit: 3}}]"),
    (
      "strategies.gap.wait.constant.value=1s",
      "strategies: [A, {gap: {limit: 20, wait: {constant: {value: 1s}}}}, C]"
    ),
    ("groups.g.share=0.5", "groups: [{name: g, share: 0.5}]"),
    ("groups.g.device.denied=1", "groups: [{name: g, share: 0.1, device: {denied: 1}}]"),
  ])
  func setsValues(setting: String, expected: String) throws {
    let base = [
      "network": "{offline: {weibull: {scale: 20m, shape: 1}}}", "replications": "40",
      "empty": "", "strategies": "[plain, {gap: {limit: 20, wait: 0s}}, {name: own, gap: }]",
      "groups": "[{name: g, share: 0.1}]", "a": "",
    ]
    let override = try ConfigOverride.parse(setting)
    let section = try unwrap(override.path.split(separator: ".").first.map(String.init))
    let text = "\(section): \(try unwrap(base[section]))"
    let wanted = expected.replacing("[A,", with: "[plain,")
      .replacing(" B,", with: " {gap: {limit: 20, wait: 0s}},")
      .replacing(" C]", with: " {name: own, gap: }]")
    let changed = try ConfigNode.parse(yaml: text, file: "s.yml").setting(
      override.path, to: override.value, oneOf: Alternatives([Self.distributions, Self.arrivals]))
    try expect(changed, equals: ConfigNode.parse(yaml: wanted, file: "s.yml"))
  }

  @Test(arguments: [
    ("seed.x=1", "--set: seed: 5 is a value; it has no keys below it"),
    (
      "list.gaap.x=1",
      "--set: list.gaap: no element has this name; did you mean \"gap\"?\n  allowed: gap, own"
    ),
  ])
  func refusesSettings(setting: String, message: String) throws {
    let tree = try ConfigNode.parse(yaml: "seed: 5\nlist: [gap, {name: own}]", file: "s.yml")
    let override = try ConfigOverride.parse(setting)
    let seen = errors {
      _ = try tree.setting(override.path, to: override.value, oneOf: Alternatives())
    }
    expect(seen, equals: message)
  }

  @Test(arguments: ["a", "=1", "a..b=1", ".a=1", "a b=1", "a=[1", "a={b: 1, b: 2}"])
  func refusesMalformedSettings(text: String) {
    let error = #expect(throws: InputError.self) { _ = try ConfigOverride.parse(text) }
    expect(error?.exitCode, equals: 64)
    expect(error?.description.hasPrefix("--set: "), equals: true)
  }
}

// MARK: - Reading

extension ConfigurationTests {
  @Test func resolvesDefaultsAndCanonicalValues() throws {
    let (seen, resolved) = try readScenario(
      """
      duration: 48h
      seed: 18446744073709551615
      network:
        offline: {weibull: {shape: 0.60, scale: 1200s}}
      strategies: [gap, plain, {gap: {limit: 1e1}, name: own}]
      """)
    expect(seen, equals: "")
    expect(
      resolved,
      equals: """
        seed: 18446744073709551615
        duration: 2d
        devices: 1000
        kind: apns
        loss: 0
        network:
          offline:
            weibull:
              scale: 20m
              shape: 0.6
        strategies:
          - gap:
              limit: 20
          - plain
          - name: own
            gap:
              limit: 10

        """)
  }

  @Test func reportsEverythingAtOnce() throws {
    let (seen, _) = try readScenario(
      """
      duration: 30
      devices: "5"
      kind: mqtt
      loss: 101%
      ofline: 1
      regions: {count: 1}
      network:
        offline: {wiebull: {shape: 0.6}}
      strategies: [{gap: {limit: -1, x: 1}}, [], {plain: {}, gap: {}}, gab]
      """)
    expect(
      seen,
      equals: """
        s.yml:1:1: seed: missing; allowed: an integer from 0 to 18446744073709551615
        s.yml:1:11: duration: found 30; did you mean "30s"?
          allowed: a duration of at least 1s, such as 30s, 20m, 6h or 28d (at most
          36500d)
        s.yml:2:10: devices: found "5"; allowed: an integer from 1 to 1000000
        s.yml:3:7: kind: found mqtt; allowed: apns, fcm
        s.yml:4:7: loss: found 101%;
          allowed: a probability from 0 to 1, such as 0.02 or 2%
        s.yml:5:1: ofline: unknown key;
          allowed here: seed, duration, devices, kind, loss, network, strategies
        s.yml:6:1: regions: unknown key;
          allowed here: seed, duration, devices, kind, loss, network, strategies
        s.yml:8:13: network.offline: found "wiebull"; did you mean "weibull"?
          allowed: constant, exponential, weibull, lognormal
        s.yml:9:28: strategies[0].gap.limit: found -1; allowed: an integer from 0 to 100
        s.yml:9:32: strategies[0].gap.x: unknown key; allowed here: limit
        s.yml:9:40: strategies[1]: found a list; allowed: a map with one of: gap, plain
        s.yml:9:44: strategies[2]: found plain and gap;
          allowed: a map with one of: gap, plain
        s.yml:9:66: strategies[3]: found "gab"; did you mean "gap"? allowed: gap, plain
        """)
  }

  @Test func valuesOfTheWrongShape() throws {
    let (seen, _) = try readScenario(
      "seed: 010\nduration: {a: 1}\ndevices:\nnetwork: 5\nstrategies: x\nloss: 0.5\n")
    let found = seen.split(separator: "\n").filter { $0.hasPrefix("s.yml") }
      .compactMap { $0.split(separator: ";").first }
    expect(
      found,
      equals: [
        "s.yml:1:7: seed: found 010", "s.yml:2:11: duration: found a map",
        "s.yml:3:9: devices: found nothing", "s.yml:4:10: network: found 5",
        "s.yml:5:13: strategies: found x",
      ])
  }

  @Test(
    arguments: [
      ("ofline", "offline"), ("nework", "network"), ("reconect", nil), ("X", nil),
      ("onilne", "online"), ("", nil),
    ] as [(String, String?)])
  func suggestsTheNearestName(typed: String, expected: String?) {
    expect(
      NearestName.nearest(to: typed, among: ["online", "offline", "network"]), equals: expected)
  }
}

// MARK: - Helpers

extension ConfigurationTests {
  /// The messages of the InputError that `body` throws.
  private func errors(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// Reads a small scenario; returns the messages and the resolved YAML.
  private func readScenario(_ text: String) throws -> (messages: String, resolved: String) {
    let sink = DiagnosticSink()
    let root = MapReader(root: try ConfigNode.parse(yaml: text, file: "s.yml"), sink: sink)
    _ = root.required("seed", .integer(in: 0...UInt64.max))
    _ = root.required("duration", .duration(min: 1_000_000))
    _ = root.value("devices", .integer(in: 1...1_000_000), default: 1000)
    _ = root.value("kind", .choice(["apns", "fcm"]), default: "apns")
    _ = root.value("loss", .probability(), default: 0)
    let offline = root.section("network")?.oneOf("offline", Self.distributions)
    _ = offline?.parameters.required("scale", .duration())
    _ = offline?.parameters.required("shape", .number(.above(0)))
    for element in root.list("strategies") {
      let strategy = element.oneOf(["gap", "plain"], besides: ["name"], allowsBareName: true)
      _ = strategy?.others.optional("name", .text())
      if strategy?.name == "gap" {
        _ = strategy?.parameters.value("limit", .integer(in: 0...100), default: 20)
      }
    }
    let resolved = root.finish()
    return (errors { try sink.throwIfAny() }, resolved.yaml())
  }
}
