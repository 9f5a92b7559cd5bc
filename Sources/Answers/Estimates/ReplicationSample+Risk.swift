import Models
import Runs
import Statistics
import Vocabulary

extension ReplicationSample {
  /// The messages of each trial that can be missing at all; nil where hits are not counted.
  ///
  /// - Parameter trials: Devices, or replications.
  func partsAtRisk(trials: Int) -> PartsAtRisk? {
    guard count > 0, records.allSatisfy({ !$0.devicesByHits.isEmpty }) else { return nil }
    let owed = records.reduce(0) { $0 + Double($1[.owed]) }
    guard owed > 0 else { return nil }
    return once("parts at risk of \(trials)") {
      PartsAtRisk(trials == count ? hitsOfReplications : hitsOfDevices, size: owed / Double(trials))
    }
  }

  private var hitsOfReplications: [Int: Int] {
    records.reduce(into: [:]) { trials, record in
      let hits = record.devicesByHits.enumerated().reduce(0) { $0 + $1.offset * Int($1.element) }
      trials[hits, default: 0] += 1
    }
  }

  private var hitsOfDevices: [Int: Int] {
    records.reduce(into: [:]) { trials, record in
      for (hits, devices) in record.devicesByHits.enumerated() where devices > 0 {
        trials[hits, default: 0] += Int(devices)
      }
    }
  }
}

extension Metric {
  /// It is a share of what is owed, made of fates alone: a message that was never hit is shown, and
  /// no doubt about it is left.
  private var isOfFates: Bool {
    controlled == .together && counts.allSatisfy { Fate.allCases.map(\.counter).contains($0) }
  }

  /// Nil: all messages of a trial may be missing.
  func partsAtRisk(_ replications: ReplicationSample, trials: Int) -> PartsAtRisk? {
    isOfFates ? replications.partsAtRisk(trials: trials) : nil
  }

  /// The same of the difference of two strategies.
  func partsAtRisk(
    _ replications: ReplicationSample, _ others: ReplicationSample, trials: Int
  ) -> PartsAtRisk? {
    partsAtRisk(replications, trials: trials).flatMap { mine in
      partsAtRisk(others, trials: trials).map { mine.together(with: $0) }
    }
  }
}
