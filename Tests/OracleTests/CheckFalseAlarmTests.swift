import Answers
import Files
import Foundation
import Results
import Runs
import Statistics
import TestSupport
import Testing

/// A check fails no more often than it says where nothing has changed but the seed.
///
/// False-alarm probability: 1e-6, if a check fails as often as it says itself (exact binomial
/// tail); seeds are fixed.
@Suite struct CheckFalseAlarmTests {
  private func run(seed: Int, in folder: String) async throws -> String {
    let made = try experiment(
      """
      format: 1
      name: alarm
      seed: \(seed)
      warmup: 1d
      duration: 3d
      drain: 1d
      devices: 10
      replications: 12
      workload: {arrivals: {poisson: {rate: 20/d}}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
      strategies: [fire-and-forget, gap-recovery]
      """)
    let results = try await Runner(made, threads: 2).run().prepared()
    try results.write(
      to: OutputDirectory(path: folder, force: true), words: \.untold, wallTime: 0)
    return folder
  }

  @Test("With another seed a check fails no more often than it says")
  func otherSeeds() async throws {
    let folder = try LogFolder()
    let count = isNightly ? 1000 : 30
    var (failed, said) = (0, 0.0)
    for pair in 0..<count {
      let before = try await run(seed: 2 * pair + 1, in: "\(folder.path)/before")
      let now = try await run(seed: 2 * pair + 2, in: "\(folder.path)/now")
      let check = try RegressionCheck.make(now, baseline: before, margins: Margins([]))
      said = max(said, check.falseAlarm)
      failed += check.verdict == .fail ? 1 : 0
      expect(check.series.allSatisfy { $0.metrics.count == 2 })
    }
    print("\(failed) of \(count) checks fail, \(said) are said")
    expect(Binomial.upperTail(failed, trials: count, probability: said) > 1e-6, "\(failed)")
    // Two strategies with two metrics each; plain pushes are one per notification in any run.
    expect(abs(said - 3 * 0.025) < 1e-12, "\(said)")
  }
}
