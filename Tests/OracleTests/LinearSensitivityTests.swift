import Scenarios
import Search
import TestSupport
import Testing

/// Effects on a mean latency that is the sum of two constants: linear in both, without chance.
@Suite struct LinearSensitivityTests {
  private static let world = """
    format: 1
    name: linear
    seed: 2
    duration: 1d
    devices: 2
    replications: 2
    workload: {arrivals: {poisson: {rate: 20/d}}}
    provider: {link: {latency: {constant: {value: 1s}}}}
    push_service: {latency: {constant: {value: 1s}}}
    strategies: [fire-and-forget]
    sweep:
      sample:
        lhs: 2
        factors:
          - factor: link
            path: provider.link.latency.constant.value
            law: {uniform: {min: 1s, max: 3s}}
          - factor: service
            path: push_service.latency.constant.value
            law: {uniform: {min: 1s, max: 5s}}

    """

  /// Half of a range up or down: the effect is what the whole range brings.
  @Test("What is linear has the effect of its range, wherever it is")
  func morris() async throws {
    let folder = try LogFolder()
    let file = try folder.write("linear.yml", Self.world)
    let sensitivity = try Sensitivity(
      file, Experiment.Options(),
      Sensitivity.Question(.morris, size: 4, metrics: ["latency_mean_s"], strategies: []),
      threads: 2)
    let table = try await sensitivity.run { _ in }.indicesTable
    let rows = try resultRows(String(decoding: table, as: UTF8.self))
    expect(rows.map { $0["factor"] }, equals: ["link", "service"])
    for (row, effect) in zip(rows, [2.0, 4]) {
      for column in ["mu", "mu_low", "mu_high", "mu_star"] {
        try expect(abs(row.number(column) - effect) < 1e-4, "\(column)")
      }
      try expect(row.number("sigma") < 1e-4)
    }
  }
}
