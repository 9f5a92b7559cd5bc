import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: user

  /// - Returns: nil where no user is modelled.
  func readUser(_ root: MapReader) -> User? {
    guard let map = root.section("user") else { return nil }
    let sees = readLaw(map, "sees", .duration)
    let asleep = readHours(map, "asleep")
    let taps = probability(map, "taps", default: 0)
    let dismisses = probability(map, "dismisses", default: 0)
    guard !asleep.isWholeWeek else {
      map.report("asleep", found: "the whole week", allowed: "hours that leave time to look")
      return nil
    }
    guard taps.value + dismisses.value <= 1 else {
      map.report(
        "dismisses", allowed: "a share of looks: taps and dismisses together at most 1")
      return nil
    }
    return User(sees: sees, asleep: asleep, taps: taps, dismisses: dismisses)
  }
}
