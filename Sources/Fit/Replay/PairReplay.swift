import DeliverySim
import Files
import Models
package import Statistics

/// The number of messages of a log that the push service overwrites, with the absences that the log
/// itself has: exact, since nothing is drawn.
package struct PairReplay: Sendable {
  package let pairs: LogPairs
  package let overwritten: Int
  /// Stored for longer than the push service keeps anything, and not overwritten before.
  package let expired: Int
  package let messages: Int
  /// The share with the absences of other devices; nil for one device.
  package let independent: Estimate?
  /// The share with the log's own absences over that with the absences of others, with the chance
  /// of which devices the log has; nil where the absences of others destroy nothing.
  package let dependence: Estimate?
  /// Messages meet this with the absences of others, of all that were tried.
  package let others: PairFigures

  /// Whether days have something in common; nil where that cannot be told.
  package var commonDays: CommonDays? { CommonDays(pairs) }

  /// The share of all messages that is overwritten or expires.
  var lostShare: Double { Double(overwritten + expired) / Double(messages) }

  /// The share of all messages that is overwritten.
  package var share: Double { Double(overwritten) / Double(messages) }
}

extension PairReplay {
  /// So many other devices lend their absences to each one, at most.
  private static let othersMax = 40
  /// The events that these replays may take together, about.
  private static let eventsMax = 8e6

  /// Devices lend their absences to others if `triesOthers` says so.
  ///
  /// - Throws: `LimitExceeded` where a device of the replay exceeds a limit.
  package init(
    _ pairs: LogPairs, _ options: FitOptions, threads: Int, triesOthers: Bool = true
  ) async throws {
    self.pairs = pairs
    let steps = [0] + (triesOthers ? Self.steps(pairs) : [])
    var counts: [LossReplay.Losses] = []
    try await forEachInParallel(
      count: steps.count, threads: threads,
      work: { try LossReplay.losses(pairs.world(shiftedBy: steps[$0], options), 0) },
      consume: { _, found in counts.append(found) })
    (overwritten, expired) = (Int(counts[0].overwritten), Int(counts[0].expired))
    messages = Int(counts[0].owed)
    self.others = .moved(pairs, by: Array(steps.dropFirst()))
    let others = counts.dropFirst()
    let sample = RatioSample(
      numerators: others.map(\.overwritten), denominators: others.map(\.owed))
    independent = others.isEmpty ? nil : sample.estimate(confidence: LossReplay.confidence)
    dependence = Self.dependence(pairs, Array(steps.dropFirst()))
  }

  /// Devices are independent, so that their differences tell how far the factor may be off.
  private static func dependence(_ pairs: LogPairs, _ steps: [Int]) -> Estimate? {
    guard !steps.isEmpty else { return nil }
    let places = 0..<pairs.deviceCount
    let own = places.map { PairFigures(of: $0, in: pairs, by: [0]).overwritten }
    let others = places.map { PairFigures(of: $0, in: pairs, by: steps).overwritten }
    guard others.contains(where: { $0 > 0 }) else { return nil }
    let count = Double(steps.count)
    return RatioSample(
      numerators: own.map(Double.init), denominators: others.map { Double($0) / count }
    ).estimate(confidence: LossReplay.confidence)
  }

  /// The numbers of places by which the absences move to other devices: evenly over all of them.
  private static func steps(_ pairs: LogPairs) -> [Int] {
    let others = pairs.deviceCount - 1
    let rows = pairs.messages.reduce(0) { $0 + $1.count }
    let events = Double(2 * rows + pairs.absences.reduce(0) { $0 + 2 * $1.count } + others)
    let count = min(others, max(5, min(othersMax, Int(eventsMax / events))))
    return (0..<max(0, count)).map { 1 + $0 * others / count }
  }
}

extension LogPairs {
  /// Plain pushes to these devices.
  ///
  /// - Parameter step: Device i has the absences of the one so many places after it.
  func world(shiftedBy step: Int, _ options: FitOptions) -> World {
    let trace = Trace(streams: messages, length: length, hasDevices: true)
    let moved = Array(absences[step...] + absences[..<step]).map { $0.compactMap(Self.earlier) }
    var setup = DeviceSetup(workload: Workload(arrivals: .trace(trace)), strategy: .fireAndForget)
    setup.network.absences = AbsenceTrace(
      streams: moved, length: length, hasDevices: true, followsArrivals: true)
    return LossReplay.world(setup, devices: deviceCount, length, options)
  }

  /// Events of one moment come in the order in which they were scheduled. A microsecond earlier, a
  /// message in the moment of leaving meets a device that is away, and one in the moment of the
  /// return a device that is back, as a span of times without its end says.
  private static func earlier(_ span: Range<SimTime>) -> Range<SimTime>? {
    let lower = max(.zero, span.lowerBound - SimTime(microseconds: 1))
    let upper = span.upperBound - SimTime(microseconds: 1)
    return lower < upper ? lower..<upper : nil
  }
}
