import DeliverySim
import Files
import Models

/// The ways in which messages can be created: one entry for each.
let arrivalKinds: [Key<Workload.Arrivals?>] = [
  Key(case: "poisson", PoissonKeys(), "They come at a constant rate.", "R1.4") { section in
    section.rate.map { .poisson(rate: $0) }
  },
  Key(case: "weekly", WeeklyKeys(), "They come at a rate that repeats every week.", "R1.4") {
    section in
    let profile = section.hours
    guard let rate = section.rate, let profile else { return nil }
    return .weekly(rate: rate, profile: profile)
  },
  Key(case: "bursts", BurstArrivalKeys(), "Messages in bursts.", "R1.4") { section in
    let (between, size, within) = (section.between, section.size, section.within)
    let hours = section.hours
    guard let between, let size, let within else { return nil }
    requireMean(between, section, \.between)
    return .bursts(.init(between: between, size: size, within: within, pace: hours))
  },
  Key(case: "trace", TraceKeys(), "They come as recorded in a CSV file.", "R1.4") { section in
    readTrace(section).map { .trace($0) }
  }.changesWorld { setup in
    if case .trace = setup.workload.arrivals { true } else { false }
  },
]

/// The laws of the times when people open the app, or pick up the phone: the same as some arrivals
/// of messages.
let openingKinds: [Key<App.Openings?>] = [
  Key(case: "poisson", PoissonKeys(), "They come at a constant rate.", "R6.2") { section in
    section.rate.map { App.Openings(rate: $0) }
  },
  Key(case: "weekly", WeeklyKeys(), "They come at a rate that repeats every week.", "R6.2") {
    section in
    let profile = section.hours
    guard let rate = section.rate, let profile else { return nil }
    return App.Openings(rate: rate, profile: profile)
  },
]

final class PoissonKeys: KeyGroup {
  static let shape: String? = "@poisson"
  let rate = Key(rate: "The same for all devices, or a law over them.").drawn(
    as: .rate, .openingRate, .pickupRate)
}

final class WeeklyKeys: KeyGroup {
  static let shape: String? = "@weekly"
  let rate = Key(rate: "The weekly mean.").drawn(as: .rate, .openingRate, .pickupRate)
  let hours = Key(
    facts: KeyFacts("hours", .hours, "168 weights from Monday 00:00.", "R1.4"), read: readProfile
  ).needed
}

@Sendable private func readProfile(_ map: MapReader, _ reading: Reading) -> WeeklyProfile? {
  guard let child = map.child("hours") else {
    map.reportMissing("hours", allowed: "a list of 168 weights, from Monday 00:00")
    return nil
  }
  guard let weights = child.list(of: .number(.atLeast(0)), count: 168...168) else { return nil }
  let profile = reading.parts.profile(of: child) { WeeklyProfile(hours: weights) }
  if profile == nil {
    child.report(found: "weights that sum to 0", allowed: "168 weights, one above 0")
  }
  return profile
}

/// The weights of a day hold on each day of the week.
@Sendable private func readBurstHours(_ map: MapReader, _ reading: Reading) -> WeeklyPace? {
  guard let child = map.child("hours"),
    let weights = child.list(of: .number(.atLeast(0)), count: 24...168)
  else { return nil }
  guard [24, 168].contains(weights.count) else {
    child.report(
      found: "\(weights.count) weights", allowed: "24 weights of a day, or 168 from Monday 00:00")
    return nil
  }
  let week = weights.count == 168 ? weights : (0..<168).map { weights[$0 % 24] }
  let pace = reading.parts.pace(of: child) { WeeklyPace(hours: week) }
  if pace == nil { child.report(found: "weights that sum to 0", allowed: "one above 0") }
  return pace
}

private final class BurstArrivalKeys: KeyGroup {
  let between = Key(
    needed: "between", law: .time, "The time from the end of a burst to the start of the next.",
    "R1.4")
  let size = Key(needed: "size", law: .count, "Messages of a burst, at least 1.", "R1.4")
  let within = Key(
    needed: "within", law: .time, "The time from one message of a burst to the next.", "R1.4")
  let hours = Key(
    facts: KeyFacts(
      "hours", .hoursOfWeekOrDay, or: "1 in every hour",
      "The speed at which between is used up: 24 weights of a day or 168 of a week, with mean 1.",
      "R1.4"
    ), read: readBurstHours)
}
