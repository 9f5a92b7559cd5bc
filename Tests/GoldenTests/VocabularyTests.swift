import Answers
import Foundation
import Models
import Scenarios
import TestSupport
import Testing
import Vocabulary

/// Programs and people read these names and words of metrics, columns and endings.
@Suite struct VocabularyTests {
  @Test func whatIsCommittedIsNew() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../python/deliverysim/vocabulary.json").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    expect(text, equals: VocabularyDocument.json, "make reference")
  }

  @Test func itIsJSON() throws {
    let data = Data(VocabularyDocument.json.utf8)
    let found = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let metrics = try #require(found["metrics"] as? [[String: Any]])
    expect(metrics.compactMap { $0["name"] as? String }, equals: Metric.all.map(\.name))
    expect(found["format"] as? Int, equals: 1)
  }

  // MARK: Metrics

  @Test func eachMetricHasWordsOfItsOwn() {
    for words in [\Metric.words, \.axis, \.label] {
      let found = Metric.all.map { $0[keyPath: words] }
      expect(Set(found).count, equals: found.count)
      expect(found.allSatisfy { !$0.isEmpty && !$0.contains("_") })
    }
  }

  @Test func wordsFollowFromTheMeasure() {
    let cases: [(String, String?, String?, String?)] = [
      ("deliverability", "shown", "owed notifications shown", "share"),
      ("degraded_share", "shown without what the extension adds", nil, "share"),
      ("pushes_per_notification", "pushes per notification", nil, "per notification"),
      ("app_openings_per_device_day", "openings of the app, per device and day", nil, nil),
      ("extension_seconds_per_device_day", nil, nil, "s per device-day"),
      ("latency_p50_s", "median delay of what is shown", nil, "s"),
      ("delay_p50_s", "time until half of what is owed is shown", nil, "s"),
    ]
    for (name, words, axis, unit) in cases {
      let metric = Metric.named(name)
      expect(metric.words, equals: words ?? metric.words)
      expect(metric.axis, equals: axis ?? metric.axis)
      expect(metric.unitWords, equals: unit ?? metric.unitWords)
    }
  }

  @Test func pricesHaveAnOrder() {
    let costs = Metric.all.compactMap(\.cost).sorted()
    expect(costs, equals: Array(1...costs.count))
  }

  // MARK: Columns

  /// A name means the same in all files.
  @Test func columnsOfOneNameAreAlike() {
    let columns = ResultColumns.files.flatMap(\.columns)
    for (name, found) in Dictionary(grouping: columns, by: \.name) {
      expect(found.allSatisfy { $0 == found[0] }, "\(name)")
    }
  }

  // MARK: Looks

  @Test func barsTellAllFatesApartThatAreDrawn() {
    let looks = FateLook.all
    expect(Set(looks.map(\.fate)), equals: Set(Fate.allCases).subtracting([.shown]))
    expect(Set(looks.map(\.colour)).count, equals: looks.count)
    expect(Set(looks.map(\.hatch)).count, equals: looks.count)
    expect(!Palette.strategies.contains(Palette.baseline))
    expect(Palette.strategies.count, equals: Palette.markers.count)
  }
}
