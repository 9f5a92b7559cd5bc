import DeliverySim
import Files
import Models

final class OutageKeys: KeyGroup {
  static let shape: String? = "@outages"
  let every = Key(
    needed: "every", law: .time, "The time from the end of one to the start of the next.", "R1.6")
  let last = Key(needed: "last", law: .time, "The time that one lasts.", "R1.6")
}

func readOutages(_ section: Section<OutageKeys>) -> OnOffProcess? {
  neededOnOff(section, \.every, \.last)
}

/// Two laws that must be there.
func neededOnOff<Keys>(
  _ section: Section<Keys>, _ up: KeyPath<Keys, Key<Distribution?>>,
  _ down: KeyPath<Keys, Key<Distribution?>>
) -> OnOffProcess? {
  let laws = (section[dynamicMember: up], section[dynamicMember: down])
  guard let upLaw = laws.0, let downLaw = laws.1 else { return nil }
  return onOff(section, (up, upLaw), (down, downLaw))
}

/// Two laws that need each other.
func onOff<Keys>(
  _ section: Section<Keys>, _ up: (key: KeyPath<Keys, Key<Distribution?>>, law: Distribution?),
  _ down: (key: KeyPath<Keys, Key<Distribution?>>, law: Distribution?)
) -> OnOffProcess? {
  guard let upLaw = up.law, let downLaw = down.law else {
    for (one, other) in [(up, down), (down, up)] where one.law != nil && !section.says(other.key) {
      let name = section.keys[keyPath: one.key].facts.name
      section.reportMissing(other.key, allowed: "a law, since \(name) is given")
    }
    return nil
  }
  requireMean(upLaw, section, up.key)
  requireMean(downLaw, section, down.key)
  return OnOffProcess(up: upLaw, down: downLaw)
}
