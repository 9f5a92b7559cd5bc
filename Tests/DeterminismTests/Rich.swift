import Answers
import DeliverySim
import Foundation
import Results
import Runs
import Scenarios
import TestSupport

/// A scenario in which everything happens that this version models: small, but with more devices
/// than one block has, so that threads share a replication.
enum Rich {
  static let yaml = """
    format: 1
    name: rich
    title: 'Everything at once, "quoted", with a comma'
    seed: 77
    warmup: 6h
    duration: \(isNightly ? 3 : 2)d
    drain: 1d
    devices: 600
    replications: 2
    workload:
      arrivals:
        bursts:
          between: {lognormal: {median: 24631s, sigma: 1.66}}
          size: {geometric: {mean: 2.77}}
          within: {weibull: {scale: 264s, shape: 0.73}}
      payload: {gamma: {mean: 1200, shape: 3}}
      useful_for: 2h
    provider:
      retention: 1d
      intake:
        loss: 0.01
        latency: {exponential: {mean: 50ms}}
        bursts: {every: {exponential: {mean: 5h}}, last: {constant: {value: 5m}}, loss: 50%}
      link:
        loss: 0.05
        latency: {lognormal: {mean: 120ms, cv: 0.6}}
        incidents: {every: {exponential: {mean: 8h}}, last: {exponential: {mean: 20m}}}
        retry: {attempts: 6, first: 5s, factor: 3, max: 10m}
      resend: {failure: 0.1, latency: {exponential: {mean: 2s}}}
    push_service:
      expiration: 6h
      newest_survives: {p: 0.9, within: 1m}
      latency: {gamma: {mean: 1s, shape: 0.7}}
      half_open: {detect: {uniform: {min: 0s, max: 15m}}, resume: 0.5}
    network:
      online: {hyperexponential: {weights: [3, 1], means: [20m, 5h]}}
      offline: {weibull: {scale: 20m, shape: 0.6}}
      reconnect: {exponential: {mean: 2s}}
      regions:
        count: 7
        outages: {every: {exponential: {mean: 1d}}, last: {lognormal: {median: 1h, sigma: 0.6}}}
    extension:
      time_limit: 10s
      absent: 10%
      run_time: {lognormal: {median: 1s, sigma: 1.5}}
      memory: {use: {exponential: {mean: 3e6}}, limit: 12MB}
      crash: {p: 2%, shows: nothing}
      double_invocation: 5%
    groups:
      - {name: steady, share: 20%, workload: {arrivals: {poisson: {rate: 30/d}}}}
      - name: elsewhere
        share: 0.3
        provider: {intake: {loss: 0}, link: {latency: {exponential: {mean: 1s}}}}
        push_service: {kind: fcm, capacity: 2}
        network: {offline: {weibull: {shape: 1}}}
        device: {denied: 0.1}
    strategies:
      - fire-and-forget
      - gap-recovery: {repeat_limit: 3, wait: {exponential: {mean: 1s}}}
      - {name: as-printed, gap-recovery: {collapse: false, as_printed: true}}
      - {name: the-same-again, gap-recovery: {collapse: false, as_printed: true}}
    sweep:
      - {factor: scale, path: network.offline.weibull.scale, values: [5m, 1h]}
    timeline: 7h
    """

  /// The names of its strategies.
  static let strategies = ["fire-and-forget", "gap-recovery", "as-printed", "the-same-again"]

  static func read(seed: UInt64? = nil) throws -> Experiment {
    var options = Experiment.Options()
    options.seed = seed
    return try experiment(yaml, options)
  }

  /// Runs it and returns the bytes of its tables.
  static func tables(
    _ strategies: [String] = [], threads: Int = 2, batchSize: Int = 1, seed: UInt64? = nil
  ) async throws -> [String: [UInt8]] {
    let runner = try Runner(
      read(seed: seed), strategies: strategies, threads: threads, batchSize: batchSize)
    let outcome = try await runner.run()
    return try withTemporaryFolder { folder in
      let directory = try OutputDirectory(path: folder + "/results", force: false)
      try outcome.prepared().write(to: directory, words: \.untold, wallTime: 1)
      return try csvFiles(in: directory.path)
    }
  }
}

/// The contents of the CSV files of a folder; its manifest tells times and machines, and is not
/// compared.
func csvFiles(in folder: String) throws -> [String: [UInt8]] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  let tables = names.filter { $0.hasSuffix(".csv") }
  return try Dictionary(
    uniqueKeysWithValues: tables.map { name in
      let contents = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
      return (name, [UInt8](contents))
    })
}

func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("deliverysim-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// The names of the tables that differ, or are in only one of the two.
func differing(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
  Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
}
