import DeliverySim
import Files
import Models

/// Parts of a scenario that design points share where they are written alike: a sweep has up to
/// 100,000 of them, and mostly varies a number or two.
final class SharedParts {
  private var laws: [String: (node: ConfigNode, law: Distribution)] = [:]
  private var profiles: [String: (node: ConfigNode, profile: WeeklyProfile)] = [:]
  private var paces: [String: (node: ConfigNode, pace: WeeklyPace)] = [:]
}

extension SharedParts {
  /// The law of a value, made only if it was written otherwise when it was read last.
  ///
  /// - Throws: The error of `build`.
  func law(
    of value: ValueReader, _ build: () throws(InvalidDistribution) -> Distribution
  ) throws(InvalidDistribution) -> Distribution {
    if let known = laws[value.path], known.node == value.node { return known.law }
    let law = try build()
    laws[value.path] = (value.node, law)
    return law
  }

  /// The profile of a value; nil where `build` finds none.
  func profile(of value: ValueReader, _ build: () -> WeeklyProfile?) -> WeeklyProfile? {
    if let known = profiles[value.path], known.node == value.node { return known.profile }
    guard let profile = build() else { return nil }
    profiles[value.path] = (value.node, profile)
    return profile
  }

  /// The pace of a value; nil where `build` finds none.
  func pace(of value: ValueReader, _ build: () -> WeeklyPace?) -> WeeklyPace? {
    if let known = paces[value.path], known.node == value.node { return known.pace }
    guard let pace = build() else { return nil }
    paces[value.path] = (value.node, pace)
    return pace
  }
}
