import DeliverySim
import Files
import Models

extension StrategyKind {
  static let schedule = StrategyKind(
    "schedule", ScheduleKeys(), "The fleet switches between strategies over time.",
    rule: "R2.9", layer: .fleet
  ) { section in
    let first = section.start
    return first.then(readAdoptions(section))
  }

  /// A schedule's stages may be these: everything but a schedule.
  static let stageNames = strategyNames { $0.layer < .fleet }
}

private final class ScheduleKeys: KeyGroup {
  let start = stage("start", "The first one.")
  let changes = Key(
    list: "changes", ChangeKeys(), count: 1...100, "The changes, in order of time.", "R2.9"
  )
  .needed
}

private final class ChangeKeys: KeyGroup {
  let at = Key(needed: "at", .time, "The time of the change.", "R2.9")
  let adoption = Key(span: "adoption", "Each device's delay.", "R2.9")
  let to = stage("to", "The new strategy.").needed
}

private func stage(_ name: String, _ meaning: String) -> Key<Strategy> {
  Key(facts: KeyFacts(name, .stage, or: "fire-and-forget", meaning, "R2.9")) { map, reading in
    readInner(map, name, StrategyKind.stageNames, reading)
  }
}

/// Reads the strategies that the fleet switches to, and the times.
private func readAdoptions(_ section: Section<ScheduleKeys>) -> [Adoption] {
  guard section.child(\.changes) != nil else {
    section.reportMissing(\.changes, allowed: "a list of changes, each with at and to")
    return []
  }
  var adoptions: [Adoption] = []
  var last: SimTime?
  for change in section.changes {
    let errorsBefore = section.sink.reportCount
    let at = change.at
    let isTime = section.sink.reportCount == errorsBefore
    let delay = change.adoption
    if let last, isTime, at <= last {
      change.report(
        \.at,
        allowed: "a time after the previous change, which is at "
          + Units.durationText(last.microseconds))
    }
    if isTime { last = at }
    guard change.says(\.to) else {
      let names = StrategyKind.stageNames.joined(separator: ", ")
      change.reportMissing(\.to, allowed: "a strategy: \(names)")
      continue
    }
    adoptions.append(Adoption(at: at, delay: delay, change.to))
  }
  return adoptions
}
