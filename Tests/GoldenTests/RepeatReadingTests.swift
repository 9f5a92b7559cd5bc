import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// The keys of R2.8, R2.11, R3.12, R3.15, R5.6 and R6.4 that vendors and reports asked for: what is
/// read is what is simulated.
@Suite struct RepeatReadingTests {
  private func setup(_ text: String) throws -> DeviceSetup {
    try ScenarioText.read(text).points[0].scenario.frame.setup
  }

  private static let all = """
    provider: {link: {ack_loss: 2%, retry: {attempts: 3, first: 10s}}}
    push_service: {in_flight: 40%, latency: {constant: {value: 3s}}}
    extension: {double_invocation: 5%, double_shows: twice, decorates: true}
    app: {opens: {poisson: {rate: 3/d}}, voip_misuses: 3}
    user: {taps: 20%}
    device:
      badge: true
      tokens: {changes: {exponential: {mean: 90d}}, registration_failure: 7%, reinstalls: 60%}

    """

  @Test func everyKeyIsRead() throws {
    let setup = try setup(Self.all)
    expect(setup.provider.link.ackLoss?.value, equals: 0.02)
    expect(setup.service.inFlight.value, equals: 0.4)
    expect(setup.serviceExtension.doubleShows, equals: .twice)
    expect(setup.centre.hasBadge)
    expect(setup.tokens?.registrationFailure.value, equals: 0.07)
    expect(setup.tokens?.reinstalls.value, equals: 0.6)
    expect(UnusedKeys(try ScenarioText.read(Self.all)).lines, equals: [])
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    let setup = try setup("device: {tokens: {without_permission: true}}\n")
    expect(setup.provider.link.ackLoss == nil && setup.service.inFlight == .zero)
    expect(setup.serviceExtension.doubleShows == .once && !setup.centre.hasBadge)
    expect(setup.tokens?.registrationFailure == .zero && setup.tokens?.reinstalls == .one)
  }

  @Test func silentPushesMayHaveContent() throws {
    func strategy(_ text: String) throws -> Strategy {
      try ScenarioText.read("", strategies: "strategies: [\(text)]\n")
        .points[0].scenario.strategies[0].strategy
    }
    try expect(strategy("silent-fetch") == .silentFetch)
    try expect(strategy("silent-fetch: {content: none}") == .silentFetch)
    try expect(
      strategy("silent-fetch: {content: push}")
        == .silentFetch(priority: .byPower, content: .push))
  }

  /// Tokens of devices that are away for long change without `changes`.
  @Test func registrationsOfExpiredTokensMayFail() throws {
    let read = try ScenarioText.read(
      """
      push_service: {kind: fcm, token_expires_after: 1h}
      app: {opens: {poisson: {rate: 1/d}}}
      device: {tokens: {registration_failure: 80%}}

      """)
    expect(UnusedKeys(read).lines, equals: [])
    let short = words {
      _ = try setup("push_service: {kind: fcm, token_expires_after: 1ms}\n")
    }
    expect(short, contains: "push_service.token_expires_after")
  }

  @Test func whatIsOfNoUseIsNamed() throws {
    let read = try ScenarioText.read(
      """
      push_service: {in_flight: 40%}
      extension: {double_shows: twice, decorates: true}
      device: {badge: true, tokens: {registration_failure: 7%, reinstalls: 60%}}

      """)
    let unused = UnusedKeys(read).lines.map { String($0.prefix { $0 != ":" }) }
    expect(
      unused,
      equals: [
        "push_service.in_flight", "device.tokens.registration_failure",
        "device.tokens.reinstalls", "device.badge", "extension.double_shows",
      ])
  }

  /// Hop 1 has no answers, and who waits for answers must know when to send again.
  @Test func answersNeedARetry() throws {
    let told = words { _ = try setup("provider: {link: {ack_loss: 2%}}\n") }
    expect(told, contains: "provider.link.retry: missing")
    expect(told, contains: "{attempts: 3, first: 10s}")
    let many = words {
      _ = try setup("provider: {link: {ack_loss: 2%, retry: {attempts: 101, first: 10s}}}\n")
    }
    expect(many, contains: "at most 100 attempts beside ack_loss")
    let intake = words { _ = try setup("provider: {intake: {ack_loss: 2%}}\n") }
    expect(intake, contains: "provider.intake.ack_loss: unknown key")
  }
}
