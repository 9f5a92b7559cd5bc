import DeliverySim
import Files
import Models

extension Key where Value == WeeklyPace? {
  /// Declares the pace at which spans are used up, by the hour of the week.
  init(pace name: String, _ meaning: String) {
    self.init(facts: KeyFacts(name, .hours, or: "1 in every hour", meaning, "R1.9")) {
      map, reading in
      map.child(name).flatMap { readPace($0, reading) }
    }
  }
}

private func readPace(_ value: ValueReader, _ reading: Reading) -> WeeklyPace? {
  guard let weights = value.list(of: .number(.atLeast(0)), count: 168...168) else { return nil }
  let pace = reading.parts.pace(of: value) { WeeklyPace(hours: weights) }
  if pace == nil {
    value.report(found: "weights that sum to 0", allowed: "168 weights, one above 0")
  }
  return pace
}

/// The paces of spans, of which there must be some.
func readPaces(_ section: Section<NetworkKeys>) -> Paces {
  let paces = Paces(online: section.onlinePace, offline: section.offlinePace)
  guard !section.says(\.online), !section.says(\.offline) else { return paces }
  for key in [\NetworkKeys.onlinePace, \.offlinePace] where section.says(key) {
    section.report(
      key, found: "a pace without spans", allowed: "a network with online and offline")
  }
  return paces
}
