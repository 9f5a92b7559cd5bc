package import Answers
package import DeliverySim
package import Files
import Foundation
package import Models
package import Results
package import Scenarios

// The parts that the test targets share: small worlds, scenarios from text, the real data's place,
// and one statistical check.

extension Answer {
  /// The words for results that nobody reads.
  package var untold: AnswerWords { AnswerWords(sentences: [], world: []) }
}

/// A law whose parameters are right.
package func law(_ law: Distribution.Law) -> Distribution {
  do { return try Distribution(law) } catch { preconditionFailure("\(error)") }
}

extension SimTime {
  package static func seconds(_ seconds: Double) -> SimTime { SimTime(seconds: seconds) }
  package static func hours(_ hours: Double) -> SimTime { SimTime(seconds: hours * 3600) }
  package static func days(_ days: Double) -> SimTime { SimTime(seconds: days * 86_400) }
}

extension Trace {
  /// One stream of message times [s], played as it is by every device.
  package static func times(_ seconds: [Double], length: SimTime = .days(1)) -> Trace {
    Trace(streams: [seconds.map { SimTime(seconds: $0) }], length: length, hasDevices: true)
  }
}

/// A small world: messages at the given times [s], everything else ideal until it is changed.
package func smallWorld(
  at seconds: [Double], strategy: Strategy = .fireAndForget, duration: SimTime = .days(1),
  change: (inout DeviceSetup) -> Void = { _ in }
) -> World {
  var setup = DeviceSetup(
    workload: Workload(arrivals: .trace(.times(seconds, length: duration))), strategy: strategy)
  setup.service.isWatched = true
  change(&setup)
  return World(seed: 1, devices: 1, duration: duration, setup: setup)
}

/// Reads a scenario from text; data files lie in `folder`.
package func experiment(
  _ yaml: String, folder: String = ".", _ options: Experiment.Options = .init()
) throws(InputError) -> Experiment {
  let tree = try ConfigNode.parse(yaml: yaml, file: "scenario.yml")
  return try Experiment.make(tree, file: "scenario.yml", folder: folder, options)
}

/// The folder of the real data sets; nil where it is absent: then say so and skip.
package let sharedData: String? = {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let folder = root.deletingLastPathComponent().appendingPathComponent("shared/data").path
  return FileManager.default.fileExists(atPath: folder) ? folder : nil
}()

/// Whether this is `make nightly`, which repeats far more often than `make test`.
package let isNightly = ProcessInfo.processInfo.environment["DELIVERYSIM_NIGHTLY"] == "1"

/// The project's root.
package let projectRoot: String = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path
