import DeliverySim
import Files
import Models
import Scenarios

extension Experiment {
  /// The parts of a recording that are not replayed, or that end too early.
  var recordingWarnings: [String] { omissions + endedAbsences + missedAbsences }

  private var omissions: [String] {
    let recordings = [
      ("workload.arrivals.trace", points.lazy.flatMap { $0.scenario.traces }.map(\.omitted).max()),
      ("network.trace", points.lazy.flatMap { $0.scenario.absences }.map(\.omitted).max()),
    ]
    return recordings.compactMap { key, omitted in
      guard let omitted, omitted > .zero else { return nil }
      return "\(key): sample: true replays whole weeks, so the last "
        + "\(HumanText.span(omitted.seconds)) of the recording are left out"
    }
  }

  /// Messages may still come when no device is ever offline any more.
  private var endedAbsences: [String] {
    let lengths = points.lazy.flatMap { point in
      point.scenario.frame.setups.compactMap { $0.endOfAbsences(before: point.scenario.frame) }
    }
    guard let shortest = lengths.min() else { return [] }
    return [
      "network.trace: devices are always online after \(HumanText.span(shortest.seconds)), where "
        + "the recording ends before the run; repeat: true plays it again"
    ]
  }
}

extension Experiment {
  /// A wrong `from` or `length` would go unnoticed: devices are simply always online.
  private var missedAbsences: [String] {
    let isMissed = points.contains { point in
      let frame = point.scenario.frame
      return frame.setups.contains { $0.network.absences?.isMissed(until: frame.horizon) ?? false }
    }
    return isMissed
      ? ["network.trace: no absence falls into the run, so devices are always online: check from"]
      : []
  }
}

extension AbsenceTrace {
  /// Devices that share one stream have offsets of their own, and meet its absences at other times.
  fileprivate func isMissed(until end: SimTime) -> Bool {
    hasDevices && !samples && absenceCount > 0
      && !streams.contains { $0.contains { $0.lowerBound < end } }
  }
}

extension DeviceSetup {
  /// Nil: the recording repeats, or goes on as long as messages are made.
  fileprivate func endOfAbsences(before frame: World) -> SimTime? {
    guard let absences = network.absences, !absences.repeats else { return nil }
    var end = frame.duration
    if case .trace(let trace) = workload.arrivals, !trace.repeats { end = min(end, trace.length) }
    return absences.length < end ? absences.length : nil
  }
}
