import Files
import Models

/// Candidates among which there is one choice.
struct Contest: Sendable {
  /// A strategy at a design point.
  struct Candidate: Sendable, Hashable {
    let point: Int
    /// The strategy's place in the scenario.
    let strategy: Int
  }

  /// By design point, then strategy; of those that cannot differ the first one.
  private(set) var candidates: [Candidate] = []
  /// What tells each from the others, such as `limit 5, gap-recovery`.
  private(set) var names: [String] = []
  /// The factors that are the same for all of them, with their values; empty: there are none.
  let circumstances: String
}

extension Contest {
  /// One for each set of circumstances, in the order of the design points.
  static func all(_ selection: Selection, _ experiment: Experiment) -> [Contest] {
    let factors = experiment.factors
    let isFixed = factors.map { factor in
      switch selection.among {
      case .strategies: true
      case .all: false
      case .choices: !factor.path.hasPrefix("strategies.")
      }
    }
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
        contests[place].add(candidate, experiment, isFixed)
      }
    }
    return contests
  }

  private init(circumstances: String) { self.circumstances = circumstances }

  private mutating func add(
    _ candidate: Candidate, _ experiment: Experiment, _ isFixed: [Bool]
  ) {
    let same = Set(experiment.sharing(candidate))
    if candidates.contains(where: { $0.strategy == candidate.strategy && same.contains($0.point) })
    {
      return
    }
    candidates.append(candidate)
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

extension Experiment {
  /// The design points where the same is simulated.
  func sharing(_ candidate: Contest.Candidate) -> [Int] {
    let first = firstPoints[candidate.point][candidate.strategy]
    return points.indices.filter { firstPoints[$0][candidate.strategy] == first }
  }
}
