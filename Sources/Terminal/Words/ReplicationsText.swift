import Answers
import Files
import Runs
import Scenarios

// The number of replications, in words.

extension Replications {
  /// Such as `40 replications`, or `30 to 2000 replications, until` and what they go on until.
  package var lines: [String] {
    guard let until else {
      return isFixed ? [Self.text(max)] : ["\(min) to \(Self.text(max)), until best is decided"]
    }
    return ["\(min) to \(Self.text(max)), until", "  \(until.text)"]
  }
}

extension Precision {
  var text: String {
    let place = strategy.map { " of \($0)" } ?? " of every strategy"
    let metric = metric ?? "the metric that leads"
    let what =
      switch scope {
      case .value: "\(metric)\(place)"
      case .differenceFromBaseline: "the difference\(place) in \(metric)"
      case .differenceFromLeader: "the difference\(place) from the one that leads in \(metric)"
      }
    switch target {
    case .halfWidth(let width):
      return "\(what) has a half-width of at most \(Units.text(of: width))"
    case .relative(let share):
      return "\(what) has a half-width of at most \(HumanText.percent(share)) of its value"
    }
  }
}

extension Answer {
  private var missed: Int { precision.count { !$0.isReached } }

  /// It tells why a script gets an exit code that is not 0; nil: it gets 0.
  package var line: String? {
    guard exitCode != ExitCode.ok else { return nil }
    let fails = expectations.count { $0.verdict == .fails }
    let open = expectations.count { $0.verdict == .inconclusive }
    var parts: [String] = []
    if fails + open > 0 {
      let count = expectations.count
      parts.append("expectations: \(fails) fail, \(open) inconclusive, of \(count)")
    }
    if choices.contains(where: { $0.nearest != nil }) {
      parts.append("no candidate meets the limits: see best.csv")
    }
    if choices.contains(where: { !$0.undecided.isEmpty }) {
      parts.append("undecided: see best.csv")
    }
    if missed > 0 {
      parts.append("precision missed by \(missed) of \(precision.count) series")
    }
    return parts.joined(separator: "; ")
  }

  /// Whether the precision was reached; nothing when none was asked for.
  var precisionLines: [String] {
    guard let first = precision.first else { return [] }
    if precision.count == 1 {
      return ["precision \(first.isReached ? "reached" : "NOT reached"): \(first.text)"]
    }
    let reached = precision.count - missed
    let clear = precision.count { $0.isReached && $0.isWiderThanWanted }
    let why = clear > 0 ? ", by \(clear) since the difference is six half-widths or more" : ""
    return [
      "precision reached by \(reached) of \(precision.count) series\(why) (\(Answer.file) has all)"
    ]
  }
}

extension Progress {
  /// Such as `half-width 0.0008, wanted 0.0005`; nil without a precision to reach, and before there
  /// is an interval.
  package var precision: String? {
    guard let state else { return nil }
    return state.text + (openPoints > 1 ? " (\(openPoints) design points open)" : "")
  }
}
