import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `retry-until-acked`: what is read is what is simulated.
@Suite struct RetryReadingTests {
  private func read(_ strategy: String, besides: String = "") throws -> Experiment {
    try experiment(
      """
      format: 1
      name: retries
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      strategies: [\(strategy)]
      \(besides)
      """)
  }

  private func policy(_ strategy: String) throws -> (retry: Hop.Retry, collapse: Bool) {
    let strategy = try read(strategy).points[0].scenario.strategies[0].strategy
    expect(strategy.acknowledges)
    let retry = try unwrap(strategy.provider.retry)
    return (try unwrap(retry.schedule as? Hop.Retry), retry.collapse)
  }

  @Test func everyKeyReachesThePolicy() throws {
    let (retry, collapse) = try policy(
      "{retry-until-acked: {first: 5s, factor: 3, max: 2m, attempts: 200, collapse: false}}")
    expect(retry.first == .seconds(5) && retry.factor == 3 && retry.max == .seconds(120))
    expect(retry.attempts == 200 && !collapse)
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let (retry, collapse) = try policy("retry-until-acked")
    expect(retry.first == .seconds(30) && retry.factor == 2 && retry.max == .hour)
    expect(retry.attempts == 10 && collapse)
    // The longest wait is never shorter than the first one.
    try expect(policy("{retry-until-acked: {first: 2h}}").retry.max, equals: .hours(2))
  }

  @Test func itUsesTheKeysOfRequests() throws {
    let besides = """
      provider: {retention: 7d, resend: {failure: 1%}}
      extension: {time_limit: 30s}
      """
    let unused = { (strategy: String) in
      let experiment = try self.read(strategy, besides: besides)
      return UnusedKeys(experiment).lines.map { $0.prefix { $0 != ":" } }
    }
    expect(try unused("gap-recovery").isEmpty)
    try expect(unused("retry-until-acked"), equals: ["extension.time_limit"])
    try expect(
      unused("fire-and-forget"),
      equals: ["provider.retention", "provider.resend", "extension.time_limit"])
  }

  @Test("R11.5 R11.2 retention ends what waits for a window, or in a dead connection")
  func retentionOfWhatWaits() throws {
    func unused(_ strategy: String, _ besides: String) throws -> [Substring] {
      UnusedKeys(try read(strategy, besides: besides)).lines.map { $0.prefix { $0 != ":" } }
    }
    let app = "app: {opens: {poisson: {rate: 3/d}}}\n"
    try expect(
      unused("fire-and-forget", app + "provider: {retention: 7d}"), equals: ["provider.retention"])
    try expect(unused("socket", app + "provider: {retention: 7d}"), equals: [])
    try expect(
      unused(
        "fire-and-forget", "provider: {retention: 7d, send_window: [{from: 8h, to: 22h}]}"),
      equals: [])
  }
}
