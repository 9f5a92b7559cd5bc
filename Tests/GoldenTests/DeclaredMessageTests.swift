import Files
import Scenarios
import TestSupport
import Testing

/// The message about a wrong value follows from its key's declaration: for all keys of sections.
@Suite("Messages of all keys") struct DeclaredMessageTests {
  /// `extends` is read before any other key, and not with `--set`.
  private static let places = KeyFacts.placesOfSections.filter { $0.path != "extends" }

  /// These must be said before a key is looked at.
  private static let besides = [
    "workload.arrivals.trace.file": ["workload.arrivals.trace.time=t"],
    "network.trace.file": ["network.trace.start=a", "network.trace.end=b"],
    "best.worth": ["best.maximise=deliverability"],
  ]

  /// The errors of a small scenario in which one path has a value of its own.
  private static func errors(_ path: String, _ value: String) throws -> [Diagnostic] {
    let tree = try ConfigNode.parse(
      yaml: """
        format: 1
        name: small
        seed: 1
        duration: 2d
        devices: 1
        replications: 2
        workload: {arrivals: {poisson: {rate: 1/d}}}
        strategies: [fire-and-forget]
        """, file: "small.yml")
    var options = Experiment.Options()
    let service = path.hasPrefix("device.android") ? "fcm" : "apns"
    let settings = ["push_service.kind=\(service)"] + (besides[path] ?? []) + ["\(path)=\(value)"]
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    do {
      _ = try Experiment.make(tree, file: "small.yml", folder: ".", options)
      return []
    } catch let error {
      return error.diagnostics
    }
  }

  /// A value of another kind than the key's.
  private static func misfit(_ type: KeyType) -> String {
    switch type {
    case .texts, .numbers, .dimensions, .clocks, .days, .handlers, .hours, .hoursOfWeekOrDay, .list,
      .laws,
      .strategies, .factors, .sweep:
      "7"
    case .map, .maps, .mapOrMaps, .section, .oneOf, .shape, .stage, .inner: "[[7]]"
    case .text, .name, .bool, .time, .rate, .share, .bytes, .clock, .amount, .payload, .devices,
      .integer, .number, .words, .dimension, .replications, .law, .lawOr, .lawAlike, .anyLaw:
      "[[7]]"
    }
  }

  @Test("A value of another kind is found at its key, and what is allowed is said")
  func kinds() throws {
    for place in Self.places {
      let errors = try Self.errors(place.path, Self.misfit(place.key.type))
      let its = errors.first { $0.path == place.path || $0.path.hasPrefix(place.path + "[") }
      expect(its?.allowed?.isEmpty == false, "\(place.path): \(errors.map(\.description))")
    }
  }

  @Test("A number outside its range is found, and both ends are said")
  func ranges() throws {
    var count = 0
    for place in Self.places {
      guard let (low, high) = Self.ends(place.key.type) else { continue }
      for (end, step) in [(low, -1.0), (high, 1.0)] {
        guard let number = Double(end), number.magnitude < 1e15 else { continue }
        let value = Units.text(of: number + step * max(1, number.magnitude))
        let errors = try Self.errors(place.path, value)
        let its = errors.first { $0.path == place.path && $0.problem == .found(value) }
        let isSaid = its?.allowed.map { $0.contains(low) && $0.contains(high) } ?? false
        expect(isSaid, "\(place.path)=\(value): \(errors.map(\.description))")
        count += 1
      }
    }
    expect(count > 30, "\(count)")
  }

  private static func ends(_ type: KeyType) -> (String, String)? {
    if case .integer(let low, let high) = type { return (low, high) }
    if case .number(let low, let high) = type { return (low, high) }
    return nil
  }

  /// Values without a unit, with one that does not exist, or outside the range.
  private static let misfits: [(type: KeyType, values: [String])] = [
    (.time, ["5y", "30", "-1d"]), (.rate, ["40/month", "5", "-1/d"]),
    (.share, ["120%", "-0.1", "many"]), (.bytes, ["-5MB", "many"]), (.bool, ["maybe", "7"]),
    (.clock, ["25:00", "noon"]),
  ]

  @Test("An amount that cannot be is found, and an example is said")
  func amounts() throws {
    var count = 0
    for place in Self.places {
      for value in Self.misfits.first(where: { $0.type == place.key.type })?.values ?? [] {
        let errors = try Self.errors(place.path, value)
        let its = errors.first { $0.path == place.path && $0.problem == .found(value) }
        expect(its?.allowed?.isEmpty == false, "\(place.path)=\(value): \(errors)")
        count += 1
      }
    }
    expect(count > 100, "\(count)")
  }

  @Test("A word that is none is found, and all words are said")
  func words() throws {
    for place in Self.places {
      guard case .words(let words) = place.key.type else { continue }
      let errors = try Self.errors(place.path, "no-such-word")
      let its = errors.first { $0.path == place.path && $0.problem == .found("no-such-word") }
      for word in words {
        expect(its?.allowed?.contains(word) == true, "\(place.path): \(errors.map(\.description))")
      }
    }
  }

  @Test("A key that is none is unknown, and those that there are are said")
  func unknownKeys() throws {
    var count = 0
    for place in Self.places {
      let names = place.key.keysBelow.map(\.name)
      guard !names.isEmpty, [.map].contains(place.key.type) else { continue }
      let errors = try Self.errors("\(place.path).no_such_key", "1")
      let its = errors.first { $0.path == "\(place.path).no_such_key" }
      expect(its?.problem == .unknownKey, "\(place.path): \(errors.map(\.description))")
      for name in names {
        expect(its?.allowed?.contains(name) == true, "\(place.path), \(name)")
      }
      count += 1
    }
    expect(count > 20, "\(count)")
  }

  @Test("A key that is needed is missing from an empty map")
  func missingKeys() throws {
    var count = 0
    for place in Self.places where place.key.type == .map {
      // An empty map would be none.
      let errors = try Self.errors(place.path, "{no_such_key: 1}")
      for key in place.key.keysBelow where key.isNeeded == true {
        let path = "\(place.path).\(key.name)"
        guard Self.besides[path] == nil else { continue }
        let its = errors.first { $0.path == path }
        expect(its?.problem == .missing, "\(path): \(errors.map(\.description))")
        count += 1
      }
    }
    expect(count > 20, "\(count)")
  }
}
