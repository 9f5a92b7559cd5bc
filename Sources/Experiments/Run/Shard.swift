package import Files
import Models

/// Which part of a run is run here: `I/N` of `--shard`.
package struct Shard: Sendable, Equatable {
  /// From 1.
  package let index: Int
  package let count: Int

  package init(index: Int, count: Int) {
    precondition(count >= 1 && 1...count ~= index, "a shard is 1 ... count")
    self.index = index
    self.count = count
  }

  /// Reads `2/3`; nil for anything else.
  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1],
      1...Self.countMax ~= count, 1...count ~= index
    else { return nil }
    self.init(index: index, count: count)
  }

  /// Reads `2/3` from the command line.
  ///
  /// - Throws: ``InputError`` (64).
  package init(parsing text: String) throws(InputError) {
    guard let shard = Shard(text) else {
      throw InputError(
        ExitCode.usage,
        "--shard: found \"\(Diagnostic.excerpt(text))\"; allowed: I/N with I from 1 to N, such as "
          + "2/3, and N at most \(Self.countMax)")
    }
    self = shard
  }

  package static let countMax = 100_000

  package var text: String { "\(index)/\(count)" }
}

extension Shard {
  /// Round robin.
  func contains(_ number: Int) -> Bool { number % count == index - 1 }

  /// Deals design points, the costliest first, each to the shard that has least: what this one
  /// gets, ascending. Hangs on the resolved scenario alone.
  func points(of experiment: Experiment) -> [Int] {
    let costs = experiment.points.map(\.scenario.expectedNotifications)
    let order = costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
    var loads = [Double](repeating: 0, count: count)
    var mine: [Int] = []
    for point in order {
      let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[least] += costs[point]
      if least == index - 1 { mine.append(point) }
    }
    return mine.sorted()
  }
}

extension Scenario {
  /// Per replication and strategy: the estimate of what a unit costs.
  var expectedNotifications: Double {
    // A device without messages still has a life to simulate.
    return (frame.expectedMessages + 1) * Double(frame.devices)
  }
}
