import Files
import Foundation
import Scenarios
import TestSupport
import Testing

/// The tables of keys that the schema and the reference are made of are what the readers read.
@Suite struct SchemaTests {
  // MARK: Every map has the keys of the table, and no others

  /// The maps of the table, with the way to each: lists hold one map.
  private static let maps: [String] = {
    var paths: [String] = []
    let oneOfs = KeyTable.keys.filter { if case .oneOf = $0.type { true } else { false } }
    for key in KeyTable.keys where !paths.contains(key.parent) { paths.append(key.parent) }
    paths.removeAll { path in oneOfs.contains { $0.path == path } }
    return paths.filter { !$0.hasPrefix("@") && $0 != "sweep[]" && $0 != "groups[]" }
      + ["sweep[]", "groups[]"]
  }()

  @Test(arguments: maps)
  func everyMapHasTheseKeys(path: String) throws {
    let known = try Self.knownKeys(at: path)
    let listed = KeyTable.children(of: path).filter { !$0.path.hasPrefix("@") }.map(\.name)
    expect(known.sorted(), equals: listed.sorted(), "\(path)")
  }

  private static let lawNames = Set(laws).sorted().map { String($0.dropFirst("@law.".count)) }
  private static let strategyNames = KeyTable.children(of: "@strategy").map(\.name)

  /// Shapes that are always a map.
  private static let hops = uses.filter { ["@hop", "@link"].contains($0.shape) }.map(\.path)

  /// A reader of what is no map finds no keys, and must not build a value from the fallbacks.
  @Test(
    arguments: maps.filter { !$0.isEmpty } + hops
      + lawNames.map { "provider.link.latency.\($0)" }, ["-1", "x", "[1]"])
  func whatIsNoMapIsAnError(path: String, value: String) {
    expect(!Self.errors(Self.minimal(), setting: path, value).isEmpty, "\(path): \(value)")
  }

  @Test(arguments: strategyNames, ["-1", "x", "[1]"])
  func whatIsNoMapIsAnErrorOfAStrategy(name: String, value: String) {
    let text = Self.minimal(strategies: "[{\(name): \(value)}]")
    expect(!Self.errors(text).isEmpty, "\(name): \(value)")
  }

  /// The places where shapes are used, with the shape.
  private static let uses: [(path: String, shape: String)] = KeyTable.keys.compactMap { key in
    guard case .shape(let name) = key.type, !key.path.hasPrefix("@") else { return nil }
    return (key.path, name == "@windows" ? "@windows[]" : name)
  }

  @Test(arguments: uses)
  func everyShapeHasTheseKeys(path: String, shape: String) throws {
    let place = shape.hasSuffix("[]") ? path + "[]" : path
    let listed = KeyTable.children(of: shape).map(\.name)
    try expect(Self.knownKeys(at: place).sorted(), equals: listed.sorted(), "\(path)")
  }

  @Test func strategiesAndTheirKeys() throws {
    let names = KeyTable.children(of: "@strategy").map(\.name)
    let error = try unwrap(Self.errors(Self.minimal(strategies: "[zzz]")).first)
    expect(error.allowed, equals: names.joined(separator: ", "))
    for name in names {
      let text = Self.minimal(strategies: "[{\(name): {zzz: 1}}]")
      let known = try unwrap(Self.errors(text).first { $0.path.hasSuffix("zzz") })
      let listed = KeyTable.children(of: "@strategy.\(name)").map(\.name)
      expect(Self.words(known.allowed), equals: listed, "\(name)")
    }
  }

  private static let laws = KeyTable.keys.map(\.parent).filter { $0.hasPrefix("@law.") }

  @Test(arguments: Set(laws).sorted())
  func lawsAndTheirKeys(path: String) throws {
    // A lognormal law is told either way; told both ways, it names all its keys.
    let told = path == "@law.lognormal" ? "{mean: 1, median: 1, zzz: 1}" : "{zzz: 1}"
    let place = "workload.payload.\(path.dropFirst("@law.".count))"
    let errors = Self.errors(Self.minimal(), setting: place, told)
    let error = try unwrap(errors.first { $0.path == "\(place).zzz" }, "\(errors)")
    let listed = KeyTable.children(of: path).map(\.name)
    expect(Self.words(error.allowed).sorted(), equals: listed.sorted())
  }

  // MARK: Values

  /// Keys whose error names what is allowed word by word.
  private static let exact = KeyTable.keys.filter { key in
    guard !key.path.contains("@") else { return false }
    switch key.type {
    case .integer, .words, .bool, .share: return key.name != "priority" && key.name != "format"
    default: return false
    }
  }

  @Test(arguments: exact.map(\.path))
  func theValuesAreThose(path: String) throws {
    let key = try unwrap(KeyTable.keys.first { $0.path == path })
    let error = try unwrap(
      Self.errors(Self.minimal(), setting: path, "{}").first { $0.path == Self.shown(path) }
        ?? Self.errors(Self.minimal(), setting: path, "[]").first {
          $0.path == Self.shown(path)
        })
    let allowed = try unwrap(error.allowed)
    switch key.type {
    case .integer(let low, let high): expect(allowed, equals: "an integer from \(low) to \(high)")
    case .words(let words): expect(allowed, equals: words.joined(separator: ", "))
    case .bool: expect(allowed, equals: "true or false")
    default: expect(allowed.hasPrefix("a probability"))
    }
  }

  // MARK: Defaults

  /// Maps with all they need, so that their defaults are filled in.
  private static let sections = """
    provider: {resend: {capacity: {servers: 1, service: {constant: {value: 1s}}}}}
    push_service: {half_open: {detect: {constant: {value: 1s}}}, opt_in: {}}
    device: {tokens: {without_permission: true}, power: {always: 0}}
    extension: {run_time: {constant: {value: 1s}}, crash: {p: 0}}
    app: {opens: {poisson: {rate: 1/d}}, kills: {users: 1}, silent: {launch: 1}}
    user: {taps: 0}
    telemetry: {}

    """

  @Test func defaultsAreTheOnesFilledIn() throws {
    let tree = try ConfigNode.parse(yaml: Self.minimal() + Self.sections, file: "s.yml")
    let resolved = try Experiment.make(tree, file: "s.yml", folder: ".").resolved
    var compared = 0
    for key in KeyTable.keys where !key.standard.isEmpty && !key.path.contains("@") {
      let node = key.path.split(separator: ".").reduce(Optional(resolved)) { $0?[String($1)] }
      guard let text = node?.scalarText, key.path != "baseline" else { continue }
      let isSame = text == key.standard || Units.number(text) == Units.number(key.standard)
      let isTime =
        Units.duration(text) != nil && Units.duration(text) == Units.duration(key.standard)
      expect(
        isSame || isTime || key.standard.hasPrefix(text + " "),
        "\(key.path): \(text), \(key.standard)")
      compared += 1
    }
    expect(compared >= 33, "\(compared)")
  }

  // MARK: Committed files

  @Test func whatIsCommittedIsNew() throws {
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs").standardizedFileURL
    let schema = try String(
      contentsOf: docs.appendingPathComponent("scenario.schema.json"), encoding: .utf8)
    expect(schema, equals: ScenarioSchema.json, "make reference")
    let page = try String(
      contentsOf: docs.appendingPathComponent("reference/reference.md"), encoding: .utf8)
    expect(page, equals: ReferencePage.text, "make reference")
  }
}

// MARK: - Asking the readers

extension SchemaTests {
  private static func minimal(strategies: String = "[fire-and-forget]") -> String {
    """
    format: 1
    name: s
    seed: 1
    duration: 7d
    workload: {arrivals: {poisson: {rate: 40/d}}}
    strategies: \(strategies)

    """
  }

  /// The path as diagnostics show it: the first element of each list.
  private static func shown(_ path: String) -> String {
    path.replacingOccurrences(of: "[]", with: "[0]")
  }

  /// The keys that an unknown key's error says are allowed there.
  private static func knownKeys(at path: String) throws -> [String] {
    let place = path.isEmpty ? "zzz" : "\(path).zzz"
    let errors = errors(minimal(), setting: place, "1")
    let error = try unwrap(
      errors.first { $0.path == shown(place) && $0.problem == .unknownKey }, "\(place): \(errors)")
    return words(error.allowed)
  }

  private static func words(_ allowed: String?) -> [String] {
    (allowed ?? "").components(separatedBy: ", ").filter { !$0.isEmpty }
  }

  private static func errors(
    _ text: String, setting path: String? = nil, _ value: String = ""
  ) -> [Diagnostic] {
    do {
      var tree = try ConfigNode.parse(yaml: text, file: "s.yml")
      if let path {
        let node = try ConfigNode.parse(yaml: "a: \(value)", file: "s.yml")["a"] ?? .null
        tree = put(node, at: path.split(separator: ".").map(String.init)[...], in: tree)
      }
      _ = try Experiment.make(tree, file: "s.yml", folder: ".")
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// A tree with a value at a path; a one-of on the way becomes the one that is named.
  private static func put(
    _ value: ConfigNode, at path: ArraySlice<String>, in tree: ConfigNode?
  ) -> ConfigNode {
    guard let first = path.first else { return value }
    let isList = first.hasSuffix("[]")
    let key = isList ? String(first.dropLast(2)) : first
    let isOneOf = ["poisson", "weekly", "bursts", "trace"].contains(key) && path.count > 1
    let own = tree?.entries ?? []
    let inner = put(value, at: path.dropFirst(), in: isList ? nil : tree?[key])
    let entry = ConfigNode.Entry(key, isList ? ConfigNode(.sequence([inner])) : inner)
    let others = own.filter { $0.key != key && !(isOneOf && own.count == 1) }
    return ConfigNode(.mapping(others + [entry]))
  }
}
