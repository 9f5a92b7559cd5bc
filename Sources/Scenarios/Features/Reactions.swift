import DeliverySim
import Files
import Models

final class ReactionKeys: KeyGroup {
  let annoyance = Key(
    "annoyance", AnnoyanceKeys(), "The probability that an alert annoys, by its kind.", "R10.1")
  let memory = Key(
    optional: "memory", .span, or: "for ever", "The time for which an annoyance is remembered.",
    "R10.1")
  let patience = Key(
    optional: "patience", lawOr: .count,
    "The number of annoyances at which a user acts, at least 1; needed with annoyance.", "R10.1"
  ).drawn(as: .patience)
  let acts = Key(
    "then", ActKeys(), "The users' acts then, by shares; needed with annoyance.", "R10.1")
  let missed = Key(
    "missed", .share, .zero,
    "The probability that a message found in the app after useful_for disappoints.", "R10.1"
  ).idle("nobody finds a message too late: that needs workload.useful_for and app") {
    $1.workload.usefulFor == nil || $1.app == nil
  }
  let trust = Key(
    optional: "trust", lawOr: .count,
    "The number of disappointments at which a user acts, at least 1; needed with missed.", "R10.1"
  ).drawn(as: .trust)
  let distrust = Key(
    "distrust", DistrustKeys(), "The users' acts then, by shares; needed with missed.", "R10.1")
}

final class AnnoyanceKeys: KeyGroup {
  let useful = Key(
    "useful", .share, .zero, "The probability for something new, while it is useful.", "R10.1")
  let late = Key(
    "late", .share, .zero, "The probability for something new, after workload.useful_for.", "R10.1"
  ).idle("nothing is late: there is no workload.useful_for") { $1.workload.usefulFor == nil }
  let redundant = Key(
    "redundant", .share, .zero,
    "The probability for news that the user knows or does not want, and for heartbeats.", "R10.1")
  let duplicate = Key(
    "duplicate", .share, .zero, "The probability for a second notification of a message.", "R10.1")
}

final class ActKeys: KeyGroup {
  let quietly = Key(
    "quietly", .share, .zero, "The app's notifications come silently.", "R10.1")
  let alertsOff = Key("alerts_off", .share, .zero, "Alerts of the app are off.", "R10.1")
  let uninstall = Key("uninstall", .share, .zero, "The app is removed for good.", "R10.1")
  let nothing = Key(
    optional: "nothing", .share, or: "the rest",
    "They do nothing. If given, all shares sum to 1.", "R10.1")
}

final class DistrustKeys: KeyGroup {
  let opensLess = Key("opens_less", .share, .zero, "They open the app less.", "R10.1")
  let factor = Key(
    "factor", .probability(.someOf), 0.5,
    "The share of their openings that is left to them.", "R10.1")
  let uninstall = Key("uninstall", .share, .zero, "The app is removed for good.", "R10.1")
  let nothing = Key(
    optional: "nothing", .share, or: "the rest",
    "They do nothing. If given, all shares sum to 1.", "R10.1")
}

/// - Returns: nil after an error.
func readReactions(_ section: Section<ReactionKeys>) -> Reactions? {
  let errorsBefore = section.sink.reportCount
  let annoyance = section.annoyance.map {
    Reactions.Annoyance(
      useful: $0.useful, late: $0.late, redundant: $0.redundant, duplicate: $0.duplicate)
  }
  let patience = readCounts(section, \.patience, isNeeded: annoyance != nil, "annoyances")
  let acts = section.acts
  if annoyance != nil, acts == nil {
    section.reportMissing(
      \.acts, allowed: "what users do who have had enough, such as {alerts_off: 0.5}")
  }
  let missed = section.missed
  let trust = readCounts(section, \.trust, isNeeded: missed.value > 0, "disappointments")
  let distrust = section.distrust
  if missed.value > 0, distrust == nil {
    section.reportMissing(
      \.distrust, allowed: "what users do who have lost trust, such as {opens_less: 0.5}")
  }
  let memory = section.memory ?? .never
  let (readActs, readDistrust) = (acts.flatMap(readActs), distrust.flatMap(readDistrust))
  guard section.sink.reportCount == errorsBefore else { return nil }
  return Reactions(
    annoyance: annoyance ?? .init(), memory: memory, patience: patience ?? .one,
    acts: readActs ?? .init(), missed: missed, trust: trust ?? .one,
    distrust: readDistrust ?? .init())
}

/// A law of how many of something a user puts up with; nil if there is none.
private func readCounts(
  _ section: Section<ReactionKeys>, _ key: KeyPath<ReactionKeys, Key<Distribution?>>,
  isNeeded: Bool, _ things: String
) -> Distribution? {
  let allowed = "a number of \(things), at least 1, or a law, such as {geometric: {mean: 10}}"
  guard section.says(key) else {
    if isNeeded { section.reportMissing(key, allowed: allowed) }
    return nil
  }
  guard let law = section[dynamicMember: key] else { return nil }
  let isTooSmall = if case .constant(let value) = law.law { value < 1 } else { law.mean <= 0 }
  if isTooSmall { section.report(key, allowed: allowed) }
  return law
}

private func readActs(_ section: Section<ActKeys>) -> Reactions.Acts? {
  let (quietly, alertsOff) = (section.quietly, section.alertsOff)
  let (uninstall, nothing) = (section.uninstall, section.nothing)
  guard sumIsRight([quietly, alertsOff, uninstall], nothing, section.map) else { return nil }
  return Reactions.Acts(quietly: quietly, alertsOff: alertsOff, uninstall: uninstall)
}

private func readDistrust(_ section: Section<DistrustKeys>) -> Reactions.Distrust? {
  let (opensLess, factor) = (section.opensLess, Probability(section.factor) ?? .one)
  let (uninstall, nothing) = (section.uninstall, section.nothing)
  guard sumIsRight([opensLess, uninstall], nothing, section.map) else { return nil }
  return Reactions.Distrust(opensLess: opensLess, factor: factor, uninstall: uninstall)
}
