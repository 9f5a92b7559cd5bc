import Files

/// How evenly a run is dealt to shards, for a person at a terminal.
struct BalanceText {
  let plan: Plan
  let dealing: Dealing

  /// The slowest shard shall take at most so many times the mean.
  static let slowestMax = 1.3

  private var loads: [Double] { dealing.parts.map(\.load) }
  private var mean: Double { loads.reduce(0, +) / Double(loads.count) }
}

extension BalanceText {
  var lines: [String] {
    let order = loads.indices.sorted { (loads[$0], $0) < (loads[$1], $1) }
    let (least, most) = (order[0], order[order.count - 1])
    var table = TextTable(
      ["  shard", isOfPoints ? "design points" : "replications", "of the work", "/ mean", "time"],
      [.left, .right, .right, .right, .right])
    for (words, shard) in [("least", least), ("most", most)] {
      let part = dealing.parts[shard]
      table.add(["  \(words): \(shard + 1)/\(loads.count)"] + cells(part.pieceCount, part.load))
    }
    let shards = loads.count == 1 ? "1 shard" : "\(loads.count) shards"
    return ["\(shards) by expected cost, each on \(plan.threads) threads"] + table.lines
      + idle + (loads[most] > Self.slowestMax * mean ? uneven : [])
  }

  private var isOfPoints: Bool { plan.experiment.base.replications.until != nil }

  private func cells(_ pieces: Int, _ load: Double) -> [String] {
    let share = load / loads.reduce(0, +)
    return [
      HumanText.count(UInt64(pieces)), "\(HumanText.fixed(100 * share, 3)) %",
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
      ? ["  uneven: design point \(point) is \(size), and dealt whole; fewer shards are more even"]
      : [
        "  uneven: a replication of design point \(point) is \(size), and not cut;",
        "  fewer shards, or more and smaller replications, are more even",
      ]
  }
}
