import Files
import TestSupport
import Testing

/// One tree over another: the rules of `extends` without its files.
@Suite struct LayingTests {
  static let alternatives = Alternatives(
    [["constant", "weibull", "lognormal"], ["poisson", "trace"]],
    rivals: [
      .init(in: "lognormal", ["mean", "cv"], ["median", "sigma"]),
      .init(in: "until", ["half_width"], ["relative"]),
    ])

  @Test(arguments: [
    // Key by key, at any depth; the base's order first.
    ("{a: 1, b: {c: 2, d: 3}}", "{b: {d: 4, e: 5}, f: 6}", "{a: 1, b: {c: 2, d: 4, e: 5}, f: 6}"),
    // Scalars and lists are replaced, and so is what changes its kind.
    (
      "{a: 1, b: [1, 2], c: {d: 1}, e: 2}", "{a: 2, b: [3], c: 4, e: {f: 1}}",
      "{a: 2, b: [3], c: 4, e: {f: 1}}"
    ),
    ("{s: [{name: x, p: 1}]}", "{s: [{name: x, q: 2}]}", "{s: [{name: x, q: 2}]}"),
    ("{a: 1}", "{a: []}", "{a: []}"),
    // An empty map changes nothing.
    ("{a: {b: 1}, c: 2, d: [1]}", "{a: {}, c: {}, d: {}}", "{a: {b: 1}, c: 2, d: [1]}"),
    ("{a: {b: 1}}", "{}", "{a: {b: 1}}"), ("{}", "{a: {}}", "{a: {}}"), ("{}", "{a: 1}", "{a: 1}"),
    // Null removes what the base says, whatever it is; a null where the base says nothing stays.
    ("{a: 1, b: {c: 2, d: 3}, e: [1]}", "{a: null, b: {c: ~}, e: }", "{b: {d: 3}}"),
    ("{a: {b: 1}}", "{a: null}", "{}"), ("{a: 1}", "{b: null}", "{a: 1, b: null}"),
    ("{a: null}", "{a: null}", "{}"), ("{a: null}", "{a: 1}", "{a: 1}"),
    ("{a: 1}", "{a: 'null'}", "{a: 'null'}"), ("{a: null}", "{b: 1}", "{a: null, b: 1}"),
    // A one-of map merges with itself and gives way to another alternative.
    (
      "{x: {weibull: {scale: 1, shape: 2}}}", "{x: {weibull: {scale: 3}}}",
      "{x: {weibull: {scale: 3, shape: 2}}}"
    ),
    (
      "{x: {weibull: {scale: 1, shape: 2}}}", "{x: {constant: {value: 3}}}",
      "{x: {constant: {value: 3}}}"
    ),
    ("{x: {weibull: {scale: 1}}}", "{x: {constant: {}}}", "{x: {constant: {}}}"),
    ("{x: {poisson: {rate: 1}}}", "{x: {trace: {file: f}}}", "{x: {trace: {file: f}}}"),
    (
      "{x: {weibull: {scale: 1}}}", "{x: {weibull: null, constant: {value: 1}}}",
      "{x: {constant: {value: 1}}}"
    ),
    // Names of different kinds are no alternatives to one another, and neither are several keys.
    (
      "{x: {weibull: {scale: 1}}}", "{x: {trace: {file: f}}}",
      "{x: {weibull: {scale: 1}, trace: {file: f}}}"
    ),
    ("{x: {weibull: 1, loss: 2}}", "{x: {constant: 3}}", "{x: {weibull: 1, loss: 2, constant: 3}}"),
    // Two ways to say the same.
    (
      "{x: {lognormal: {mean: 1, cv: 2}}}", "{x: {lognormal: {median: 3, sigma: 4}}}",
      "{x: {lognormal: {median: 3, sigma: 4}}}"
    ),
    (
      "{x: {lognormal: {mean: 1, cv: 2}}}", "{x: {lognormal: {cv: 3}}}",
      "{x: {lognormal: {mean: 1, cv: 3}}}"
    ),
    (
      "{until: {metric: m, relative: 1}}", "{until: {half_width: 2}}",
      "{until: {metric: m, half_width: 2}}"
    ),
    (
      "{until: {relative: 1}}", "{until: {half_width: null}}",
      "{until: {relative: 1, half_width: null}}"
    ),
    ("{other: {relative: 1}}", "{other: {half_width: 2}}", "{other: {relative: 1, half_width: 2}}"),
    // Replications: a number or a map.
    ("{replications: 40}", "{replications: {max: 50}}", "{replications: {max: 50}}"),
    ("{replications: {max: 50}}", "{replications: 40}", "{replications: 40}"),
    (
      "{replications: {min: 5, max: 50}}", "{replications: {max: 60}}",
      "{replications: {min: 5, max: 60}}"
    ),
  ])
  func oneTreeOverAnother(base: String, over: String, expected: String) throws {
    let laid = try Self.tree(over, "over").laid(
      over: Self.tree(base, "base"), oneOf: Self.alternatives)
    try expect(laid, equals: Self.tree(expected, ""), "\(laid.yaml())")
  }

  @Test func everyNodeKeepsItsPlace() throws {
    let base = try Self.tree("{a: {b: 1, c: 2}, d: 3}", "base")
    let laid = try Self.tree("{a: {c: 4}}", "over").laid(over: base, oneOf: Self.alternatives)
    let places = [laid, laid["a"], laid["a"]?["b"], laid["a"]?["c"], laid["d"]].map {
      $0?.location.file
    }
    expect(places, equals: ["over", "over", "base", "over", "base"])
    expect(laid["a"]?["b"]?.location, equals: base["a"]?["b"]?.location)
  }

  @Test func layingIsAssociativeWithoutNulls() throws {
    let texts = [
      "{a: 1, b: {c: 2}, x: {weibull: {scale: 1, shape: 2}}}",
      "{b: {d: 3}, x: {constant: {value: 1}}}",
      "{a: {e: 1}, b: {c: 5}, x: {constant: {value: 2}}}",
    ]
    let trees = try texts.map { try Self.tree($0, "t") }
    let (low, middle, high) = (trees[0], trees[1], trees[2])
    let left = high.laid(
      over: middle.laid(over: low, oneOf: Self.alternatives), oneOf: Self.alternatives)
    let right = high.laid(over: middle, oneOf: Self.alternatives)
      .laid(over: low, oneOf: Self.alternatives)
    expect(left, equals: right)
    try expect(
      left, equals: Self.tree("{a: {e: 1}, b: {c: 5, d: 3}, x: {constant: {value: 2}}}", ""))
  }

  private static func tree(_ text: String, _ file: String) throws -> ConfigNode {
    try ConfigNode.parse(yaml: text, file: file)
  }
}
