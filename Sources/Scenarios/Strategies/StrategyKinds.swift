import DeliverySim
import Files
import Models

/// The strategies that scenarios can name: one entry for each.
let strategyKinds: [Key<Strategy>] = [
  Key(case: "fire-and-forget", NoKeys(), "One push per message.", "R8") { _ in .fireAndForget },
  Key(
    case: "gap-recovery", GapRecoveryKeys(),
    "Numbers pushes; the extension asks for what is missing.", "R8"
  ) { section in
    .gapRecovery(
      GapRecovery(
        repeatLimit: section.repeatLimit, collapse: section.collapse,
        asPrinted: section.asPrinted, wait: section.wait, sharedCursor: section.sharedCursor))
  },
  Key(
    case: "gap-window", GapWindowKeys(), "Remembers gaps, and asks again with every push.", "R8"
  ) { section in
    .gapWindow(
      repeatLimit: section.repeatLimit, window: section.window, collapse: section.collapse,
      wait: section.wait, sharedCursor: section.sharedCursor)
  },
  Key(
    case: "extension-fetch", ExtensionFetchKeys(), "The extension asks for all that is new.", "R8",
    readExtensionFetch),
  Key(
    case: "retry-until-acked", BackOffKeys(), "Sends again until the extension acknowledges.", "R8",
    readRetries),
  Key(case: "digest", DigestKeys(), "Each push carries earlier messages too.", "R8", readDigest),
  Key(
    case: "heartbeat", HeartbeatKeys(), "After a quiet time, a push carries the last position.",
    "R8", readHeartbeat),
  Key(
    case: "silent-fetch", SilentFetchKeys(), "A silent push wakes the app, which fetches.", "R8"
  ) { .silentFetch(priority: $0.priority) },
  Key(
    case: "voip-fetch", NoKeys(), "A VoIP push wakes the app, which fetches.", "R8"
  ) { _ in .voipFetch },
  Key(case: "poll", PollKeys(), "The app fetches by itself.", "R8", readPolling),
  Key(case: "foreground-sync", ForegroundSyncKeys(), "Opening the app fetches.", "R8") {
    $0.on.fetchingOnOpening()
  },
  Key(
    case: "escalate", EscalationKeys(), "A second channel for what is not confirmed in time.",
    "R11.1", readEscalation),
  Key(
    case: "socket", SocketKeys(), "While the app runs, messages come over its own connection.",
    "R11.2", readSocket),
  Key(
    case: "schedule", ScheduleKeys(), "The fleet switches between strategies over time.", "R2.9"
  ) { section in
    let first = section.start
    return first.then(readAdoptions(section))
  },
  Key(
    case: "foreign", ForeignKeys(), "Its code is in a program that uses this library.", "R8",
    readForeign),
]

/// What a schedule's stages may be: everything but a schedule.
private var stageNames: [String] { strategyKinds.names.filter { $0 != "schedule" } }

// MARK: - Their parameters

private final class NoKeys: KeyGroup {}

private final class GapRecoveryKeys: KeyGroup {
  let repeatLimit = repeatLimitKey
  let collapse = collapseKey
  let asPrinted = Key("as_printed", .bool, false, "The article's listing verbatim.", "R5.3")
  let wait = Key(span: "wait", "Wait before a re-request.", "R5.5")
  let sharedCursor = sharedCursorKey
}

private final class GapWindowKeys: KeyGroup {
  let repeatLimit = repeatLimitKey
  let window = Key(
    "window", .integer(in: 1...1_000_000), 1000, "How far back it remembers.", "R8"
  ).limits
  let collapse = collapseKey
  let wait = Key(span: "wait", "Wait before a re-request.", "R5.5")
  let sharedCursor = sharedCursorKey
}

private final class ExtensionFetchKeys: KeyGroup {
  let content = Key(
    "content", .words(of: ExtensionFetch.Content.self), .push, "What a push brings.", "R8")
  let ask = Key(
    "ask", .words(of: ExtensionFetch.Ask.self), .always, "With every push, or if one is missing.",
    "R8")
  let wait = Key(span: "wait", "Wait before asking.", "R5.5")
}

private let repeatLimitKey = Key(
  "repeat_limit", .integer(in: 0...1_000_000), 20, "More missing become a summary.", "R5.1"
).limits

private let sharedCursorKey = Key(
  "shared_cursor", .bool, unsaid: false, "What the app has fetched is not asked for.", "R5.8")

private let collapseKey = Key(
  "collapse", .bool, true, "Repeats have their original's collapse id.", "R6.1")

private let backOff = Strategy.ProviderPolicy.Retry.backOff

private final class BackOffKeys: KeyGroup {
  let first = Key("first", .span, backOff.first, "From the send to the first retry.", "R8")
  let factor = Key(
    "factor", .number(.between(1, 1000)), backOff.factor,
    "Each wait is so many times the one before.", "R8")
  let longest = Key("max", .span, or: "1h, or first if longer", "The longest wait.", "R8")
  let attempts = Key(
    "attempts", .integer(in: 0...200), backOff.attempts, "Retries.", "R8"
  ).limits
  let collapse = collapseKey
  let on = innerIfSaid(
    "on", ["fire-and-forget", "extension-fetch"], or: "fire-and-forget",
    "The strategy that it extends.")
}

private final class DigestKeys: KeyGroup {
  let items = Key("items", .integer(in: 1...Digest.itemsMax), 8, "How many.", "R8").limits
  let payloadLimit = Key(
    "payload_limit", .integer(in: 1...1_000_000), 4096, "As many as fit [byte].", "R8")
  let on = innerStrategy(
    "on", ["fire-and-forget", "gap-recovery", "gap-window", "heartbeat"],
    "The strategy that it extends.")
}

private final class HeartbeatKeys: KeyGroup {
  let after = Key("after", .span, Heartbeat().after, "The quiet time.", "R8")
  let times = Key("times", .integer(in: 1...1000), 1, "How many in a row.", "R8").limits
  let filtering = Key(
    "filtering", .bool, false, "They stay invisible, with Apple's filtering entitlement.", "R8")
  let form = Key(
    "type", .words(of: Heartbeat.Form.self), unsaid: .alert,
    "An alert for the extension, or a silent push that makes the app fetch.", "R8")
  let on = innerStrategy(
    "on", ["gap-recovery", "gap-window", "extension-fetch"], "The strategy that it extends.")
}

private final class SilentFetchKeys: KeyGroup {
  let priority = Key(
    "priority", silentPriority, .byPower,
    "Of its pushes. With device.power, 5 waits while the device saves power, and 1 always waits.",
    "R4.6")
}

/// The push service refuses silent pushes of priority 10.
private let silentPriority = ScalarFormat<PushPriority>(
  .words(["1", "5"]),
  allowed: "5 (waits while the device saves power) or 1 (never wakes it); 10 is for alerts",
  fallback: .byPower,
  parse: { text, isQuoted in
    isQuoted || text == "10" ? nil : Int(text).flatMap(PushPriority.init)
  },
  render: { .integer($0.rawValue) })

private final class PollKeys: KeyGroup {
  let every = Key("every", .span, Polling().every, "The shortest wait between fetches.", "R8")
  let factor = Key(
    "factor", .number(.between(1, 1000)), 2, "Stretches the wait while the app is not used.", "R8")
  let longest = Key("max", .span, or: "1d", "The longest wait.", "R8")
  let on = innerIfSaid(
    "on",
    [
      "fire-and-forget", "gap-recovery", "gap-window", "extension-fetch", "retry-until-acked",
      "digest", "heartbeat", "silent-fetch", "voip-fetch",
    ], or: "no pushes at all", "The strategy that it extends.")
}

private final class ForegroundSyncKeys: KeyGroup {
  let on = innerStrategy(
    "on", ["fire-and-forget", "gap-recovery", "gap-window", "digest", "heartbeat"],
    "The strategy that it extends.")
}

private final class ScheduleKeys: KeyGroup {
  let start = stage("start", "The first one.")
  let changes = Key(list: "changes", ChangeKeys(), count: 1...100, "In order of time.", "R2.9")
    .needed
}

private final class ChangeKeys: KeyGroup {
  let at = Key(needed: "at", .time, "When.", "R2.9")
  let adoption = Key(span: "adoption", "Each device's delay.", "R2.9")
  let to = stage("to", "The new strategy.").needed
}

private final class ForeignKeys: KeyGroup {
  let name = Key(needed: "name", .name, "As the program calls it.", "R8")
}

/// The strategy that another one is laid over, the first of those that are possible by default.
func innerStrategy(
  _ name: String, _ names: [String], _ meaning: String, _ rule: String = "R8"
) -> Key<Strategy> {
  Key(facts: KeyFacts(name, .inner(names), or: names[0], meaning, rule)) { map, reading in
    readInner(map, name, names, reading)
  }
}

/// The same, where nothing is written into the resolved scenario that nobody has said.
private func innerIfSaid(
  _ name: String, _ names: [String], or standard: String, _ meaning: String
) -> Key<Strategy?> {
  Key(facts: KeyFacts(name, .inner(names), or: standard, meaning, "R8")) { map, reading in
    map.hasValue(name) ? readInner(map, name, names, reading) : nil
  }
}

private func stage(_ name: String, _ meaning: String) -> Key<Strategy> {
  Key(facts: KeyFacts(name, .stage, or: "fire-and-forget", meaning, "R2.9")) { map, reading in
    readInner(map, name, stageNames, reading)
  }
}

private func readInner(
  _ map: MapReader, _ key: String, _ names: [String], _ reading: Reading
) -> Strategy {
  let choice = map.child(key, default: .text(names[0])).oneOf(names, allowsBareName: true)
  return choice.map { strategyKinds.read($0, reading) } ?? .fireAndForget
}

private func readBackOff(_ section: Section<BackOffKeys>) -> Hop.Retry {
  let (first, factor) = (section.first, section.factor)
  let longest = section.longest(max(first, backOff.max))
  if longest < first {
    section.report(
      \.longest,
      allowed: "at least the first wait, which is \(Units.durationText(first.microseconds))")
  }
  return Hop.Retry(attempts: section.attempts, first: first, factor: factor, max: longest)
}

@Sendable private func readRetries(_ section: Section<BackOffKeys>) -> Strategy {
  let (schedule, collapse) = (readBackOff(section), section.collapse)
  let inner = section.on ?? .fireAndForget
  if !collapse, inner != .fireAndForget {
    section.report(\.collapse, allowed: "true, since extension-fetch knows messages by their ids")
  }
  return inner.sendingUntilAcked(schedule, collapse: collapse)
}

@Sendable private func readDigest(_ section: Section<DigestKeys>) -> Strategy {
  let digest = Digest(items: section.items, payloadLimit: section.payloadLimit)
  let inner = section.on
  guard inner.provider.sendsContent else {
    section.report(
      \.on, found: "pushes without content", allowed: "pushes with content: a digest carries it")
    return inner
  }
  return inner.with(digest)
}

@Sendable private func readHeartbeat(_ section: Section<HeartbeatKeys>) -> Strategy {
  let (after, times) = (section.after, section.times)
  let (filtering, form) = (section.filtering, section.form)
  if form == .silent, filtering {
    section.report(\.filtering, allowed: "false, since nobody sees a silent heartbeat")
  }
  let heartbeat = Heartbeat(
    after: after, times: times, filtering: filtering && form == .alert, form: form)
  return section.on.with(heartbeat)
}

@Sendable private func readExtensionFetch(_ section: Section<ExtensionFetchKeys>) -> Strategy {
  let (content, ask, wait) = (section.content, section.ask, section.wait)
  guard content == .push || ask == .always else {
    section.report(\.ask, allowed: "always, since pushes bring no content")
    return .extensionFetch()
  }
  return .extensionFetch(ExtensionFetch(content: content, ask: ask, wait: wait))
}

@Sendable private func readPolling(_ section: Section<PollKeys>) -> Strategy {
  let (every, factor) = (section.every, section.factor)
  let longest = section.longest(max(every, Polling().longest))
  if longest < every {
    section.report(
      \.longest,
      allowed: "at least every, which is \(Units.durationText(every.microseconds))")
  }
  let polling = Polling(every: every, factor: factor, longest: longest)
  return section.on?.with(polling) ?? .poll(polling)
}

/// Only the program that has its code can run it.
@Sendable private func readForeign(_ section: Section<ForeignKeys>) -> Strategy {
  let errorsBefore = section.sink.reportCount
  let (name, known) = (section.name, section.reading.foreign)
  guard section.sink.reportCount == errorsBefore else { return .fireAndForget }
  if let own = known.first(where: { $0.name == name }) { return .foreign(own) }
  let here = known.map(\.name)
  section.child(\.name)?.report(
    .message("\(name) is a foreign strategy: its code is in another program, which must run it"),
    allowed: here.isEmpty ? nil : here.joined(separator: ", "),
    suggestion: NearestName.nearest(to: name, among: here))
  return .fireAndForget
}

/// When the fleet switches to what.
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
      change.reportMissing(\.to, allowed: "a strategy: \(stageNames.joined(separator: ", "))")
      continue
    }
    adoptions.append(Adoption(at: at, delay: delay, change.to))
  }
  return adoptions
}
