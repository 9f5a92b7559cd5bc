import Foundation
import Models
import TestSupport
import Testing

/// The manifest of features.
@Suite struct FeatureManifestTests {
  @Test("No two streams share a code, and no two features")
  func streams() {
    let codes = Feature.all.flatMap(\.streamCodes)
    expect(Set(codes).count, equals: codes.count)
  }

  private static func lines(of module: String) -> [String] {
    SourceTree.swift.filter { $0.module == module }.flatMap(\.lines)
  }

  private static func text(_ file: String) throws -> String {
    let source = SourceTree.swift.first { $0.path == "Sources/Models/\(file)" }
    return try unwrap(source).lines.joined(separator: "\n")
  }

  /// The types that a line declares or extends as all codes of a feature.
  private static func declared(_ kind: Regex<(Substring, Substring)>) -> Set<String> {
    Set(lines(of: "Models").compactMap { $0.firstMatch(of: kind).map { String($0.1) } })
  }

  @Test("Each enum of codes stands in the manifest: what is left out would be counted nowhere")
  func enums() throws {
    let manifest = try Self.text("Features.swift")
    let enums = Self.declared(
      /^(?:public )?enum (\w+): UInt8, .*(?:Streams|EventKinds|FeatureEvent|Causes|Counters)\b/
    ).union(Self.declared(/^extension (\w+): FeatureEvent \{/))
    expect(enums.count > 50)
    for name in enums {
      expect(manifest.contains("\(name).allCases"), "\(name) is not in Features.swift")
    }
  }

  @Test("Each station that handles events is asked by the device")
  func handlers() throws {
    let device = try Self.text("Engine/Device.swift")
    let stations = Self.declared(/^extension (\w+): EventHandler \{/)
    let kinds = Feature.all.filter { !$0.kindCodes.isEmpty }
    expect(stations.count, equals: kinds.count)
    for station in stations {
      expect(device.contains("handle(event, by: \(station).self, &turn)"), "\(station)")
    }
  }

  @Test("Stories have words for the causes of each feature")
  func told() {
    let enums = Self.declared(/^(?:public )?enum (\w+): UInt8, Causes \{/)
    let words = Self.lines(of: "Stories").compactMap {
      $0.firstMatch(of: /^extension (\w+): ToldCauses \{/).map { String($0.1) }
    }
    expect(enums.count > 5)
    expect(Set(words), equals: enums)
  }

  @Test("No two events of features share a code")
  func events() {
    let codes = Feature.all.flatMap(\.events).map { $0.rawValue }
    expect(Set(codes).count, equals: codes.count)
  }

  @Test("The causes of all features have the codes from 1, without a hole, and names of their own")
  func causes() {
    let codes = Feature.all.flatMap(\.causes).map { Int($0.rawValue) }.sorted()
    expect(codes, equals: Array(1...codes.count))
    let names = Cause.allCases.dropFirst().map { "\($0.stage?.rawValue ?? "")/\($0.name)" }
    expect(Set(names).count, equals: codes.count)
  }

  /// An event has 6 bits for its kind.
  @Test("The kinds of events have the codes from 0, without a hole, and room in an event")
  func kinds() {
    let codes = Feature.all.flatMap(\.kindCodes).map(Int.init).sorted()
    expect(codes, equals: Array(codes.indices))
    expect(codes.count <= 64)
  }

  /// Columns have the first codes, without a hole; what has none has the last ones.
  @Test("The counters of all features have places of their own, and the columns have the first")
  func counters() {
    let codes = Feature.all.flatMap(\.counterCodes).map(Int.init)
    expect(Set(codes).count, equals: codes.count)
    let columns = Counter.columns
    expect(columns.map(\.place), equals: Array(columns.indices))
    expect(Set(columns.map(\.name)).count, equals: columns.count)
    let others = codes.sorted().dropFirst(columns.count)
    expect(Array(others), equals: Array((Counter.places - others.count)..<Counter.places))
  }

  @Test("Each file of codes belongs to a feature of the manifest, and each feature has a folder")
  func folders() throws {
    let models = SourceTree.swift.filter { $0.module == "Models" }.map(\.path)
    for feature in Feature.all {
      expect(models.contains { $0.contains("/\(feature.name)/") }, "\(feature.name)")
    }
    let folders = models.filter { $0.hasSuffix("Codes.swift") }.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().lastPathComponent
    }
    expect(Set(folders).isSubset(of: Set(Feature.all.map(\.name))), "\(folders)")
  }

  @Test(
    "What stands in a folder of features has the name of one",
    arguments: ["Scenarios/Features", "Vocabulary/Metrics/Features"])
  func namesOfFiles(folder: String) {
    let parts = "Sources/\(folder)/"
    let names = SourceTree.swift.map(\.path).filter { $0.hasPrefix(parts) }.map { path in
      String(path.dropFirst(parts.count).prefix { $0 != "/" && $0 != "." })
    }
    expect(Set(names).count > 10)
    expect(Set(names).subtracting(Feature.all.map(\.name)), equals: [])
  }
}
