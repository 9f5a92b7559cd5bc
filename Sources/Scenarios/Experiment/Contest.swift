import Files
import Models

/// Candidates among which there is one choice.
package struct Contest: Sendable {
  /// A strategy at a design point.
  package struct Candidate: Sendable, Hashable {
    package let point: Int
    /// The strategy's place in the scenario.
    package let strategy: Int

    package init(point: Int, strategy: Int) { (self.point, self.strategy) = (point, strategy) }
  }

  /// The candidates, by design point, then strategy; of those that cannot differ the first one.
  package private(set) var candidates: [Candidate] = []
  /// All strategies of its design points; each has the candidate that it cannot differ from, which
  /// may be itself.
  package private(set) var members: [Candidate: Candidate] = [:]
  /// Each by its first design point of all.
  private var firsts: [Candidate: Candidate] = [:]
  /// The name that tells each candidate from the others, such as `limit 5, gap-recovery`.
  package private(set) var names: [String] = []
  /// The factors that are the same for all of them, with their values; empty: there are none.
  package let circumstances: String
}

extension Contest {
  /// One for each set of circumstances, in the order of the design points.
  package static func all(_ selection: Selection, _ experiment: Experiment) -> [Contest] {
    let factors = experiment.factors
    let isFixed = factors.map { factor in
      switch selection.among {
      case .strategies: true
      case .all: false
      case .choices: !factor.path.hasPrefix("strategies.")
      }
    }
    let sharing = Sharing(experiment)
    var places: [[String]: Int] = [:]
    var contests: [Contest] = []
    for point in experiment.points {
      let fixed = factors.indices.filter { isFixed[$0] }.map {
        "\(factors[$0].name) \(point.texts[$0])"
      }
      let place = places[fixed] ?? contests.count
      if place == contests.count {
        places[fixed] = place
        contests.append(Contest(circumstances: fixed.joined(separator: ", ")))
      }
      for strategy in point.scenario.strategies.indices {
        let candidate = Candidate(point: point.index, strategy: strategy)
        contests[place].add(candidate, experiment, isFixed, sharing)
      }
    }
    return contests
  }

  private init(circumstances: String) { self.circumstances = circumstances }

  private mutating func add(
    _ candidate: Candidate, _ experiment: Experiment, _ isFixed: [Bool], _ sharing: Sharing
  ) {
    let original = sharing.original(of: candidate)
    members[candidate] = firsts[original] ?? candidate
    guard firsts[original] == nil else { return }
    firsts[original] = candidate
    candidates.append(candidate)
    let same = sharing.points(candidate)
    let point = experiment.points[candidate.point]
    // A factor that does not concern the candidate does not tell it from others.
    let values = experiment.factors.indices.filter { factor in
      !isFixed[factor]
        && same.allSatisfy { experiment.points[$0].texts[factor] == point.texts[factor] }
    }
    let words = values.map { "\(experiment.factors[$0].name) \(point.texts[$0])" }
    let name = point.scenario.strategies[candidate.strategy].name
    names.append((words + [name]).joined(separator: ", "))
  }
}

/// The candidates that are the same as others.
package struct Sharing: Sendable {
  private let firstPoints: [[Int]]
  private var members: [Contest.Candidate: [Int]] = [:]

  package init(_ experiment: Experiment) {
    firstPoints = experiment.shared.strategies
    for (point, strategies) in firstPoints.enumerated() {
      for (strategy, first) in strategies.enumerated() {
        members[Contest.Candidate(point: first, strategy: strategy), default: []].append(point)
      }
    }
  }

  /// The same at the first design point that has it.
  package func original(of candidate: Contest.Candidate) -> Contest.Candidate {
    let point = firstPoints[candidate.point][candidate.strategy]
    return Contest.Candidate(point: point, strategy: candidate.strategy)
  }

  /// All design points that have it.
  package func points(_ candidate: Contest.Candidate) -> [Int] {
    members[original(of: candidate)] ?? []
  }
}

extension Experiment {
  /// Whether there is a choice, and the procedure can make it.
  ///
  /// - Throws: `InputError`: 65, or 64 where the command line asks.
  func checkChoice() throws(InputError) {
    guard let rule = base.selection else { return }
    let sizes = Contest.all(rule, self).map(\.candidates.count)
    guard base.replications.min >= 2 else {
      throw refusedChoice(
        "replications", .found("\(base.replications.min)"),
        "two replications at least, so that best sees how they differ")
    }
    guard let most = sizes.max(), most > 1 || rule.among == .all else {
      throw refusedChoice(
        "best", .found("one candidate"),
        "two strategies at least, a sweep over a path below strategies, or among: all")
    }
    guard rule.method == .gaps || rule.confidence * Double(most) > 1 else {
      throw refusedChoice(
        "best.confidence", .found(Units.text(of: rule.confidence)),
        "with kn more than 1/\(most), which chance alone gives")
    }
  }

  private func refusedChoice(
    _ path: String, _ problem: Diagnostic.Problem, _ allowed: String
  ) -> InputError {
    let node = written.value(at: path) ?? written["best"]
    let diagnostic = Diagnostic(at: node?.location, path: path, problem, allowed: allowed)
    let isAsked = node?.location.isOption ?? true
    return InputError(isAsked ? ExitCode.usage : ExitCode.dataError, [diagnostic])
  }
}

extension Experiment {
  /// More verdicts than anybody reads, and than fit into a file.
  private static let verdictsMax = 1_000_000.0

  /// - Throws: `InputError` (65) for more expectations at all design points than a run judges.
  static func checkVerdicts(
    of base: Scenario, points: Double, at location: SourceLocation?
  ) throws(InputError) {
    let count = base.expectations.count
    guard points * Double(count) > verdictsMax else { return }
    let diagnostic = Diagnostic(
      at: location, path: "expect",
      .found("\(count) expectations at \(Units.text(of: points)) design points"),
      allowed: "at most \(Units.text(of: verdictsMax)) verdicts of all design points together")
    throw InputError(ExitCode.dataError, [diagnostic])
  }
}
