// How many replications there are, in words.

extension Replications {
  /// Such as `40 replications` or `30 to 2000 replications, until ...`.
  package var text: String {
    guard let until else { return Self.text(max) }
    return "\(min) to \(Self.text(max)), until \(until.text)"
  }

  static func text(_ count: Int) -> String {
    count == 1 ? "1 replication" : "\(count) replications"
  }
}

extension Precision {
  var text: String {
    let place = strategy.map { " of \($0)" } ?? " of every strategy"
    let what = isDifference ? "the difference\(place) in \(metric)" : "\(metric)\(place)"
    switch target {
    case .halfWidth(let width):
      return "\(what) has a half-width of at most \(Units.text(of: width))"
    case .relative(let share):
      return "\(what) has a half-width of at most \(HumanText.percent(share)) of its value"
    }
  }
}

extension RunOutcome {
  /// How many there were.
  var replicationsText: String {
    let counts = replicationCounts
    guard let least = counts.min(), let most = counts.max(), least < most else {
      return Replications.text(counts.first ?? 0)
    }
    return "\(least) to \(Replications.text(most))"
  }
}
