import DeliverySim
import Models

// The parts of random worlds that were added later, so that they are thrown after everything else.

extension Dice {
  // MARK: Paces

  mutating func choosePaces(_ rules: inout SimpleRules, _ network: inout Network) {
    if happens(0.8) { rules.onlinePace = pace() }
    if happens(0.8) { rules.offlinePace = pace() }
    network.paces = Paces(
      online: rules.onlinePace.flatMap { WeeklyPace(hours: $0) },
      offline: rules.offlinePace.flatMap { WeeklyPace(hours: $0) })
  }

  private mutating func chooseDevicePaces(_ rules: inout SimpleRules, _ network: inout Network) {
    guard network.onOff != nil, happens(0.4) else { return }
    rules.devicePaces = pick([[0.25, 4], [1, 2, 9]])
    network.devicePace = law(.empirical(values: rules.devicePaces))
  }

  private mutating func pace() -> [Double] {
    [1] + (1..<168).map { _ in pick([0, 0.25, 1, 1, 2.5, 6]) }
  }

  // MARK: Repeats, and what is otherwise lost or shown

  private mutating func addPacesAndRepeats(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    chooseDevicePaces(&rules, &setup.network)
    if happens(0.3) { loseAnswers(&rules, &setup.provider.link) }
    if happens(0.3) { keepSlots(&rules, &setup.service) }
    if happens(0.3) { sendSilently(&rules, &setup) }
    if happens(0.4) { changeTokens(&rules, &setup) }
    if happens(0.3) { callTwice(&rules, &setup.serviceExtension) }
  }

  // MARK: Answers of the push service

  /// Only where each message is acknowledged once, and no fetch tells what became of a repeat.
  mutating func loseAnswers(_ rules: inout SimpleRules, _ link: inout Hop) {
    if case .fetches = rules.client { return }
    if rules.acknowledges { return }
    let waits = pick([[31.707_119, 95.121_357, 285.364_071], [611.303_779]])
    rules.answers = SimpleAnswerRules(loss: pick([0, 0.2, 0.7]), waits: waits.map { .seconds($0) })
    link.ackLoss = Self.share(rules.answers?.loss ?? 0)
    link.retry = Hop.Retry(attempts: waits.count, first: .seconds(waits[0]), factor: 3)
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

  // MARK: An extension that is called twice

  mutating func callTwice(_ rules: inout SimpleRules, _ called: inout ServiceExtension) {
    guard rules.client.isPlain, !rules.acknowledges else { return }
    rules.shownTwice = pick([0.3, 1])
    (called.doubleInvocation, called.doubleShows) = (Self.share(rules.shownTwice), .twice)
  }

  // MARK: Tokens

  /// Only where the extension has nothing to forget, and no push carries what has no position.
  mutating func changeTokens(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    let isPlain = rules.client.isPlain && rules.items == 0
    guard isPlain, rules.app != nil, rules.socket == nil else { return }
    let token = SimpleTokenRules(
      changes: law(.exponential(mean: pick([9000, 40_000]))), failure: pick([0, 0.4]))
    rules.tokens = token
    setup.tokens = Tokens(changes: token.changes)
    setup.tokens?.registrationFailure = Self.share(token.failure)
  }

  // MARK: Silent pushes with content

  /// Only where nothing of the strategy is lost by that.
  mutating func sendSilently(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    let isPlain = rules.client.isPlain && rules.items == 0 && !rules.acknowledges
    guard isPlain, rules.app == nil else { return }
    rules.comesSilently = true
    let silent = Strategy.silentFetch(priority: .byPower, content: .push)
    (setup.strategy.provider, setup.strategy.client) = (silent.provider, silent.client)
  }

  // MARK: A second channel

  mutating func escalate(_ rules: inout SimpleRules, _ strategy: inout Strategy) {
    rules.escalatesAfter = pick([SimTime.zero, .seconds(121.117_003), .hours(1.033_091)])
    rules.channelDelivery = pick([1, 0.6, 0])
    rules.channelLatency = span([7.770_201, 503.310_877])
    if case .shows = rules.client, rules.items == 0, happens(0.7) {
      rules.acknowledges = true
      strategy = strategy.sendingUntilAcked(Hop.Retry(attempts: 0, first: .minute))
    }
    Self.escalate(rules, &strategy)
  }

  private static func escalate(_ rules: SimpleRules, _ strategy: inout Strategy) {
    guard let after = rules.escalatesAfter else { return }
    strategy = strategy.escalating(
      Escalation(
        after: after, unless: rules.confirmation,
        channel: .init(
          delivery: Self.share(rules.channelDelivery), latency: rules.channelLatency)))
  }

  /// Only where what the app asks for by itself does not depend on alerts.
  mutating func addPeople(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    if rules.escalatesAfter == nil, rules.app != nil, happens(0.5) {
      escalate(&rules, &setup.strategy)
    }
    if rules.escalatesAfter != nil, rules.temper == nil, happens(0.5) { react(&rules, &setup) }
    if rules.escalatesAfter != nil || rules.temper != nil, happens(0.5) { attend(&rules, &setup) }
    if rules.escalatesAfter != nil { chooseConfirmation(&rules, &setup) }
    if rules.temper != nil, happens(0.8) { distrust(&rules, &setup) }
  }

  /// Chooses the event that the provider takes for a confirmation, out of those of this world.
  mutating func chooseConfirmation(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    rules.confirmation = pick(
      [.acknowledged] + (rules.user == nil ? [] : [.seen]) + (rules.app == nil ? [] : [.opened]))
    Self.escalate(rules, &setup.strategy)
  }

  /// Chooses their ways of looking at notifications.
  mutating func attend(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    rules.user = SimpleUserRules(sees: span([31.311_907, 900]), dismisses: pick([0, 0.5, 1]))
    setup.user = Self.user(rules)
  }

  // MARK: Users who react

  /// Only where what the app asks for by itself does not depend on alerts.
  mutating func react(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    var temper = SimpleTemper()
    (temper.useful, temper.late) = (pick([0, 0.1, 1]), pick([0, 0.5, 1]))
    (temper.redundant, temper.duplicate) = (pick([0, 0.5, 1]), pick([0, 0.5, 1]))
    temper.usefulFor = pick([.zero, .seconds(307.703_311), .hours(2.003_917)])
    temper.memory = pick([.never, .never, .seconds(701.900_013), .hours(5.310_019)])
    temper.patience = pick([1, 2, 5])
    temper.alertsOff = pick([0, 0.3, 0.6, 1])
    temper.quietly = pick([0, 0.5, 1]) * (1 - temper.alertsOff)
    (rules.temper, rules.user) = (temper, SimpleUserRules())
    (rules.usefulFor, setup.workload.usefulFor) = (temper.usefulFor, temper.usefulFor)
    setup.user = Self.user(rules)
  }

  /// Some have had so much of it that they leave.
  private mutating func distrust(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    guard var temper = rules.temper else { return }
    // No rule says which repair a request has whose answer nobody waits for.
    let mayLeave = rules.client.isPlain || rules.resendLatency.mean == 0
    temper.leaves = mayLeave ? pick([0, 0.3, 1]) : 0
    (temper.alertsOff, temper.quietly) = (
      temper.alertsOff * (1 - temper.leaves), temper.quietly * (1 - temper.leaves)
    )
    if rules.app != nil {
      (temper.missed, temper.trust) = (pick([0, 0.5, 1]), pick([1, 2, 5]))
      (temper.opensLess, temper.factor) = (pick([0, 0.5, 1]), pick([0.5, 0.1]))
      temper.distrustLeaves = mayLeave ? pick([0, 0.5, 1]) * (1 - temper.opensLess) : 0
    }
    rules.temper = temper
    setup.user = Self.user(rules)
  }

  private static func user(_ rules: SimpleRules) -> User {
    let user = rules.user ?? SimpleUserRules()
    return User(
      sees: user.sees, taps: share(user.taps), dismisses: share(user.dismisses),
      reactions: rules.temper.map(reactions))
  }

  private static func reactions(_ temper: SimpleTemper) -> Reactions {
    Reactions(
      annoyance: .init(
        useful: share(temper.useful), late: share(temper.late),
        redundant: share(temper.redundant), duplicate: share(temper.duplicate)),
      memory: temper.memory, patience: law(.constant(value: Double(temper.patience))),
      acts: .init(
        quietly: share(temper.quietly), alertsOff: share(temper.alertsOff),
        uninstall: share(temper.leaves)),
      missed: share(temper.missed), trust: law(.constant(value: Double(temper.trust))),
      distrust: .init(
        opensLess: share(temper.opensLess), factor: share(temper.factor),
        uninstall: share(temper.distrustLeaves)))
  }

  // MARK: An app, and its own connection

  /// Only where what the extension asks for does not depend on what the app has.
  mutating func openApp(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    var app = SimpleAppRules()
    app.syncs = happens(0.5)
    if case .shows = rules.client { app.presents = happens(0.7) }
    app.rate = Double(pick([10, 60, 200])) / 86_400
    app.visit = pick([law(.constant(value: 213.177_709)), law(.exponential(mean: 1500))])
    app.suspended = happens(0.5) ? law(.exponential(mean: 900)) : nil
    app.kills = pick([0, 0.3])
    rules.app = app
    setup.app = App(
      openings: .init(rate: law(.constant(value: app.rate))), visit: app.visit,
      suspended: app.suspended, kills: .init(users: .one, visits: Self.share(app.kills)),
      syncsOnOpening: app.syncs, presentsInForeground: app.presents)
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

  // MARK: Limits of a service

  mutating func addLast(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    setup.service.isWatched = true
    addPacesAndRepeats(&rules, &setup)
    limitService(&rules, &setup.service)
    if happens(0.3) { sendBlanks(&rules, &setup.workload) }
    if happens(0.4) { tellByBadge(&rules, &setup) }
    if happens(0.5) { demote(&rules, &setup) }
    if happens(0.4) { makeWeb(&rules, &setup) }
    if happens(0.3) { call(&rules, &setup) }
  }

  private mutating func limitService(_ rules: inout SimpleRules, _ service: inout PushService) {
    if service.kind == .fcm, happens(0.3) {
      (rules.hasDeletedCallback, service.hasDeletedCallback) = (false, false)
    }
    chooseInactivity(&rules, &service)
    if happens(0.2) { chooseQuotas(&rules, &service) }
  }

  private mutating func chooseInactivity(_ rules: inout SimpleRules, _ service: inout PushService) {
    guard service.kind == .fcm else { return }
    if happens(0.4) {
      rules.inactiveAfter = pick([.seconds(311.700_093), .hours(1.200_317)])
      service.inactiveAfter = rules.inactiveAfter
    }
    if Self.mayLoseToken(rules), happens(0.4) {
      rules.tokenExpiresAfter = pick([.seconds(733.100_917), .hours(2.100_713)])
      service.tokenExpiresAfter = rules.tokenExpiresAfter
    }
  }

  /// No rule says which repair a request has whose answer comes to no token; and a digest of this
  /// model carries the messages before its own, whether they were sent or not.
  static func mayLoseToken(_ rules: SimpleRules) -> Bool {
    rules.items == 0 && (rules.client.isPlain || rules.resendLatency.mean == 0)
  }

  private mutating func chooseQuotas(_ rules: inout SimpleRules, _ service: inout PushService) {
    rules.quotas = (0..<pick([1, 1, 2])).map { _ in
      PushService.Quota(
        count: pick([1, 2, 7, 30]), per: pick(PushService.Quota.Period.allCases),
        resets: pick([.zero, .seconds(17.300_111)]), exempt: Self.share(pick([0, 0.3, 1])))
    }
    service.quotas = rules.quotas
  }

  // MARK: The users' view

  /// Only where the extension does not ask for what the phone ignores.
  mutating func sendBlanks(_ rules: inout SimpleRules, _ workload: inout Workload) {
    if case .fetches = rules.client { return }
    rules.blank = pick([0.1, 0.5])
    workload.kinds.blank = Self.share(rules.blank)
  }

  /// Not beside blank pushes: whether a push that has no badge changes the badge, no rule says.
  private mutating func tellByBadge(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    if case .fetches = rules.client { return }
    guard rules.blank == 0 else { return }
    (rules.hasBadge, setup.centre.hasBadge) = (true, true)
    if rules.app == nil, !rules.comesSilently, happens(0.7) { openApp(&rules, &setup) }
    if rules.user == nil { attend(&rules, &setup) }
    var user = rules.user ?? SimpleUserRules()
    user.taps = pick([0.2, 0.6, 1])
    user.dismisses *= 1 - user.taps
    rules.user = user
    setup.user = Self.user(rules)
    rules.usefulFor = rules.usefulFor ?? pick([.seconds(307.703_311), .hours(2.003_917)])
    setup.workload.usefulFor = rules.usefulFor
  }

  private mutating func demote(_ rules: inout SimpleRules, _ setup: inout DeviceSetup) {
    guard setup.service.kind == .fcm else { return }
    let rule = SimpleDemotionRules(
      window: pick([.seconds(1300.700_011), .hours(5.100_091), .days(7)]),
      visibleMin: pick([0.25, 0.5, 1]), share: pick([0.5, 1]))
    rules.demotion = rule
    setup.android = Android(
      demotion: .init(
        window: rule.window, visibleMin: Self.share(rule.visibleMin), share: Self.share(rule.share)
      ))
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

  /// Also where a push takes long enough for others to come.
  mutating func keepSlots(_ rules: inout SimpleRules, _ service: inout PushService) {
    guard case .slot = rules.service else { return }
    rules.inFlight = pick([0.4, 1])
    service.inFlight = Self.share(rules.inFlight)
    guard happens(0.7) else { return }
    rules.serviceLatency = law(.constant(value: 1307.518_119))
    service.latency = rules.serviceLatency
  }
}
