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

  @Test("All events of features are told, each with a code of its own")
  func events() {
    let codes = Feature.all.flatMap(\.events).map { $0.rawValue }
    expect(Set(codes).count, equals: codes.count)
    let told = Set(StoryRecord.Event.allCases.map(\.code))
    expect(Set(codes.map(UInt64.init)).isSubset(of: told))
  }

  @Test("The causes of all features have the codes from 1, without a hole, and names of their own")
  func causes() {
    let codes = Feature.all.flatMap(\.causes).map { Int($0.rawValue) }.sorted()
    expect(codes, equals: Array(1...codes.count))
    let names = Cause.allCases.dropFirst().map { "\($0.stage?.rawValue ?? "")/\($0.name)" }
    expect(Set(names).count, equals: codes.count)
  }

  /// An event has 6 bits for its kind.
  @Test("No two kinds of events share a code, and all have room in an event")
  func kinds() {
    let codes = Feature.all.flatMap(\.kindCodes)
    expect(Set(codes).count, equals: codes.count)
    expect(codes.allSatisfy { $0 < 64 })
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
    expect(Array(others), equals: Array((64 - others.count)..<64))
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
