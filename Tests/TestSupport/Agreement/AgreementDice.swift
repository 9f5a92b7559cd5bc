import DeliverySim
import Models

/// Throws the parameters of a world.
struct Dice {
  var random: SplitMix64

  mutating func happens(_ share: Double) -> Bool { random.uniform() < share }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

  /// No time, a constant, or a law without ties.
  mutating func span(_ seconds: [Double]) -> Distribution {
    if happens(0.4) { return .zero }
    let mean = pick(seconds)
    return happens(0.7) ? law(.constant(value: mean)) : law(.exponential(mean: mean))
  }

  mutating func regions() -> Regions? {
    OnOffProcess(up: law(.exponential(mean: 20_000)), down: law(.exponential(mean: 2000)))
      .map { Regions(count: 2, onOff: $0) }
  }
}

extension Dice {
  // MARK: Rules

  mutating func choosePath(_ rules: inout SimpleRules) {
    rules.linkLoss = pick([0, 0, 0, 0.05, 0.3, 0.3, 1])
    if rules.linkLoss == 1, happens(0.8) { rules.linkLoss = 0.1 }
    rules.linkLatency = span([0.113_417, 1.870_321, 411.233_957])
    rules.serviceLatency = span([0.271_033, 2.619_877, 307.518_119])
    rules.reconnect = span([2.391_223, 97.130_591])
    let month = SimTime.days(27.183_913)
    rules.expiration = pick([month, month, month, .zero, .seconds(67.410_053), .hours(1.093_117)])
    rules.newestSurvives = pick([1, 1, 1, 0.5, 0])
    rules.newestWithin = pick([.never, .never, .zero, .seconds(301.775_303)])
    rules.retention = pick([.never, .never, .zero, .seconds(631.917_449), .hours(3.070_331)])
    rules.resendFailure = pick([0, 0, 0, 1, 0.4])
    rules.resendLatency = span([0.387_191, 29.110_237, 703.220_481])
    rules.wait = happens(0.5) ? .zero : span([0.501_373, 61.708_793])
    rules.timeLimit = pick([.never, .never, .seconds(30.003_719), .seconds(1.009_271), .zero])
    if happens(0.1) { rules.timeLimit = .seconds(pick([rules.wait, rules.resendLatency]).mean) }
    rules.alertsAgain = happens(0.5)
    rules.collapses = happens(0.5)
    rules.repeatLimit = pick([0, 1, 3, 20, 20])
    rules.payload = pick([nil, 100, 137])
    rules.payloadLimit = pick([90, 300, 411, 4096])
  }

  mutating func choose(_ subject: AgreementWorld.Subject, _ rules: inout SimpleRules) {
    let window = pick([1, 4, 12, 1000])
    switch subject {
    case .fireAndForget, .digest, .fcm, .digestOnFCM: rules.client = .shows
    case .gapRecovery, .digestOnGapRecovery, .gapRecoveryOnFCM:
      rules.client = .recovers(asPrinted: false)
    case .digestOnGapRecoveryOnFCM: rules.client = .recovers(asPrinted: happens(0.3))
    case .asPrinted: rules.client = .recovers(asPrinted: true)
    case .gapWindow, .digestOnGapWindow, .gapWindowOnFCM:
      rules.client = .remembers(window: window)
    case .extensionFetch: rules.client = .fetches(always: true, empty: false)
    case .emptyPushes: rules.client = .fetches(always: true, empty: true)
    case .fetchOnGap: rules.client = .fetches(always: false, empty: false)
    }
    if case .fetches = rules.client { rules.collapses = true }
    switch subject {
    case .digest, .digestOnGapRecovery, .digestOnGapWindow, .digestOnFCM,
      .digestOnGapRecoveryOnFCM:
      rules.items = pick([1, 2, 3, 8])
    default: break
    }
    switch subject {
    case .fcm, .gapRecoveryOnFCM, .gapWindowOnFCM, .digestOnFCM, .digestOnGapRecoveryOnFCM:
      rules.service = .fcm(capacity: pick([1, 2, 3, 5, 30]))
    default: break
    }
  }
}

extension Dice {
  // MARK: The simulator's world

  mutating func setup(_ rules: SimpleRules) -> DeviceSetup {
    var service = PushService(
      expiration: rules.expiration,
      newestSurvives: .init(
        probability: Self.share(rules.newestSurvives), within: rules.newestWithin),
      latency: rules.serviceLatency)
    if case .fcm(let capacity) = rules.service {
      (service.kind, service.capacity) = (.fcm, capacity)
    }
    var serviceExtension = ServiceExtension(timeLimit: rules.timeLimit)
    serviceExtension.decorates = true
    return DeviceSetup(
      workload: Workload(
        arrivals: arrivals(), payload: rules.payload.map { law(.constant(value: Double($0))) }),
      provider: Provider(
        retention: rules.retention,
        link: Hop(loss: Self.share(rules.linkLoss), latency: rules.linkLatency),
        resend: .init(failure: Self.share(rules.resendFailure), latency: rules.resendLatency)),
      service: service, network: network(rules),
      serviceExtension: serviceExtension,
      centre: NotificationCentre(alertsAgainOnCollapse: rules.alertsAgain),
      strategy: Self.strategy(rules))
  }

  static func share(_ value: Double) -> Probability { Probability(value) ?? .zero }

  static func strategy(_ rules: SimpleRules) -> Strategy {
    let inner: Strategy =
      switch rules.client {
      case .shows: .fireAndForget
      case .recovers(let asPrinted):
        .gapRecovery(
          GapRecovery(
            repeatLimit: rules.repeatLimit, collapse: rules.collapses, asPrinted: asPrinted,
            wait: rules.wait, sharedCursor: rules.sharesCursor))
      case .remembers(let window):
        .gapWindow(
          repeatLimit: rules.repeatLimit, window: window, collapse: rules.collapses,
          wait: rules.wait, sharedCursor: rules.sharesCursor)
      case .fetches(let always, let empty):
        .extensionFetch(
          ExtensionFetch(
            content: empty ? .none : .push, ask: always ? .always : .onGap, wait: rules.wait))
      }
    if rules.items == 0 { return inner }
    return inner.with(Digest(items: rules.items, payloadLimit: rules.payloadLimit))
  }

  /// Continuous laws, so that neither messages nor the network meet anything else by chance; but
  /// the messages of a burst may be made at once.
  private mutating func arrivals() -> Workload.Arrivals {
    if happens(0.6) {
      return .poisson(rate: law(.constant(value: pick([20, 80, 200]) / 86_400)))
    }
    return .bursts(
      .init(
        between: law(.exponential(mean: pick([1800, 9000]))),
        size: law(.geometric(mean: pick([2, 6]))),
        within: happens(0.4) ? .zero : law(.exponential(mean: pick([2, 40, 300])))))
  }

  /// Now and then one reaches from the end over the start, or all over.
  mutating func absences() -> AbsenceTrace {
    let length = pick([SimTime.hours(9), .days(1), .days(15)])
    let hasDevices = happens(0.6)
    let streams = (0..<(hasDevices ? pick([1, 2, 3]) : 1)).map { _ in
      let ends = happens(0.3) ? [SimTime.zero, length] : []
      let inside = (0..<2 * pick([0, 2, 8, 40])).map { _ in
        SimTime(microseconds: 1 + Int64(random.uniform() * Double(length.microseconds - 2)))
      }
      let times = (ends + inside).sorted()
      return AbsenceTrace.joined(
        stride(from: 0, to: times.count, by: 2).map { times[$0]..<times[$0 + 1] })
    }
    return AbsenceTrace(
      streams: streams, length: length, hasDevices: hasDevices, repeats: happens(0.6),
      samples: hasDevices && happens(0.5))
  }

  private mutating func network(_ rules: SimpleRules) -> Network {
    let up = law(.exponential(mean: pick([400, 3600, 15_000])))
    let down = pick([
      law(.exponential(mean: 300)), law(.weibull(scale: 3000, shape: 0.7)),
      law(.uniform(min: 0, max: 20_000)),
    ])
    return Network(onOff: OnOffProcess(up: up, down: down), reconnect: rules.reconnect)
  }
}
