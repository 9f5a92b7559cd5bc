import Files
import Runs
import Scenarios

/// The balance of a run's shards, for a person at a terminal.
struct BalanceText {
  let plan: Plan
  let dealing: Dealing

  /// The slowest shard shall take at most so many times the mean.
  static let slowestMax = 1.3

  private let loads: [Double]
  private let total: Double
  private var mean: Double { total / Double(loads.count) }

  init(plan: Plan, dealing: Dealing) {
    (self.plan, self.dealing) = (plan, dealing)
    loads = dealing.parts.map(\.load)
    total = loads.reduce(0, +)
  }
}

extension BalanceText {
  var lines: [String] {
    let order = { (one: Int, other: Int) in (loads[one], one) < (loads[other], other) }
    let (least, most) = (loads.indices.min(by: order) ?? 0, loads.indices.max(by: order) ?? 0)
    var table = TextTable(
      ["  shard", isOfPoints ? "design points" : "replications", "of the work", "/ mean", "time"],
      [.left, .right, .right, .right, .right])
    for (words, shard) in [("least", least), ("most", most)] {
      let part = dealing.parts[shard]
      table.add(["  \(words): \(shard + 1)/\(loads.count)"] + cells(part.pieceCount, part.load))
    }
    let shards = loads.count == 1 ? "1 shard" : "\(loads.count) shards"
    let threads = HumanText.count(plan.threads, "thread")
    return ["\(shards) by expected cost, each on \(threads)"] + table.lines
      + idle + (loads[most] > Self.slowestMax * mean ? uneven : [])
  }

  private var isOfPoints: Bool { plan.experiment.base.replications.isFixed == false }

  private func cells(_ pieces: Int, _ load: Double) -> [String] {
    let share = load / total
    return [
      HumanText.count(UInt64(pieces)), HumanText.percent(share, decimals: 3),
      HumanText.fixed(load / mean, 3), HumanText.span(plan.seconds * share),
    ]
  }

  private var idle: [String] {
    let count = dealing.parts.count { $0.pieceCount == 0 }
    return count == 0 ? [] : ["  shards with nothing to do: \(HumanText.count(UInt64(count)))"]
  }

  /// Who has least gets the next piece, so it is large pieces that make shards uneven.
  private var uneven: [String] {
    let (point, cost) = dealing.largest
    let size = "\(HumanText.fixed(cost / mean, 2)) times a mean share"
    return isOfPoints
      ? [
        "  uneven: design point \(point) is \(size), and is not split;",
        "  fewer shards are more even",
      ]
      : [
        "  uneven: a replication of design point \(point) is \(size), and is not",
        "  split; fewer shards, or more and smaller replications, are more even",
      ]
  }
}
