import Answers
import DeliverySim
import Files
import Foundation
import Models
import Runs
import Scenarios
import Vocabulary

extension Manifest {
  /// - Parameters:
  ///   - directory: The results directory.
  ///   - wallTime: The time that the run took [s].
  ///   - files: Their names and contents.
  init(
    _ outcome: RunOutcome, in directory: String, _ identity: RunIdentity, _ shard: Shard?,
    wallTime: Double, files: [(name: String, bytes: [UInt8])]
  ) {
    let (experiment, platform) = (outcome.experiment, Platform())
    let (git, controls) = (platform.gitCommit, ControlNotes(outcome: outcome))
    streamLayout = RandomSource.layoutVersion
    (gitCommit, gitDirty) = (git?.commit ?? "unknown", git?.isDirty)
    scenarioFile = experiment.file
    scenarioFolder = RelativePath.path(to: experiment.folder, from: directory)
    allowOutside = experiment.allowsOutside
    scenario = experiment.resolved
    scenarioSHA256 = experiment.resolved.sha256
    (inputs, inputDraws) = (experiment.inputs, experiment.inputDraws?.node)
    seed = Seed(value: experiment.base.frame.seed)
    replications =
      experiment.base.replications.isFixed
      ? .each(experiment.base.replications.max) : .byPoint(outcome.replicationCounts)
    strategies = outcome.series(atPoint: 0).map { outcome.name($0) }
    self.shard = shard?.text
    (dealing, unitsVersion) = shard == nil ? (nil, nil) : (Dealing.version, UnitFile.version)
    runSHA256 = identity.sha256
    (self.controls, controlsLeftOut) = (controls.used, controls.leftOut)
    self.files = files.map { File(file: $0.name, sha256: SHA256.hex(of: $0.bytes)) }
    (self.platform, host) = (platform.record, platform.host)
    self.wallTime = (wallTime * 1000).rounded() / 1000
  }
}

extension Manifest {
  // MARK: As a document

  /// - Throws: `InputError` (70): a defect of the tool, as a number that JSON cannot say.
  func json() throws(InputError) -> String {
    do {
      return try ConfigNode(self).json()
    } catch {
      throw InputError(ExitCode.internalError, "manifest.json cannot be written: \(error)")
    }
  }

  /// Reads what the tool has written.
  ///
  /// - Parameter file: Its name for messages.
  /// - Throws: `InputError` (65) for anything else: another format, or a damaged one.
  init(_ bytes: [UInt8], file: String) throws(InputError) {
    // It names the place of what is broken, and of keys that are there twice.
    _ = try ConfigNode.parse(yaml: bytes, file: file, nodesMax: .max)
    let data = Data(bytes)
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).format
      guard format == Version.manifest else {
        let age = format < Version.manifest ? "older" : "newer"
        throw InputError(
          ExitCode.dataError,
          "\(file): \(age) results, format \(format) of manifests; this version (\(Version.tool)) "
            + "has format \(Version.manifest): run the scenario again")
      }
      self = try JSONDecoder().decode(Manifest.self, from: data)
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(ExitCode.dataError, "\(file): \(Self.words(error))")
    }
  }

  /// The scenario as a reader of the manifest finds it.
  ///
  /// - Throws: `InputError` (70) as ``json()``.
  fileprivate static func readBack(_ scenario: ConfigNode) throws(InputError) -> ConfigNode {
    do {
      return try ConfigNode(scenario)
    } catch {
      throw InputError(ExitCode.internalError, "manifest.json cannot be written: \(error)")
    }
  }

  /// The format is read first: other formats may have other keys.
  private struct Format: Decodable {
    let format: Int
  }

  /// Says where a document is wrong, and how.
  private static func words(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        .trimmingPrefix(".").description
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      return "damaged: \(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context) where context.codingPath.isEmpty,
      .valueNotFound(_, let context) where context.codingPath.isEmpty:
      return "not a manifest; allowed: a JSON object, as run writes it"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "damaged: \(place(context.codingPath)) is not what run writes"
    case .dataCorrupted(let context):
      let cause = context.underlyingError as NSError?
      let reason = cause?.userInfo[NSDebugDescriptionErrorKey] as? String
      return "not valid JSON" + (reason.map { ": \(Diagnostic.excerpt($0))" } ?? "")
    case nil: return "not valid JSON"
    @unknown default: return "damaged"
    }
  }
}

extension Experiment {
  /// Asked before anything is simulated: what verifies, explains and merges results reads the
  /// scenario from their manifest.
  ///
  /// - Throws: `InputError` (70) where the manifest would tell of another scenario.
  func checkManifest() throws(InputError) {
    let read = try Manifest.readBack(resolved)
    guard let difference = resolved.difference(from: read) else { return }
    throw InputError(
      ExitCode.internalError,
      "manifest.json would tell of another scenario (\(difference.path) is \(difference.here), "
        + "then \(difference.there)): a defect of deliverysim, so nothing was run; please report it"
    )
  }
}
