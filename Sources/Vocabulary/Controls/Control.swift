package import Models

/// A control variate: a number with the known mean 0 that says how much was there to lose
/// (docs/explanation/statistics.md, "Controls").
package enum Control: Sendable, Hashable {
  /// Runs of so many messages inside one absence: a store with one place less loses a message for
  /// each.
  case runs(Int)
  /// Messages inside absences that hold at least so many of them: what is given up as a whole.
  case messages(Int)
  /// Runs that go on from the device's first message, before which no client can miss any.
  case firstRuns(Int)
  /// Messages are owed to devices that draw alerts.
  case reachable
  /// First sends that the link loses.
  case linkLosses
  /// Messages are asked for in vain.
  case failedRequests
  /// Messages that the first hop loses.
  case intakeLosses
  /// Repeats that the link loses.
  case repeatLosses
}

extension Control {
  /// A strategy has at most one of each. The raw value is the name of its column in
  /// `replications.csv`.
  package enum Kind: String, CaseIterable {
    case reachable = "reachable_owed"
    case runs = "absence_runs"
    case messages = "absence_messages"
    case firstRuns = "first_absence_runs"
    case failedRequests = "failed_at_stake"
    case linkLosses = "link_losses"
    case repeatLosses = "repeat_losses"
    case intakeLosses = "intake_losses"
  }

  package var kind: Kind {
    switch self {
    case .runs: .runs
    case .messages: .messages
    case .firstRuns: .firstRuns
    case .reachable: .reachable
    case .linkLosses: .linkLosses
    case .failedRequests: .failedRequests
    case .intakeLosses: .intakeLosses
    case .repeatLosses: .repeatLosses
    }
  }

  /// Tables and manifest call it so: with the number of messages.
  package var name: String {
    switch self {
    case .runs(let count), .messages(let count), .firstRuns(let count): "\(kind.rawValue)_\(count)"
    case .reachable, .linkLosses, .failedRequests, .intakeLosses, .repeatLosses: kind.rawValue
    }
  }

  /// It depends on the world alone.
  package var isOfWorld: Bool { terms.allSatisfy(\.number.isOfWorld) }

  /// These are counted for it.
  package var numbers: [Surplus] {
    if case .firstRuns(let length) = self { return [.firstRuns(length), .firstAbsences(length)] }
    return terms.map(\.number)
  }

  /// It is the sum of these.
  var terms: [(number: Surplus, weight: Int64)] {
    switch self {
    case .runs(let length): [(.runs(length), 1)]
    // An absence of n ≥ m messages has n - m + 1 runs of m and n - m of m + 1.
    case .messages(let least): [(.runs(least), Int64(least)), (.runs(least + 1), 1 - Int64(least))]
    case .firstRuns(let length): [(.firstRuns(length), 1)]
    case .reachable: [(.reachable, 1)]
    case .linkLosses: [(.linkLosses, 1)]
    case .failedRequests: [(.failedRequests, 1)]
    case .intakeLosses: [(.intakeLosses, 1)]
    case .repeatLosses: [(.repeatLosses, 1)]
    }
  }

  /// The number that was counted, and its mean.
  package func count(_ record: ReplicationRecord, _ plan: SurplusPlan) -> (
    count: Int64, mean: Double
  ) {
    terms.reduce((0, 0)) { sum, term in
      let found = record.surplus[plan.place(of: term.number)]
      return (
        sum.0 &+ term.weight &* Int64(truncatingIfNeeded: found.count),
        sum.1 + Double(term.weight) * found.mean
      )
    }
  }

  /// So many more than the mean.
  package func value(of record: ReplicationRecord, _ plan: SurplusPlan) -> Double {
    terms.reduce(0) {
      $0 + Double($1.weight) * record.surplus[plan.place(of: $1.number)].surplus
    }
  }
}
