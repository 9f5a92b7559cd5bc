import DeliverySim
import Models
import Statistics

/// Plain pushes came to this in a replay, and the choice of devices moves it so far.
package struct Outcome: Sendable {
  package struct Figure: Sendable {
    let value: Double
    let error: Double

    /// The standard error comes from blocks of devices.
    package init(_ value: Double, error: Double) {
      (self.value, self.error) = (value, error)
    }
  }

  /// The share of the messages that is overwritten.
  let loss: Figure
  /// The time that a stored message waits that is not overwritten **[s]**; nil: there is none.
  let wait: Figure?

  package init(loss: Figure, wait: Figure?) {
    (self.loss, self.wait) = (loss, wait)
  }
}

extension Outcome {
  /// The devices are compared in so many blocks, or one by one.
  private static let blocksMax = 20

  /// - Parameters:
  ///   - worlds: Each device has been dealt its number.
  ///   - replications: The number of replications of each; at least 1.
  /// - Returns: One for each world; nil where it has no message.
  /// - Throws: `LimitExceeded` where a device exceeds a limit.
  static func of(
    _ worlds: [World], replications: Int, threads: Int
  ) async throws -> [Outcome?] {
    let parts = worlds.enumerated().flatMap { place, world in
      blocks(world.devices).map { (world: place, devices: $0) }
    }
    var sums = worlds.map { _ in [Sums]() }
    try await forEachInParallel(
      count: parts.count, threads: threads,
      work: { index in
        var sums = Sums()
        for replication in 0..<replications {
          let part = parts[index]
          sums.add(
            try simulate(worlds[part.world], replication: replication, devices: part.devices))
        }
        return sums
      },
      consume: { index, found in sums[parts[index].world].append(found) })
    return sums.map { Outcome($0) }
  }

  private static func blocks(_ devices: Int) -> [Range<Int>] {
    let count = min(blocksMax, devices)
    return (0..<count).map { $0 * devices / count..<($0 + 1) * devices / count }
  }

  private init?(_ blocks: [Sums]) {
    guard let loss = Self.figure(blocks.map(\.overwritten), blocks.map(\.owed)) else { return nil }
    self.loss = loss
    wait = Self.figure(blocks.map(\.waited), blocks.map(\.stored))
  }

  private static func figure(_ values: [Double], _ counts: [Double]) -> Figure? {
    let sample = RatioSample(numerators: values, denominators: counts)
    guard let value = sample.ratio, let error = sample.standardError else { return nil }
    return Figure(value, error: error)
  }
}

/// The sums of one block.
private struct Sums: Sendable {
  private(set) var overwritten = 0.0
  private(set) var owed = 0.0
  /// The waiting time of the messages that waited and were shown **[s]**.
  private(set) var waited = 0.0
  private(set) var stored = 0.0

  mutating func add(_ tally: Tally) {
    let place = Tally.fateIndex(.lost, .pushService(.overwritten), .none)
    overwritten += Double(tally.fates[place])
    owed += Double(tally[.owed])
    waited += Double(tally[.latencySum]) / 1e6
    // A message that waits at all waits for a millisecond or longer, since there is no delay on the
    // way.
    stored += Double(tally.delays.bins.dropFirst().reduce(0, +))
  }
}
