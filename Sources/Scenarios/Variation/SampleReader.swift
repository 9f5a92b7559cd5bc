import Files
import Statistics

final class SampleKeys: KeyGroup {
  let lhs = Key(
    optional: "lhs", sampleSize, "So many points of a Latin hypercube; or sobol.")
  let sobol = Key(
    optional: "sobol", sampleSize, "So many of Sobol's points, best a power of two; or lhs.")
  let factors = Key(
    list: "factors", SampledFactorKeys(), count: 1...SobolSequence.dimensionMax,
    "The numbers that vary, and their distributions.")

  static let shared = SampleKeys()
}

final class SampledFactorKeys: KeyGroup {
  let factor = Key(
    needed: "factor", columnName,
    "The column's name: a-z, 0-9 and _.")
  let path = Key(
    needed: "path", .text("a path such as network.offline.weibull.scale"),
    "The number to vary: keys joined by dots.")
  let law = Key(
    facts: KeyFacts("law", .anyLaw, "The distribution of the number, in its own unit.")
  ) { map, _ in map.child("law") }.needed
  let label = factorLabel
  let unit = factorUnit
}

/// A list of values may have as many.
private let sampleSize = ScalarFormat<Int>.integer(in: 2...10_000)

/// Reads `sweep: {sample: ...}`.
struct SampleReader {
  let sink: DiagnosticSink
  let reading: Reading
  /// The scenario with defaults filled in.
  let resolved: ConfigNode

  /// - Returns: nil after an error.
  func read(_ sweep: MapReader) -> SweepSample? {
    let errorsBefore = sink.reportCount
    guard let map = sweep.section("sample") else {
      sweep.reportMissing("sample", allowed: "a map with lhs or sobol, and factors")
      return nil
    }
    let section = Section(map: map, keys: SampleKeys.shared, reading: reading)
    let design = readDesign(section)
    let readers = section.factors
    if section.child(\.factors) == nil { section.reportMissing(\.factors, allowed: "a list") }
    var factors: [SampledFactor] = []
    for reader in readers { factors += read(reader, after: factors).map { [$0] } ?? [] }
    guard let design, sink.reportCount == errorsBefore else { return nil }
    return SweepSample(factors: factors, design: design)
  }

  private func readDesign(_ section: Section<SampleKeys>) -> SampleDesign? {
    let (lhs, sobol) = (section.lhs, section.sobol)
    switch (section.child(\.lhs), section.child(\.sobol)) {
    case (nil, nil): section.reportMissing(\.lhs, allowed: "lhs: N or sobol: N")
    case (_?, _?): section.report(\.sobol, found: "lhs and sobol", allowed: "one of them")
    default: break
    }
    return lhs.map { .latinHypercube($0) } ?? sobol.map { .sobol($0) }
  }

  private func read(
    _ section: Section<SampledFactorKeys>, after others: [SampledFactor]
  ) -> SampledFactor? {
    let errorsBefore = sink.reportCount
    let name = section.factor
    let errorsBeforePath = sink.reportCount
    let path = section.path
    let isPath = sink.reportCount == errorsBeforePath
    guard let child = section.law else {
      section.reportMissing(\.law, allowed: "a law, such as {uniform: {min: ..., max: ...}}")
      return nil
    }
    let (label, counts) = (section.label, section.unit)
    guard isPath, let place = section.child(\.path) else { return nil }
    if others.contains(where: { $0.name == name }) {
      section.report(\.factor, found: "two factors called \(name)", allowed: "different names")
    }
    let varied: Varied
    do throws(Varied.Problem) {
      varied = try Varied(path, in: resolved, besides: others.map(\.path))
    } catch {
      sink.report(error.diagnostic(at: place.location, key: place.path))
      return nil
    }
    var reading = reading
    reading.dimension = varied.dimension
    guard let law = readLaw(child, reading), sink.reportCount == errorsBefore else { return nil }
    return SampledFactor(
      name: name, varied: varied, location: place.location, law: law, lawNode: child.node,
      label: label, counts: counts)
  }
}

extension Varied {
  fileprivate var dimension: Dimension {
    switch unit {
    case .seconds: .time
    case .perSecond: .rate
    case .share: .share
    case .whole, .number: .count
    }
  }
}
