import Answers
import Files
import Foundation
import Models
import Results
import Runs
import Scenarios
import Search
import TestSupport
import Testing

/// A fact in a key's declaration holds for each key. The walks go over all declarations, and a key
/// without an example here is a failure.
@Suite struct KeyFactTests {
  private func read(
    _ settings: [String], _ options: Experiment.Options = .init()
  ) throws -> Experiment {
    var options = options
    options.overrides += try settings.map { try ConfigOverride.parse($0) }
    return try experiment(ScenarioText.frame + ScenarioText.strategies, options)
  }

  // MARK: Devices that depend on each other

  private static let opens = "app.opens={poisson: {rate: 5/d}}"
  private static let law = "{gamma: {mean: 5/d, shape: 1}}"
  private static let hours = "[\(Array(repeating: "1", count: 168).joined(separator: ", "))]"
  private static let outages = "{every: {exponential: {mean: 9h}}, last: {constant: {value: 9m}}}"
  private static let reactions =
    "user.reactions={annoyance: {useful: 1%}, patience: 3, then: {quietly: 1}, "
    + "missed: 5%, trust: 2, distrust: {uninstall: 1}}"

  /// The settings with which devices draw or share a key, by its path.
  private static let dependent: [String: [String]] = [
    "workload.arrivals.poisson.rate": ["workload.arrivals={poisson: {rate: \(law)}}"],
    "workload.arrivals.weekly.rate": [
      "workload.arrivals={weekly: {rate: \(law), hours: \(hours)}}"
    ],
    "workload.badge_updates.rate": ["workload.badge_updates.rate=\(law)"],
    "workload.read_receipts.rate": ["workload.read_receipts.rate=\(law)"],
    "workload.foreign.rate": ["workload.foreign.rate=\(law)"],
    "network.device_pace": ["network.device_pace={gamma: {mean: 1, shape: 2}}"],
    "provider.intake.bursts": ["provider.intake.bursts=\(outages)"],
    "provider.intake.incidents": ["provider.intake.incidents=\(outages)"],
    "provider.link.bursts": ["provider.link.bursts=\(outages)"],
    "provider.link.incidents": ["provider.link.incidents=\(outages)"],
    "provider.resend.capacity": [
      "provider.resend.capacity={servers: 1, service: {exponential: {mean: 1s}}}"
    ],
    "push_service.opt_in.home_screen": [
      "push_service.kind=web-push", "push_service.opt_in.home_screen=50%",
    ],
    "push_service.opt_in.allowed": [
      "push_service.kind=web-push", "push_service.opt_in.allowed=50%",
    ],
    "network.regions": ["network.regions={count: 2, outages: \(outages)}"],
    "device.denied": ["device.denied=5%"], "device.alerts_off": ["device.alerts_off=5%"],
    "device.presentation.share": [
      "device.presentation={share: 50%, quiet: [{from: 22h, to: 7h}]}"
    ],
    "device.power.always": ["device.power.always=5%"],
    "device.off_at_night.share": ["device.off_at_night={share: 50%, from: 23h, to: 7h}"],
    "device.provisional.share": ["device.provisional.share=50%", "user.taps=10%"],
    "device.android.force_stop": [
      opens, "push_service.kind=fcm", "device.android.force_stop=10%",
    ],
    "device.android.vendor_kill.share": [
      opens, "push_service.kind=fcm", "device.android.vendor_kill.share=10%",
    ],
    "extension.absent": ["extension.absent=10%"],
    "app.opens.poisson.rate": ["app.opens={poisson: {rate: \(law)}}"],
    "app.opens.weekly.rate": ["app.opens={weekly: {rate: \(law), hours: \(hours)}}"],
    "app.kills.users": [opens, "app.kills.users=5%"],
    "app.background_refresh": [opens, "app.background_refresh=50%"],
    "user.pickups.poisson.rate": ["user.pickups={poisson: {rate: \(law)}}"],
    "user.pickups.weekly.rate": ["user.pickups={weekly: {rate: \(law), hours: \(hours)}}"],
    "user.reactions.patience": [
      opens, reactions, "user.reactions.patience={geometric: {mean: 3}}",
    ],
    "user.reactions.trust": [opens, reactions, "user.reactions.trust={geometric: {mean: 3}}"],
    "groups": ["groups=[{name: g, share: 50%, provider: {link: {loss: 1%}}}]"],
  ]

  @Test("The world and the manifest agree of each key that devices draw or share")
  func devicesThatDependOnEachOther() throws {
    let places = KeyFacts.placesOfSections.filter { $0.key.isShared || !$0.key.traits.isEmpty }
    for place in places {
      guard let settings = Self.dependent[place.path] else {
        Issue.record("no example of \(place.path)")
        continue
      }
      let made = try read(settings)
      expect(!made.base.devicesAreIndependent, "\(place.path) in the world")
      expect(!StoredManifest.devicesAreIndependent(in: made.resolved), "\(place.path), written")
    }
    expect(Set(places.map(\.path)), equals: Set(Self.dependent.keys))
    // Without them devices are independent, also where people react.
    for settings in [[], [Self.opens, Self.reactions]] {
      let made = try read(settings)
      expect(made.base.devicesAreIndependent)
      expect(StoredManifest.devicesAreIndependent(in: made.resolved))
    }
  }

  @Test("Each trait that devices draw comes of a key")
  func everyTraitHasAKey() {
    let named = KeyFacts.placesOfSections.flatMap(\.key.traits)
    for trait in DeviceTrait.allCases { expect(named.contains(trait), "\(trait)") }
  }

  // MARK: Keys that vary

  /// A path, a value there, and what it needs besides, by key of a scenario.
  private static let varied: [String: (path: String, value: String, besides: [String])] = [
    "format": ("format", "1", []), "name": ("name", "other", []), "title": ("title", "t", []),
    "seed": ("seed", "2", []), "warmup": ("warmup", "1h", []), "duration": ("duration", "3d", []),
    "drain": ("drain", "1h", []), "devices": ("devices", "9", []),
    "replications": ("replications", "3", []), "confidence": ("confidence", "0.9", []),
    "variance_control": ("variance_control", "none", []), "timeline": ("timeline", "12h", []),
    "limits": ("limits.stored_per_device", "999", []),
    "baseline": ("baseline", "gap-recovery", []), "sweep": ("sweep", "[]", []),
    "expect": ("expect", "[fire-and-forget.loss < 1]", []),
    "best": ("best.worth", "0.1", ["best={maximise: deliverability, worth: 0.2}"]),
    "extends": ("extends", "mail", []), "strategies": ("strategies", "[poll]", []),
    "workload": ("workload.useful_for", "6h", []),
    "provider": ("provider.link.loss", "0.02", ["provider.link.loss=0.01"]),
    "push_service": ("push_service.expiration", "6h", []),
    "network": ("network.offline.weibull.scale", "30m", []),
    "device": ("device.denied", "0.1", ["device.denied=0.2"]),
    "extension": ("extension.time_limit", "10s", ["extension.time_limit=20s"]),
    "app": ("app.background_time", "9s", [opens]),
    "user": ("user.taps", "0.1", ["user.taps=0.2"]),
    "telemetry": ("telemetry.receipts", "extension", [opens, "telemetry.receipts=app"]),
    "groups": (
      "groups.g.provider.link.loss", "0.02",
      ["groups=[{name: g, share: 50%, provider: {link: {loss: 0.01}}}]"]
    ),
  ]

  /// Whether the tool takes a path, or an error says why not.
  private func isTaken(_ body: () throws -> Void) -> Bool { message(body).isEmpty }

  @Test("One answer whether a key varies: for sweeps, samples, ranges, unknowns and inputs")
  func keysThatVary() throws {
    let folder = try LogFolder()
    let file = try folder.write("s.yml", ScenarioText.frame + ScenarioText.strategies)
    for key in KeyFacts.ofScenarios {
      guard let (path, value, besides) = Self.varied[key.name] else {
        Issue.record("no example of \(key.name)")
        continue
      }
      let variation = Variation(ofPath: path)
      let isList = isTaken {
        _ = try read(
          besides + ["sweep=[{factor: f, path: \(path), values: [\(value)], labels: [x]}]"])
      }
      expect(isList, equals: variation.allowsLists, "sweep: \(path)")
      // Words are no numbers, whatever they vary by.
      guard path != "telemetry.receipts" else { continue }
      for (name, take) in takers(path, value, besides, file) {
        expect(isTaken(take), equals: variation == .freely, "\(name): \(path), \(message(take))")
      }
    }
    for path in ["strategies.gap-recovery.repeat_limit", "strategies.gap-recovery.wait"] {
      expect(Variation(ofPath: path) == .freely)
    }
    expect(
      Variation(ofPath: "duration").allowsLists && Variation(ofPath: "duration") != .freely)
    expect(Variation(ofPath: "strategies") == .below)
    expect(Variation(ofPath: "best.worth") == .never)
  }

  /// All that take a path for a number that varies.
  private func takers(
    _ path: String, _ value: String, _ besides: [String], _ file: String
  ) -> [(name: String, take: () throws -> Void)] {
    let sample =
      "sweep={sample: {lhs: 2, factors: [{factor: f, path: \(path), "
      + "law: {constant: {value: \(value)}}}]}}"
    return [
      ("sample", { _ = try read(besides + [sample]) }),
      ("unknown", { _ = try Calibration(try read(besides), [], unknown: [path], threads: 1) }),
      ("inputs", { try takeInputs(path, value, besides) }),
      ("range", { try takeRange(path, value, besides, file) }),
    ]
  }

  private func takeInputs(_ path: String, _ value: String, _ besides: [String]) throws {
    let isTime = value.hasSuffix("h") || value.hasSuffix("m") || value.hasSuffix("s")
    let node = try ConfigNode.parse(
      yaml: """
        {"format": 1, "parameters": [{"path": "\(path)", "estimate": 0.1, "scale": "linear",
        "unit": "\(isTime ? "s" : "1")"}], "covariance": [[1e-9]]}
        """, file: "inputs.json")
    var options = Experiment.Options()
    options.replications = 4
    options.inputDraws = try InputDraws(node, count: 2)
    _ = try read(besides, options)
  }

  private func takeRange(
    _ path: String, _ value: String, _ besides: [String], _ file: String
  ) throws {
    var options = Experiment.Options()
    options.overrides = try (besides + ["strategies=[gap-recovery]"]).map {
      try ConfigOverride.parse($0)
    }
    let digits = value.prefix { $0.isNumber || $0 == "." }
    let high = "\((Double(digits) ?? 1) * 1.5)\(value[digits.endIndex...])"
    var choice = ChoiceQuestion()
    (choice.maximise, choice.worth) = ("deliverability", "0.1")
    let question = Optimisation.Question(
      ["\(path)=\(value)..\(high)"], choice, strategy: "gap-recovery", points: 8, finalists: 2,
      replications: 4)
    _ = try Optimisation(file, options, question, threads: 1)
  }

  // MARK: Keys that results do not see

  @Test("What does not reach the events leaves their fingerprints, and check names no difference")
  func keysThatResultsDoNotSee() async throws {
    let small = ["devices=3", "replications=2"]
    let plain = try await fingerprints(try read(small))
    for key in KeyFacts.ofScenarios where key.reach != .events && key.name != "extends" {
      guard let (path, value, besides) = Self.varied[key.name] else {
        Issue.record("no example of \(key.name)")
        continue
      }
      let other = try read(small + besides + ["\(path)=\(value)"])
      let found = try await fingerprints(other)
      // More replications begin as fewer do.
      expect(plain.allSatisfy(found.contains), "\(key.name) reaches events")
      expect(try await difference(try read(small), other) == nil, "\(key.name)")
    }
    for key in ["warmup", "duration", "workload", "network", "provider"] {
      let (path, value, _) = try unwrap(Self.varied[key])
      let other = try read(small + ["\(path)=\(value)"])
      expect(try await difference(try read(small), other), equals: path)
    }
  }

  private func fingerprints(_ made: Experiment) async throws -> Set<String> {
    let text = try unwrap(
      try await Runner(made, threads: 1).run { _ in }.prepared().csv("replications.csv"))
    let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
    let place = try unwrap(rows[0].firstIndex(of: "fingerprint"))
    return Set(rows.dropFirst().map { "\($0[1]) \($0[2]) \($0[place])" })
  }

  /// The difference of two scenarios that `check` names.
  private func difference(_ one: Experiment, _ other: Experiment) async throws -> String? {
    let folder = try LogFolder()
    for (made, name) in [(one, "one"), (other, "other")] {
      let runner = try Runner(made, threads: 1)
      let place = RunSession.Place(path: "\(folder.path)/\(name)", force: false, resumes: false)
      let session = try RunSession(runner, place)
      _ = try await session.run { _ in }
      try session.finish(session.prepare(), words: \.untold, wallTime: 0)
    }
    let check = try RegressionCheck.make(
      "\(folder.path)/one", baseline: "\(folder.path)/other", margins: Margins([]),
      selection: .all)
    return check.series.lazy.compactMap(\.difference).first
  }

  // MARK: Pushes that arrive and are not shown

  /// The settings with which pushes that reach a device need not be shown, and with which they
  /// must, by the path of a key.
  private static let hiding: [String: (hides: [String], shows: [String])] = [
    "device.denied": (["device.denied=5%"], ["device.denied=0%"]),
    "device.alerts_off": (["device.alerts_off=5%"], ["device.alerts_off=0%"]),
    "device.provisional": (
      ["device.provisional.share=50%", "user.taps=10%"],
      ["device.provisional={share: 50%, keeps: 100%}", "user.taps=10%"]
    ),
    "device.android.force_stop": (
      [opens, "push_service.kind=fcm", "device.android.force_stop=10%"],
      [opens, "push_service.kind=fcm", "device.android.force_stop=0%"]
    ),
    "device.android.vendor_kill": (
      [opens, "push_service.kind=fcm", "device.android.vendor_kill.share=10%"],
      [opens, "push_service.kind=fcm", "device.android.vendor_kill.share=0%"]
    ),
    "user.reactions": (
      [opens, reactions, "user.reactions.then={alerts_off: 50%}"], [opens, reactions]
    ),
  ]

  /// Two pushes each of forty-eight devices; every third device has not got its own.
  private func messages(_ folder: LogFolder) throws -> String {
    let rows = (0..<96).flatMap { number -> [String] in
      let (name, hour) = ("\(number),d\(number % 48)", number < 48 ? "08" : "09")
      let accepted = "2026-10-05 \(hour):00:10 UTC,MESSAGE_ACCEPTED,\(name)"
      let delivered = "2026-10-05 \(hour):00:\(11 + number % 37) UTC,MESSAGE_DELIVERED,\(name)"
      return number % 3 == 0 ? [accepted] : [accepted, delivered]
    }
    return try folder.write(
      "messages.csv", header: "event_timestamp,event,message_id,instance_id", rows: rows)
  }

  @Test("Delays of FCM's messages count where all that reaches a device is shown, and only there")
  func reachedAndShown() throws {
    let folder = try LogFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try messages(folder)
    let delays = { (settings: [String], unknown: String) in
      let found = try Calibration(
        try read(settings), .fcm(path), unknown: [unknown], strategy: nil, threads: 1)
      expect(found.figures.first?.metric, equals: "reached_share", "\(settings)")
      return found.figures.count - 1
    }
    let unknown = "network.offline.weibull.scale"
    let places = KeyFacts.placesOfSections.filter { $0.key.hides != nil }
    for place in places {
      let (hides, shows) = try unwrap(Self.hiding[place.path])
      try expect(delays(hides, unknown), equals: 0, "\(place.path)")
      try expect(delays(shows, unknown) > 0, "\(place.path)")
    }
    expect(Set(places.map(\.path)), equals: Set(Self.hiding.keys))
    // Others hide nothing, though devices draw or share them.
    for (path, settings) in Self.dependent
    where !places.contains(where: { path == $0.path || path.hasPrefix("\($0.path).") }) {
      try expect(delays(settings, unknown) > 0, "\(path)")
    }
    // The value varies in a group, at a design point, and where the search would go.
    let group = "groups=[{name: g, share: 50%, device: {denied: 5%}}]"
    try expect(delays([group], unknown), equals: 0)
    let sweep = "sweep=[{factor: d, path: device.alerts_off, values: [5%]}]"
    try expect(delays([sweep], unknown), equals: 0)
    try expect(delays(["device.denied=0%"], "device.denied"), equals: 0)
  }

  // MARK: Worlds that change

  /// The settings with which a key makes the world another one with time, by its path.
  private static let changing: [String: [String]] = [
    "workload.arrivals.trace": ["workload.arrivals={trace: {file: %/t.csv, time: time}}"],
    "network.trace": [
      "network={trace: {file: %/a.csv, start: start, end: end}, online: null, offline: null}"
    ],
    "provider.cut_off": ["provider.cut_off={from: 0h, to: 12h}"],
    "push_service.web_silent_max": [
      "push_service.web=true", "push_service.web_silent_max=5", "workload.badge_updates.rate=9/d",
    ],
    "push_service.token_expires_after": [
      opens, "push_service.kind=fcm", "push_service.token_expires_after=2h",
    ],
    "device.tokens.changes": [opens, "device.tokens.changes={exponential: {mean: 2d}}"],
    "device.uninstalls": ["device.uninstalls=0.3/d"],
    "device.provisional": ["device.provisional.share=100%", "user.taps=10%"],
    "app.voip_misuses": [opens, "app.voip_misuses=3", "strategies=[voip-fetch]"],
    "user.reactions": [
      opens, reactions, "user.reactions.annoyance.useful=20%",
      "user.reactions.then={uninstall: 100%}",
    ],
  ]

  @Test("No run asks for a longer warm-up where a key changes the world on purpose")
  func worldsThatChange() async throws {
    let folder = try LogFolder()
    let times = (0..<400).map { "\(Double($0 * $0) * 4)" }
    _ = try folder.write("t.csv", header: "time", rows: times)
    _ = try folder.write("a.csv", header: "start,end", rows: ["0,80000"])
    let places = KeyFacts.placesOfSections.filter { $0.key.changesWorld != nil }
    for place in places {
      guard let settings = Self.changing[place.path] else {
        Issue.record("no example of \(place.path)")
        continue
      }
      let frame = ["duration=6d", "devices=20", "replications=12"]
      var options = Experiment.Options()
      options.allowsOutside = true
      let made = try read(
        frame + settings.map { $0.replacing("%/", with: "\(folder.path)/") }, options)
      let changes = try unwrap(place.key.changesWorld)
      expect(made.base.frame.setups.contains(where: changes), "\(place.path) is not in force")
      let verdict = try await Runner(made, threads: 1).run { _ in }.verdict()
      expect(verdict.warnings.filter { $0.contains("lengthen") }.isEmpty, "\(place.path)")
    }
    expect(places.count, equals: Self.changing.count)
  }
}
