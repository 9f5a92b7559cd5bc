import DeliverySim
package import Models

/// A random small world that both models can play; a function of its seed.
///
/// Constant latencies are numbers without a common measure, so that nothing but what the rules
/// order happens in the same microsecond: zero latencies, repeats sent in one go, bursts created at
/// once, an answer exactly at the extension's limit.
package struct AgreementWorld {
  /// What is compared.
  package enum Subject: String, CaseIterable, Sendable {
    case fireAndForget = "fire-and-forget"
    case gapRecovery = "gap-recovery"
    case asPrinted = "gap-recovery as printed"
    case gapWindow = "gap-window"
    case digest
    case digestOnGapRecovery = "digest on gap-recovery"
    case digestOnGapWindow = "digest on gap-window"
    case fcm = "fire-and-forget, fcm"
    case gapRecoveryOnFCM = "gap-recovery, fcm"
    case gapWindowOnFCM = "gap-window, fcm"
    case digestOnFCM = "digest, fcm"
    case digestOnGapRecoveryOnFCM = "digest on gap-recovery, fcm"
    case extensionFetch = "extension-fetch"
    case emptyPushes = "extension-fetch, content none"
    case fetchOnGap = "extension-fetch, on-gap"
  }

  package let rules: SimpleRules
  package let world: World

  package init(_ subject: Subject, seed: UInt64) {
    var dice = Dice(random: SplitMix64(state: seed))
    var rules = SimpleRules()
    rules.end = dice.pick([.hours(7), .days(1), .days(2)])
    dice.choosePath(&rules)
    dice.choose(subject, &rules)
    var world = World(
      seed: seed, devices: 2, duration: rules.end,
      regions: dice.happens(0.15) ? dice.regions() : nil, setup: dice.setup(rules))
    // What was added later is thrown last, so that the worlds before stay what they were.
    if world.setup.service.kind == .fcm, dice.happens(0.5) {
      dice.chooseKeys(&rules, &world.setup.service)
    }
    if world.setup.service.kind == .apns, dice.happens(0.5) {
      dice.chooseSlot(&rules, &world.setup.service)
    }
    if dice.happens(0.2) {
      rules.absences = dice.absences()
      (world.regions, world.setup.network.onOff) = (nil, nil)
      world.setup.network.absences = rules.absences
    } else if dice.happens(0.3) {
      dice.choosePaces(&rules, &world.setup.network)
    }
    if world.setup.service.kind == .fcm, dice.happens(0.5) {
      dice.shareCursor(&rules, &world.setup.strategy)
    }
    if dice.happens(0.2) {
      rules.cutOff = .hours(2.013_331)..<(.hours(5.900_117))
      world.setup.provider.cutOff = rules.cutOff
    }
    if dice.happens(0.2) { dice.escalate(&rules, &world.setup.strategy) }
    if dice.happens(0.4) { dice.react(&rules, &world.setup) }
    if dice.happens(0.4) { dice.openApp(&rules, &world.setup) }
    if dice.happens(rules.socket == nil ? 0.1 : 0.6) {
      dice.deferDetection(&rules, &world.setup.service)
    }
    (self.rules, self.world) = (rules, world)
  }
}

/// Throws the parameters of a world.
private struct Dice {
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
  // MARK: Paces

  mutating func choosePaces(_ rules: inout SimpleRules, _ network: inout Network) {
    if happens(0.8) { rules.onlinePace = pace() }
    if happens(0.8) { rules.offlinePace = pace() }
    network.paces = Paces(
      online: rules.onlinePace.flatMap { WeeklyPace(hours: $0) },
      offline: rules.offlinePace.flatMap { WeeklyPace(hours: $0) })
  }

  private mutating func pace() -> [Double] {
    [1] + (1..<168).map { _ in pick([0, 0.25, 1, 1, 2.5, 6]) }
  }

  // MARK: Collapse keys

  mutating func chooseKeys(_ rules: inout SimpleRules, _ service: inout PushService) {
    rules.collapsible = pick([0.3, 0.8, 1])
    rules.keys = pick([1, 3, 7, 100])
    rules.burst = pick([1, 2, 5, 20])
    rules.refill = pick([.zero, .seconds(180.000_331), .seconds(180.000_331), .hours(1.000_017)])
    service.collapseKeys = PushService.CollapseKeys(
      share: Self.share(rules.collapsible), count: rules.keys)
    service.throttle = Throttle(burst: rules.burst, refill: rules.refill)
  }

  // MARK: A shared cursor

  mutating func shareCursor(_ rules: inout SimpleRules, _ strategy: inout Strategy) {
    if case .shows = rules.client { return }
    rules.sharesCursor = true
    strategy = Self.strategy(rules)
  }

  // MARK: A second channel

  mutating func escalate(_ rules: inout SimpleRules, _ strategy: inout Strategy) {
    let after = pick([SimTime.zero, .seconds(121.117_003), .hours(1.033_091)])
    rules.escalatesAfter = after
    rules.channelDelivery = pick([1, 0.6, 0])
    rules.channelLatency = span([7.770_201, 503.310_877])
    if case .shows = rules.client, rules.items == 0, happens(0.7) {
      rules.acknowledges = true
      strategy = .retryUntilAcked(Hop.Retry(attempts: 0, first: .minute))
    }
    strategy = strategy.escalating(
      Escalation(
        after: after,
        channel: .init(
          delivery: Self.share(rules.channelDelivery), latency: rules.channelLatency)))
  }

  // MARK: Users who react

  /// Only where what the app asks for by itself does not depend on alerts.
  mutating func react(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    guard rules.escalatesAfter == nil else { return }
    var temper = SimpleTemper()
    (temper.useful, temper.late) = (pick([0, 0.1, 1]), pick([0, 0.5, 1]))
    (temper.redundant, temper.duplicate) = (pick([0, 0.5, 1]), pick([0, 0.5, 1]))
    temper.usefulFor = pick([.zero, .seconds(307.703_311), .hours(2.003_917)])
    temper.memory = pick([.never, .never, .seconds(701.900_013), .hours(5.310_019)])
    temper.patience = pick([1, 2, 5])
    temper.alertsOff = pick([0, 0.3, 0.6, 1])
    temper.quietly = pick([0, 0.5, 1]) * (1 - temper.alertsOff)
    rules.temper = temper
    setup.workload.usefulFor = temper.usefulFor
    setup.user = User(
      reactions: Reactions(
        annoyance: .init(
          useful: Self.share(temper.useful), late: Self.share(temper.late),
          redundant: Self.share(temper.redundant), duplicate: Self.share(temper.duplicate)),
        memory: temper.memory, patience: law(.constant(value: Double(temper.patience))),
        acts: .init(
          quietly: Self.share(temper.quietly), alertsOff: Self.share(temper.alertsOff))))
  }

  // MARK: An app, and its own connection

  /// Only where what the extension asks for does not depend on what the app has.
  mutating func openApp(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    var app = SimpleAppRules()
    app.syncs = happens(0.5)
    if case .shows = rules.client { app.presents = happens(0.7) }
    app.clearsCentre = setup.user != nil
    rules.app = app
    let rate = Double(pick([10, 60, 200])) / 86_400
    let visit = pick([law(.constant(value: 213.177_709)), law(.exponential(mean: 1500))])
    setup.app = App(
      openings: .init(rate: law(.constant(value: rate))), visit: visit,
      suspended: happens(0.5) ? law(.exponential(mean: 900)) : nil,
      kills: .init(users: .one, visits: Self.share(pick([0, 0.3]))), syncsOnOpening: app.syncs,
      presentsInForeground: app.presents)
    if rules.items == 0, happens(0.7) { connect(&rules, &setup.strategy) }
  }

  private mutating func connect(_ rules: inout SimpleRules, _ strategy: inout Strategy) {
    var socket = SimpleSocketRules()
    socket.background = pick([.zero, .seconds(31.771_303), .seconds(701.303_111)])
    rules.socket = socket
    strategy = strategy.with(Socket(background: socket.background))
  }

  mutating func deferDetection(_ rules: inout SimpleRules, _ service: inout PushService) {
    var rule = SimpleHalfOpenRules()
    rule.detect = pick([
      law(.constant(value: 97.303_117)), law(.constant(value: 1203.900_331)),
      law(.exponential(mean: 600)),
    ])
    rule.resume = pick([0, 0.5, 1])
    rules.halfOpen = rule
    service.halfOpen = .init(detect: rule.detect, resume: Self.share(rule.resume))
  }

  // MARK: A slot of several

  mutating func chooseSlot(_ rules: inout SimpleRules, _ service: inout PushService) {
    let capacity = pick([1, 2, 3, 8, 1000])
    rules.service = .slot(capacity: capacity)
    service.capacity = capacity
    rules.collapsesInStore = happens(0.5)
    service.collapsesInStore = rules.collapsesInStore
    if happens(0.5) { chooseKeys(&rules, &service) }
  }

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

  private static func share(_ value: Double) -> Probability { Probability(value) ?? .zero }

  private static func strategy(_ rules: SimpleRules) -> Strategy {
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
