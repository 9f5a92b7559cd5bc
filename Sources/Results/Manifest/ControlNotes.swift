import Answers
import Models
import Runs
import Scenarios
import Vocabulary

/// The manifest's notes on controls: which ones move the estimates of each strategy, and why there
/// are not more.
struct ControlNotes {
  let outcome: RunOutcome

  /// The controls that are used, by strategy, those of any design point.
  var used: [String: [String]] {
    let names = outcome.series(atPoint: 0).map { outcome.name($0) }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let controls = outcome.series.filter { outcome.name($0) == name }
          .flatMap { $0.replications.controls(.together) + $0.replications.controls(.alone) }
          .reduce(into: [Control]()) { if !$0.contains($1) { $0.append($1) } }
        return (name, controls.map(\.name))
      })
  }

  /// The words about controls that are left out; empty where nothing stands in their way.
  var leftOut: [String] {
    let fewest = outcome.replicationCounts.min() ?? 0
    return outcome.experiment.points.flatMap {
      $0.scenario.reasonsAgainstControls(replications: fewest)
    }
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension Scenario {
  /// A control needs absences in equilibrium, and replications to fit it to.
  fileprivate func reasonsAgainstControls(replications: Int) -> [String] {
    guard hasControls else { return ["variance_control: none"] }
    var reasons: [String] = []
    if frame.hasUninstalls { reasons.append("devices tell of no absences after an uninstall") }
    if !frame.allSetups({ $0.network.onOff == nil || $0.network.paces.isClock }) {
      reasons.append("absences depend on the hour (online_pace, offline_pace)")
    }
    if !frame.allSetups({ $0.network.devicePace == nil }) {
      reasons.append("absences differ between devices (device_pace)")
    }
    if replications < controls.replicationsNeeded {
      reasons.append("some need \(controls.replicationsNeeded) replications")
    }
    if !absences.isEmpty { reasons.append("absences are recorded (network.trace)") }
    return reasons
  }
}
