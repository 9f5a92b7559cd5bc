import DeliverySim
import Models
import Statistics

/// Predictions of a log's second half by laws of its first half, and the laws that these speak for.
package struct Forecast: Sendable {
  /// nil: the smallest AIC decides.
  package let workloads: Contest?
  /// The laws of times offline; nil: the smallest AIC decides.
  package let absences: Contest?
  /// The reason why nothing was tried; nil: something was.
  package let unhalved: Unhalved?
  /// The log's second half has the absences that belong to its messages.
  package let isPaired: Bool
}

extension Forecast {
  /// - Parameters:
  ///   - fits: The laws that fit the whole log.
  ///   - network: With the paces that matter; nil: there is no log of intervals.
  ///   - pairs: nil: messages and absences do not belong together.
  /// - Throws: `LimitExceeded` where a device of a replay does.
  init(
    _ log: ArrivalLog, _ fits: FittedArrivals, _ network: FittedNetwork?, _ pairs: LogPairs?,
    _ options: FitOptions, threads: Int
  ) async throws {
    let halves: HalvedLog
    do throws(Unhalved) {
      halves = try HalvedLog(log, pairs, network?.log)
    } catch {
      (workloads, absences, unhalved, isPaired) = (nil, nil, error, false)
      return
    }
    let trial = HalfTrial(halves: halves, options: options, threads: threads)
    var laws = network?.laws
    var contest: Contest?
    if let network, halves.pairs != nil {
      (contest, laws) = try await trial.absences(network, log)
    }
    let processes = laws.flatMap { laws in
      OfflineProcess.fitted(laws, from: trial.hour(beside: network?.log)).map { [$0] }
    }
    workloads = try await trial.workloads(fits, processes ?? OfflineProcess.standard)
    (absences, unhalved, isPaired) = (contest, nil, halves.pairs != nil)
  }

  /// The workload to propose, of the whole log.
  func choosing(_ fits: FittedArrivals) -> FittedArrivals {
    workloads.map { fits.proposing($0.winner) } ?? fits
  }

  /// The same of the times offline.
  func choosing(_ network: FittedNetwork) -> FittedNetwork {
    guard let absences else { return network }
    return network.proposing(
      network.laws.proposing(offline: absences.winner, SpanSample(network.log)))
  }
}

/// The replays of a log's second half.
private struct HalfTrial {
  let halves: HalvedLog
  let options: FitOptions
  let threads: Int

  /// The hour of the week of the cut, as a log of intervals counts hours.
  func hour(beside intervals: IntervalLog?) -> Int {
    let window = halves.first.window
    guard let intervals, intervals.window.isCalendar != window.isCalendar else {
      return window.hourOfWeek(at: halves.cut)
    }
    return intervals.window.hourOfWeek(at: halves.cut)
  }

  /// The laws of times offline that were fitted to the whole log, by what those of its first half
  /// predict for the messages of its second.
  ///
  /// - Returns: And the laws of the first half that the workloads are tried with.
  func absences(
    _ network: FittedNetwork, _ log: ArrivalLog
  ) async throws -> (Contest?, SpanLaws) {
    let sample = SpanSample(
      comparing: network.log, until: log.window.start + halves.cut - network.log.window.start)
    var paces = HourPaces(sample)
    if network.onlinePace == nil { paces.online = nil }
    if network.offlinePace == nil { paces.offline = nil }
    guard let half = SpanLaws(sample, paces), let candidates = network.offline?.candidates,
      let own = half.offline?.candidates.map(\.law.name), let pairs = halves.pairs
    else { return (nil, network.laws) }
    let tried = candidates.map(\.law.name).filter(own.contains)
    let laws = tried.map { half.proposing(offline: $0, sample) }
    let processes = laws.compactMap { OfflineProcess.fitted($0, from: hour(beside: network.log)) }
    guard processes.count == laws.count else { return (nil, network.laws) }
    let load = load(processes)
    let found = try await Outcome.of(
      processes.map { load.world($0, options) }, replications: load.replications, threads: threads)
    let observed = try await Outcome.of(
      [pairs.world(shiftedBy: 0, options)], replications: 1, threads: threads)
    let predicted = Dictionary(uniqueKeysWithValues: zip(tried, found))
    let contest = Contest(
      observed.compactMap { $0 },
      candidates.map { candidate in
        let name = candidate.law.name
        return (name, candidate.akaike, (predicted[name] ?? nil).map { [$0] })
      })
    guard let contest, let place = tried.firstIndex(of: contest.winner) else {
      return (contest, half)
    }
    return (contest, laws[place])
  }

  /// The workloads, under the given times offline.
  func workloads(
    _ fits: FittedArrivals, _ processes: [OfflineProcess]
  ) async throws -> Contest? {
    let load = load(processes)
    let half = FittedArrivals(halves.first, gap: options.gap)
    let first = halves.first.window.hourOfWeek(at: halves.cut)
    let own = half.candidates.flatMap { candidate in
      processes.map { load.world(candidate.traffic(from: first), $0, options) }
    }
    let logs =
      halves.pairs.map { [$0.world(shiftedBy: 0, options)] }
      ?? processes.map { load.world($0, options) }
    let replications = halves.pairs == nil ? load.replications : 1
    let observed = try await Outcome.of(logs, replications: replications, threads: threads)
    let found = try await Outcome.of(own, replications: load.replications, threads: threads)
    let count = processes.count
    let predicted = half.candidates.indices.map { place -> [Outcome]? in
      let part = found[place * count..<(place + 1) * count].compactMap { $0 }
      return part.count == count ? part : nil
    }
    guard observed.allSatisfy({ $0 != nil }) else { return nil }
    return Contest(
      observed.compactMap { $0 },
      fits.candidates.map { candidate in
        let place = half.candidates.firstIndex { $0.words == candidate.words }
        return (candidate.words, candidate.akaike, place.flatMap { predicted[$0] })
      })
  }

  private func load(_ processes: [OfflineProcess]) -> ReplayLoad {
    ReplayLoad(halves.second, halves.length, hasDevices: true, processes)
  }
}
