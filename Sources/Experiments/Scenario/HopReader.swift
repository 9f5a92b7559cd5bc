import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: provider.intake, provider.link

  func readHop(_ map: MapReader?) -> Hop {
    guard let map else { return Hop() }
    return Hop(
      loss: probability(map, "loss", default: 0), latency: readLaw(map, "latency", .duration),
      bursts: map.section("bursts").flatMap(readBursts),
      incidents: map.section("incidents").flatMap(readOutages),
      retry: map.section("retry").map(readRetry))
  }

  private func readBursts(_ map: MapReader) -> Hop.Bursts? {
    let spans = readOutages(map)
    let loss = probability(map, "loss", default: 1)
    return spans.map { Hop.Bursts(spans: $0, loss: loss) }
  }

  /// `every` runs from the end of an outage to the start of the next one.
  func readOutages(_ map: MapReader) -> Alternation? {
    let every = readRequiredLaw(map, "every", .duration)
    let last = readRequiredLaw(map, "last", .duration)
    guard let every, let last else { return nil }
    return readAlternation(map, ("every", every), ("last", last))
  }

  private func readRetry(_ map: MapReader) -> Hop.Retry {
    let errorsBefore = sink.reportCount
    let attempts = map.required("attempts", .integer(in: 1...1000))
    let first = SimTime(microseconds: map.required("first", .duration(min: 1)))
    let factor = map.value("factor", .number(.between(1, 1000)), default: 2)
    let longest = map.optionalTime("max") ?? .never
    if longest < first, sink.reportCount == errorsBefore {
      map.report(
        "max",
        allowed: "at least the first wait, which is \(Units.durationText(first.microseconds))")
    }
    return Hop.Retry(attempts: attempts, first: first, factor: factor, max: longest)
  }
}
