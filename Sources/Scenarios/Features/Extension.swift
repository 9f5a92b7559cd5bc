import DeliverySim
import Files
import Models

extension DeviceSection {
  static let serviceExtension = DeviceSection(
    Key(
      "extension", ExtensionKeys(), "The notification service extension; default: ideal.", "R5"),
    isPlain: true
  ) { $1.others.serviceExtension = readExtension($0) }
}

final class ExtensionKeys: KeyGroup {
  let absent = Key(
    "absent", .share, unsaid: .zero, "Share of devices without one.", "R5.6"
  ).drawn(as: .extensionAbsent).idle(nobodyNeedsIt)
  let runTime = Key(
    optional: "run_time", law: .time, or: "0s", "Time of its own work.", "R5.6"
  ).idle(nobodyNeedsIt)
  let timeLimit = Key(
    facts: KeyFacts(
      "time_limit", .time, or: "30s with a run_time",
      "The time that a run may take, the wait for an answer included.", "R5.6"), read: readTimeLimit
  ).idle("no strategy here sends re-requests") { scenario, setup in
    !scenario.recovers
      && (!scenario.needsExtension(setup) || setup.serviceExtension.runTime.isZero)
  }
  let overlap = Key(
    "overlap", .bool, unsaid: true, "Runs for several pushes may overlap.", "R5.6"
  ).idle(nobodyNeedsIt)
  let memory = Key(
    "memory", MemoryKeys(), "A run that uses more than its limit crashes.", "R5.6"
  ).idle(nobodyNeedsIt)
  let crash = Key("crash", CrashKeys(), "Runs that crash.", "R5.6").idle(nobodyNeedsIt)
  let doubleInvocation = Key(
    "double_invocation", .share, unsaid: .zero, "Share of runs that the system calls twice.", "R5.6"
  ).idle(nobodyNeedsIt)
  let doubleShows = Key(
    "double_shows", .words(of: ServiceExtension.DoubleShows.self), unsaid: .once,
    "The number of times that a plain push is shown for which the system calls it twice.", "R5.6"
  ).idle("extension.double_invocation is 0") { _, setup in
    setup.serviceExtension.doubleShows == .twice
      && setup.serviceExtension.doubleInvocation.value == 0
  }
  let decorates = Key(
    "decorates", .bool, unsaid: false,
    "It adds something that a notification lacks without it: decryption, a picture.", "R5.9")
  let firstUnlock = Key(
    "before_first_unlock", FirstUnlockKeys(), "After switching on, positions may be unreadable.",
    "R5.7"
  ).idle("no device is ever switched off", inGroups: false) { _, setup in
    setup.serviceExtension.firstUnlock != nil && setup.nights == nil
  }.idle("no strategy here saves a position", inGroups: false) { scenario, setup in
    setup.serviceExtension.firstUnlock != nil && !scenario.recovers
  }
}

private let nobodyNeedsIt = IdleKey(
  reason: "no strategy here needs the extension", inGroups: true
) { scenario, setup in !scenario.needsExtension(setup) }

final class MemoryKeys: KeyGroup {
  let use = Key(needed: "use", law: .count, "Memory of a run [byte].", "R5.6")
  let limit = Key(needed: "limit", memorySize, "The limit of a run.", "R5.6")
}

final class CrashKeys: KeyGroup {
  let share = Key("p", .share, .zero, "Share of runs that crash at random.", "R5.6")
  let shows = Key(
    "shows", .words(of: ServiceExtension.Crash.Shows.self), .original,
    "The part of the push that the user then sees.", "R5.6")
}

final class FirstUnlockKeys: KeyGroup {
  let unlock = Key(
    needed: "unlock", law: .time, "Time from switching on to the first unlock.", "R5.7")
  let positionUnreadable = Key(
    "position_unreadable", .share, .one,
    "Share of restarts after which the position is unreadable.", "R5.7")
}

/// Work that takes time has Apple's limit, unless the scenario says another one.
@Sendable private func readTimeLimit(_ map: MapReader, _: Reading) -> (_ hasRunTime: Bool) ->
  SimTime
{
  let format = ScalarFormat<SimTime>.time
  return { hasRunTime in
    guard hasRunTime else { return map.optional("time_limit", format) ?? .never }
    return map.value("time_limit", format, default: ServiceExtension.timeLimitOfApple)
  }
}

func readExtension(_ section: Section<ExtensionKeys>?) -> ServiceExtension {
  guard let section else { return ServiceExtension() }
  var result = ServiceExtension()
  result.absent = section.absent
  let runTime = section.runTime
  result.runTime = runTime ?? .zero
  result.timeLimit = section.timeLimit(runTime != nil)
  result.overlaps = section.overlap
  result.memory = section.memory.flatMap { memory in
    let (use, limit) = (memory.use, memory.limit)
    return use.map { ServiceExtension.Memory(use: $0, limit: limit) }
  }
  if let crash = section.crash {
    result.crash = readCrash(crash, hasMemory: section.says(\.memory))
  }
  (result.doubleInvocation, result.doubleShows) = (section.doubleInvocation, section.doubleShows)
  result.decorates = section.decorates
  result.firstUnlock = section.firstUnlock.flatMap { restart in
    let (unlock, unreadable) = (restart.unlock, restart.positionUnreadable)
    return unlock.map { .init(unlock: $0, positionUnreadable: unreadable) }
  }
  checkAbsence(result, section)
  return result
}

private func readCrash(
  _ section: Section<CrashKeys>, hasMemory: Bool
) -> ServiceExtension.Crash {
  if !hasMemory, !section.says(\.share) {
    section.reportMissing(\.share, allowed: "a probability, since nothing else makes it crash")
  }
  return ServiceExtension.Crash(probability: section.share, shows: section.shows)
}

/// Where no device has an extension, nothing can be said of it.
private func checkAbsence(_ result: ServiceExtension, _ section: Section<ExtensionKeys>) {
  guard result.absent == .one else { return }
  let others = [
    "time_limit", "run_time", "overlap", "memory", "crash", "double_invocation", "double_shows",
  ]
  guard let other = others.first(where: section.map.keys.contains) else { return }
  section.report(\.absent, allowed: "a share below 1, since \(other) is given")
}

/// A size **[byte]** above 0: `24MB`, or a plain number.
private let memorySize = ScalarFormat<Double>(
  .bytes, allowed: "a number of bytes above 0, such as 24MB, 900kB or 24e6", fallback: 24e6,
  parse: { text, isQuoted in
    let unit = [("kB", 1e3), ("MB", 1e6)].first { text.hasSuffix($0.0) }
    if unit == nil, isQuoted { return nil }
    let number = Units.number(Units.withoutSpace(text.dropLast(unit == nil ? 0 : 2)))
    return number.map { $0 * (unit?.1 ?? 1) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  },
  render: { .number($0) })
