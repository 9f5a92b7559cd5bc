package import Answers
package import Files
package import Runs
package import Scenarios

/// Runs again what a manifest says, to compare every file.
package struct Verification: Sendable {
  package let experiment: Experiment
  let manifest: StoredManifest
  private let replications: Int?

  /// - Parameter replications: Only the first so many of each series; nil: everything.
  /// - Throws: `InputError`: as ``StoredManifest/read(_:)``, 65 when a CSV is not what the run
  ///   wrote, 64 for more replications than there are.
  package init(_ directory: String, replications: Int?) throws(InputError) {
    manifest = try StoredManifest.read(directory)
    try manifest.checkFiles()
    if let replications {
      let count = manifest.replicationsMax
      guard 1...max(1, count) ~= replications else {
        throw InputError(
          ExitCode.usage, "--replications: found \(replications); allowed: 1 to \(count)")
      }
    }
    self.replications = replications
    experiment = try Experiment.make(manifest, replications: replications)
  }
}

extension Verification {
  /// The outcome of a verification.
  package struct Outcome: Sendable {
    package let manifest: StoredManifest
    /// The number of replications that were run of each series; nil: as many as the run had.
    package let replications: Int?
    /// In what the platforms differ; empty: they are the same.
    package let platform: [String]
    package let files: [FileComparison]
    /// Files that only one of the two has.
    package let unmatched: [String]
  }

  /// - Parameter words: Those that the answer of the run has.
  /// - Throws: As `Runner/run(report:)`, and `InputError` for files that cannot be read.
  package func run(
    threads: Int, words: (Answer) -> AnswerWords, report: (Progress) -> Void = { _ in }
  ) async throws -> Outcome {
    let runner = try Runner(experiment, of: manifest, threads: threads)
    let outcome = try await runner.run(report: report)
    let platform = Platform().differences(from: manifest.manifest.platform)
    let expected = try outcome.prepared().files(words)
    var files: [FileComparison] = []
    for (name, bytes) in expected
    where manifest.files.contains(name) && (replications == nil || name == "replications.csv") {
      // Sums of replications of which one may differ need not agree either.
      if let first = files.first, first.differingCount > 0, first.isSame { break }
      let path = manifest.place(of: name)
      let found = try InputFile.contents(path: path, displayName: path, countMax: .max)
      files.append(
        FileComparison(
          name, found: found, expected: bytes, rule: platform.isEmpty ? .bytes : .numbers,
          replicationsBelow: replications.map(manifest.replications(atMost:))))
    }
    let (made, kept) = (expected.map(\.name), manifest.files)
    return Outcome(
      manifest: manifest, replications: replications, platform: platform, files: files,
      unmatched: made.filter { !kept.contains($0) } + kept.filter { !made.contains($0) })
  }
}

extension Verification.Outcome {
  package var isSame: Bool { unmatched.isEmpty && files.allSatisfy(\.isSame) }
}

extension StoredManifest {
  /// The largest number of replications that any design point has.
  fileprivate var replicationsMax: Int { replications(atMost: .max).max() ?? 0 }

  /// The number of replications of each design point, but no more than `limit`.
  fileprivate func replications(atMost limit: Int) -> [Int] {
    switch manifest.replications {
    case .each(let count): Array(repeating: min(limit, count), count: pointCount)
    case .byPoint(let counts): counts.map { min(limit, $0) }
    }
  }

  private var pointCount: Int {
    if let sample = scenario["sweep"]?["sample"] {
      return (sample["lhs"] ?? sample["sobol"])?.scalarText.flatMap { Int($0) } ?? 0
    }
    let factors = (scenario["sweep"]?.elements ?? []).map { $0["zip"]?.elements?.first ?? $0 }
    return factors.reduce(1) { $0 * ($1["values"]?.elements?.count ?? 1) }
  }
}

extension Platform {
  /// The properties of the platform that results depend on and that differ here; empty: none.
  ///
  /// - Parameter record: The record of a manifest.
  func differences(from record: Record) -> [String] {
    let machine = { (system: String) in
      let words = system.split(separator: " ")
      return [words.first, words.count > 1 ? words.last : nil].compactMap { $0 }
        .joined(separator: " ")
    }
    let here = self.record
    let parts = [
      (
        "CPU features", record.cpuFeatures.joined(separator: " "),
        here.cpuFeatures.joined(separator: " ")
      ),
      ("system", machine(record.os), machine(here.os)), ("libc", record.libc, here.libc),
      ("GSL", record.gsl, here.gsl), ("Swift", record.swift, here.swift),
    ]
    return parts.filter { $0.1 != $0.2 }.map {
      "\($0.0): \($0.1.isEmpty ? "none" : $0.1), here \($0.2.isEmpty ? "none" : $0.2)"
    }
  }
}
