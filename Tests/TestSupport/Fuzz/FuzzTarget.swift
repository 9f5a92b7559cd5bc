import Files
import Models
import Search

/// A reader of a user's bytes, each on its own: libFuzzer feeds them (`make fuzz`), and the tests
/// replay its findings (`Fuzz/corpus`, a folder for each).
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Durations, rates, shares, numbers, moments.
  case quantities
  /// The tree of a YAML text.
  case yaml
  /// A scenario, and what `validate` prints of it.
  case scenario
  /// Lines of `--set`, for one scenario.
  case set
  /// A scenario of a small world, which is simulated too.
  case world
  /// Columns of a CSV file.
  case table
  /// A log for `fit`.
  case log
  /// The units of a shard, with their checksums made right.
  case units
  /// A manifest, with its hash made right.
  case manifest
  /// `replications.csv`, with its hash made right.
  case results
  /// The inputs file of a scenario: the scenario of a drawn vector.
  case inputs
  /// Observed figures, receipts and FCM's data, for `calibrate`.
  case figures, receipts, fcm
}

/// The outcome of a reading.
package enum FuzzVerdict: Equatable, Sendable {
  case accepted
  /// The reader refused it with a clear error.
  case refused
  /// A forbidden outcome, in words.
  case wrong(String)
}

extension FuzzTarget {
  /// Reads bytes. A trap or a hang is for the caller to notice.
  package func verdict(of bytes: [UInt8], in room: FuzzRoom) -> FuzzVerdict {
    do {
      let wrong = try findings(bytes, room)
      return wrong.isEmpty ? .accepted : .wrong(wrong.joined(separator: "\n"))
    } catch let error as InputError {
      return unclear(error).map { .wrong("\($0):\n\(error)") } ?? .refused
    } catch is LimitExceeded {
      return .refused
    } catch {
      return .wrong("\(error)")
    }
  }

  private func findings(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    switch self {
    case .quantities: try Self.readQuantities(bytes)
    case .yaml: try Self.readTree(bytes)
    case .scenario: try Self.readScenario(bytes, room)
    case .set: try Self.readSettings(bytes, room)
    case .world: try Self.simulateWorld(bytes, room)
    case .table: try Self.readTable(bytes, room)
    case .log: try Self.readLog(bytes, room)
    case .units: try Self.readUnits(bytes, room)
    case .manifest: try Self.readManifest(bytes, room)
    case .results: try Self.readResults(bytes, room)
    case .inputs: try Self.readInputs(bytes, room)
    case .figures: try Self.readObserved(.figures(room.write("figures.csv", bytes)), room)
    case .receipts: try Self.readObserved(.receipts(room.write("receipts.csv", bytes)), room)
    case .fcm: try Self.readObserved(.fcm(room.write("fcm.json", bytes)), room)
    }
  }

  /// The part that an error lacks; nil: none.
  private func unclear(_ error: InputError) -> String? {
    let text = error.description
    if ![ExitCode.usage, ExitCode.dataError, ExitCode.inputMissing].contains(error.exitCode) {
      return "the exit code is \(error.exitCode)"
    }
    if !text.unicodeScalars.allSatisfy({ TextCheck.isPrintable($0) || $0 == "\n" }) {
      return "a control character in a message"
    }
    let hasPlace = error.diagnostics.allSatisfy { $0.location != nil }
    return needsPlace && error.exitCode == ExitCode.dataError && !hasPlace ? "no place" : nil
  }

  /// Whether a person has written the bytes, and looks for the mistake in them.
  private var needsPlace: Bool { [.yaml, .scenario, .world, .table, .log].contains(self) }
}
