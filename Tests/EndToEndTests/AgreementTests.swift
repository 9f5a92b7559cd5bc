import TestSupport
import Testing

/// Strategies that happened to agree in every replication: what a run may conclude from that.
@Suite struct AgreementTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Nothing is lost in these few replications: the link loses one send in 100,000.
  private func write(_ strategies: String, expect: String) throws {
    try workspace.write(
      "rare.yml",
      """
      format: 1
      name: rare
      seed: 1
      duration: 2d
      devices: 2
      replications: 30
      workload: {arrivals: {poisson: {rate: 4/d}}}
      provider: {link: {loss: 0.00001}}
      strategies: \(strategies)
      expect: ["\(expect)"]

      """)
  }

  private func code() throws -> Int32 {
    try workspace.tool.run("run", "rare.yml", "--out", "out", "--force", "--quiet").code
  }

  @Test func noLossInEitherDecidesNothing() throws {
    try write(
      "[fire-and-forget, retry-until-acked]",
      expect: "retry-until-acked.deliverability > fire-and-forget.deliverability")
    try expect(code(), equals: 3)
    try write(
      "[fire-and-forget, retry-until-acked]",
      expect: "retry-until-acked.latency_p50_s <= fire-and-forget.latency_p50_s")
    try expect(code(), equals: 3)
  }

  @Test func whatTheRunRulesOutIsRuledOut() throws {
    // 30 replications of 2 independent devices: at most 1 - 0.05^(1/60) = 4.9 % of them lose any
    // message, and no message was hit: at most one of the eight that such a device is owed, 0.61 %.
    try write(
      "[fire-and-forget, retry-until-acked]",
      expect: "retry-until-acked.deliverability > fire-and-forget.deliverability + 0.8%")
    try expect(code(), equals: 1)
    try write(
      "[fire-and-forget, retry-until-acked]",
      expect: "retry-until-acked.deliverability > fire-and-forget.deliverability + 0.45%")
    try expect(code(), equals: 3)
  }

  @Test func onePolicyUnderTwoNamesNeverDiffers() throws {
    let twice = "[{name: one, fire-and-forget: {}}, {name: two, fire-and-forget: {}}]"
    try write(twice, expect: "two.deliverability >= one.deliverability")
    try expect(code(), equals: 0)
    try write(twice, expect: "two.latency_p99_s > one.latency_p99_s")
    try expect(code(), equals: 1)
    try write(
      "[{name: one, gap-recovery: {}}, {name: two, gap-recovery: {repeat_limit: 20}}]",
      expect: "two.deliverability >= one.deliverability")
    try expect(code(), equals: 0)
  }

  @Test func otherParametersAreAnotherPolicy() throws {
    try write(
      "[{name: one, gap-recovery: {}}, {name: two, gap-recovery: {repeat_limit: 19}}]",
      expect: "two.deliverability >= one.deliverability")
    try expect(code(), equals: 3)
  }
}
