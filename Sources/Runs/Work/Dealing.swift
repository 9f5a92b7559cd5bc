import Files
package import Scenarios

/// The dealing of a run's work to shards: in pieces, the costliest first, each to the shard that
/// has least so far. Depends only on the resolved scenario, so every machine deals alike.
///
/// A shard's load is then at most the mean and one piece of its own. Results do not depend on it:
/// `merge` asks for each unit once, wherever it comes from.
package struct Dealing: Sendable {
  /// A plan deals at most so many pieces: it shall answer within half a minute.
  private static let countMax = 100_000_000

  /// Raised when the same scenario is dealt in another way than before.
  package static let version = 2

  /// The units that stay together: one replication with all strategies, or with a precision to
  /// reach a whole design point, since its replications decide together when there are enough.
  struct Piece {
    let point: Int
    let replications: Range<Int>
  }

  /// A shard's part.
  package struct Part: Sendable {
    package fileprivate(set) var pieceCount = 0
    /// The expected cost [messages]; with a precision to reach that of the most replications.
    package fileprivate(set) var load = 0.0
  }

  /// The parts, by shard.
  package private(set) var parts: [Part]
  /// The largest cost of a piece [messages], and the design point that it belongs to.
  package let largest: (point: Int, cost: Double)

  /// - Parameters:
  ///   - count: The number of shards, at least 1.
  ///   - take: Called with each piece and its shard, from 0; those of a design point in order.
  /// - Complexity: O(pieces · log shards).
  init(_ experiment: Experiment, count: Int, take: (Piece, Int) -> Void = { _, _ in }) {
    let replications = experiment.base.replications
    let size = replications.isFixed ? 1 : replications.max
    let costs = experiment.simulated.map { $0.scenario.expectedCost * Double(size) }
    let order = costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
    var shards = LeastLoaded(count: count)
    parts = Array(repeating: Part(), count: count)
    largest = (order[0], costs[order[0]])
    for point in order {
      for first in stride(from: 0, to: experiment.replicationsMax(atPoint: point), by: size) {
        let shard = shards.add(costs[point])
        parts[shard].pieceCount += 1
        parts[shard].load += costs[point]
        take(Piece(point: point, replications: first..<first + size), shard)
      }
    }
  }
}

extension Dealing {
  /// The dealing of ``init(_:count:take:)``, for a plan.
  ///
  /// - Throws: `InputError` (65) for a run that no machine could merge.
  static func make(_ experiment: Experiment, count: Int) throws(InputError) -> Dealing {
    let replications = experiment.base.replications
    let each = replications.isFixed ? replications.max : 1
    guard experiment.simulated.count * each <= countMax else {
      throw InputError(
        ExitCode.dataError,
        "--shards: \(experiment.simulated.count) design points of \(each) replications to deal; "
          + "allowed: \(countMax) in all")
    }
    return Dealing(experiment, count: count)
  }

  /// The replications of each design point that a shard simulates, ascending.
  package static func replications(of experiment: Experiment, for shard: Shard) -> [[Range<Int>]] {
    var mine = experiment.simulated.map { _ in [Range<Int>]() }
    _ = Dealing(experiment, count: shard.count) { piece, index in
      if index == shard.index - 1 { mine[piece.point].append(piece.replications) }
    }
    return mine
  }
}

/// Who has least: a heap of loads. Equal ones are in order of their numbers.
private struct LeastLoaded {
  private var heap: [(load: Double, number: Int)]

  init(count: Int) {
    heap = (0..<count).map { (0, $0) }
  }

  /// Gives the one that has least some more.
  ///
  /// - Returns: Its number, from 0.
  mutating func add(_ cost: Double) -> Int {
    let (load, number) = heap[0]
    let entry = (load: load + cost, number: number)
    var place = 0
    while let child = leastChild(of: place), heap[child] < entry {
      heap[place] = heap[child]
      place = child
    }
    heap[place] = entry
    return number
  }

  private func leastChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard right < heap.count else { return left < heap.count ? left : nil }
    return heap[right] < heap[left] ? right : left
  }
}
