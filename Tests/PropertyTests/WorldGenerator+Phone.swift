import DeliverySim
import Models
import TestSupport

// MARK: - The app

extension WorldGenerator {
  /// Version 0.3.
  mutating func addPartsOfToday(_ world: inout World) {
    if happens(0.2) { world.setup.strategy = fetchingStrategy() }
    if happens(0.25) { world.setup.strategy = composition() }
    if happens(0.2) { world.setup.serviceExtension.decorates = true }
    if happens(0.15) {
      world.setup.network.onOff = nil
      world.setup.network.absences = absences(of: world.setup.workload)
    }
    if happens(0.15) { addUninstalls(&world) }
    if happens(0.25) { addPaces(&world.setup) }
    if happens(0.3) { restrictRefresh(&world.setup) }
    if happens(0.3) { addPickups(&world.setup) }
    addLastRows(&world.setup)
    world.setup.service.isWatched = true
    if happens(0.2) { loseAnswers(&world.setup.provider.link) }
    if happens(0.2) { world.setup.service.inFlight = share([0.5, 1]) }
    if happens(0.3) { world.setup.serviceExtension.doubleShows = .twice }
    if happens(0.3) {
      world.setup.tokens?.registrationFailure = share([0, 0.5, 1])
      world.setup.tokens?.reinstalls = share([0, 0.5])
    }
    addInactivity(&world.setup.service)
    if happens(0.1) {
      world.setup.service.quotas = [
        .init(count: pick([1, 20]), per: pick([.hour, .day]), exempt: share([0, 0.3]))
      ]
    }
  }

  /// R2.11.
  private mutating func loseAnswers(_ link: inout Hop) {
    link.ackLoss = share([0, 0.3, 1])
    link.retry =
      link.retry ?? Hop.Retry(attempts: number(1...3), first: pick([.second, .minute, .hours(1)]))
  }

  /// R3.14, R3.16.
  private mutating func addInactivity(_ service: inout PushService) {
    service.hasDeletedCallback = happens(0.8)
    if happens(0.3) { service.inactiveAfter = pick([.minute, .hours(3)]) }
    if happens(0.2) { service.tokenExpiresAfter = pick([.hours(1), .hours(20)]) }
  }

  /// R12.1 to R12.8.
  private mutating func addLastRows(_ setup: inout DeviceSetup) {
    if happens(0.15) {
      setup.workload.otherService = ExtraTraffic(rate: rate(), type: .alert)
    }
    if happens(0.15) {
      var schedule = setup.presentation ?? PresentationSchedule(share: share([0.5, 1]))
      schedule.spells = OnOffProcess(up: span([600, 20_000]), down: span([60, 3600]))
      if happens(0.5) { schedule.alarmBeforeEnd = span([1800, 40_000]) }
      setup.presentation = schedule
    }
    if happens(0.15) {
      setup.service.isWeb = true
      setup.service.webSilentMax = pick([1, 3, 50])
    }
    if happens(0.2) {
      setup.app = setup.app ?? app()
      setup.app?.localRepeats = LocalRepeats(
        every: pick([.minute, .hours(2)]), times: number(1...9))
    }
    if happens(0.2), setup.app != nil, setup.strategy.provider.pushType != nil {
      let background = pick([SimTime.zero, .minute, .hours(2)])
      setup.strategy = setup.strategy.with(Socket(background: background))
    }
    guard var user = setup.user else { return }
    if happens(0.3), setup.app != nil {
      let rest = 1 - user.taps.value - user.dismisses.value
      user.actions = Actions(
        share: share([0, rest / 2, rest]), count: number(1...4), locked: share([0, 0.5, 1]),
        unlock: span([1, 300]))
    }
    setup.user = user
    if happens(0.2) { setup.centre.isDialog = true }
    if happens(0.2) { (setup.centre.hidesPreviews, setup.centre.hidesTitles) = (true, true) }
  }

  mutating func addApp(_ setup: inout DeviceSetup) {
    if happens(0.8) { setup.app = app() }
    switch number(0...5) {
    case 0: setup.strategy = .silentFetch
    case 1: setup.strategy = .voipFetch
    case 2: setup.strategy = .poll(polling())
    case 3: setup.strategy = setup.strategy.fetchingOnOpening()
    case 4:
      let others: [Strategy] = [.silentFetch, .voipFetch, .poll(polling()), .gapRecovery()]
      setup.strategy = pick(others).then([Adoption(at: .hours(20), delay: latency(), pick(others))])
    default: break
    }
  }

  private mutating func polling() -> Polling {
    Polling(
      every: pick([.seconds(1), .minute, .hours(1)]), factor: pick([1, 2, 1000]),
      longest: pick([.minute, .days(1)]))
  }

  mutating func app() -> App {
    App(
      openings: happens(0.7) ? App.Openings(rate: rate()) : nil, visit: latency(),
      suspended: happens(0.6) ? latency() : nil,
      kills: App.Kills(users: share([0, 0.5, 1]), visits: share([0.3, 1])),
      syncsOnOpening: happens(0.5), presentsInForeground: happens(0.5),
      handlers: happens(0.7)
        ? .usual
        : HandlerMatrix(implementing: Set(HandlerMatrix.Method.allCases.prefix(number(0...4)))),
      silent: App.Silent(
        launch: share([0, 0.5, 1]),
        throttle: happens(0.4)
          ? Throttle(burst: pick([1, 3]), refill: pick([.minute, .hours(1)])) : nil,
        perDay: happens(0.3) ? pick([0, 1, 20]) : nil),
      voipMisuses: happens(0.4) ? pick([1, 3, 50]) : nil,
      backgroundTime: pick([.never, .zero, .seconds(30)]))
  }

  mutating func addPower(_ setup: inout DeviceSetup) {
    setup.power = Power(
      spans: happens(0.8)
        ? OnOffProcess(up: span([120, 3600, 21_600]), down: span([10, 1200, 36_000])) : nil,
      always: share([0, 0, 0.3, 1]))
    setup.workload.priority = pick([.byPower, .byPower, .passive, .immediate])
    setup.workload.badgeUpdates?.priority = pick(PushPriority.allCases)
    setup.workload.readReceipts?.priority = pick(PushPriority.allCases)
  }

  /// Silent pushes that may wait, and devices that nothing wakes.
  mutating func restrictRefresh(_ setup: inout DeviceSetup) {
    setup.app?.backgroundRefresh = share([0, 0.5, 1])
    if happens(0.3) { setup.power.always = share([0.3, 1]) }
    let silent = Strategy.silentFetch(priority: pick([.byPower, .passive]))
    switch number(0...3) {
    case 0: setup.strategy = silent
    case 1: setup.strategy = silent.then([Adoption(at: .hours(5), delay: latency(), .gapWindow())])
    default: break
    }
  }

  /// A phone that is quiet, and picked up.
  mutating func addPickups(_ setup: inout DeviceSetup) {
    if setup.user == nil { setup.user = User(sees: latency(), dismisses: share([0, 0.5])) }
    setup.user?.pickups = PoissonTimes(rate: rate(), profile: happens(0.5) ? profile() : nil)
    guard setup.presentation == nil else { return }
    let windows = pick([
      WeeklyHours.Window(from: .zero, to: .hours(24)), .init(from: .hours(9), to: .hours(7)),
    ])
    setup.presentation = PresentationSchedule(
      quiet: WeeklyHours([windows]), summaries: happens(0.3) ? [.hours(8)] : [],
      exceptions: share([0, 0.2, 1]))
  }

  mutating func addNights(_ setup: inout DeviceSetup) {
    let hours = [(23.0, 7.0), (0, 6), (13, 14), (22, 0), (0.5, 23.5)]
    let (from, to) = pick(hours)
    setup.nights = Nights(share: share([0.5, 1]), from: .hours(from), to: .hours(to))
    if happens(0.7) {
      setup.serviceExtension.firstUnlock = .init(
        unlock: happens(0.2) ? .zero : span([60, 3600]), positionUnreadable: share([0.5, 1]))
    }
  }

  /// Adds paces to the network of the devices that have no group.
  mutating func addPaces(_ setup: inout DeviceSetup) {
    if happens(0.8) { setup.network.paces.online = pace() }
    if happens(0.8) { setup.network.paces.offline = pace() }
  }

  private mutating func pace() -> WeeklyPace? {
    WeeklyPace(hours: [1] + (1..<168).map { _ in pick([0, 0.1, 1, 1, 2.7, 6]) })
  }
}
