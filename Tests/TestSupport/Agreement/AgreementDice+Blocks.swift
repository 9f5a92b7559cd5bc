import DeliverySim
import Models

// Apps that the system or the browser blocks, until they are installed anew.

extension Dice {
  // MARK: Web apps

  mutating func makeWeb(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    guard setup.service.kind == .apns, Self.mayLoseToken(rules) else { return }
    if rules.blank == 0, !rules.hasBadge { sendBlanks(&rules, &setup.workload) }
    guard rules.blank > 0 || rules.comesSilently else { return }
    rules.silentMax = pick([1, 3, 10])
    (setup.service.isWeb, setup.service.webSilentMax) = (true, rules.silentMax)
    reinstall(&rules, &setup)
  }

  private mutating func reinstall(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if rules.tokens == nil { changeTokens(&rules, &setup) }
    guard var token = rules.tokens else { return }
    token.reinstalls = pick([0, 0.5, 1])
    rules.tokens = token
    setup.tokens?.reinstalls = Self.share(token.reinstalls)
  }

  // MARK: Calls

  /// Only where nothing but the app has a part in it. From a while before the end on nothing wakes
  /// the app: what its fetch would bring after the end is not under way.
  /// The provider keeps all that it has.
  mutating func call(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    let isPlain = rules.client.isPlain && rules.items == 0 && !rules.acknowledges
    guard isPlain, setup.service.kind == .apns, !rules.comesSilently, rules.silentMax == nil,
      rules.shownTwice == 0
    else { return }
    if rules.app == nil { openApp(&rules, &setup) }
    guard rules.app != nil, rules.socket == nil else { return }
    rules.calls = SimpleCallRules(most: pick([2, 10, 40]))
    setup.app?.voipMisuses = rules.calls?.most
    let strategy = Strategy.voipFetch
    (setup.strategy.provider, setup.strategy.client) = (strategy.provider, strategy.client)
    (rules.resendFailure, rules.resendLatency, rules.retention) = (0, .zero, .never)
    setup.provider.resend = .init(failure: .zero, latency: .zero)
    setup.provider.retention = rules.retention
    rules.expiration = pick([.seconds(67.410_053), .hours(1.093_117)])
    setup.service.expiration = rules.expiration
    rules.cutOff = rules.end - .hours(3)..<rules.end + .days(1)
    setup.provider.cutOff = rules.cutOff
    reinstall(&rules, &setup)
  }
}
