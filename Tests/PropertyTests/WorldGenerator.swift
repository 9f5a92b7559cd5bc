import DeliverySim
import Foundation
import Models
import TestSupport

/// Makes random worlds, small ones, over all parameters: ordinary values, extremes, and what is
/// ideal.
///
/// A world is a function of its seed alone, so a failure can be played again (see
/// ``RandomWorlds``).
struct WorldGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  mutating func world(seed: UInt64) -> World {
    let warmup = pick([SimTime.zero, .zero, .hours(6), .days(1)])
    let duration = warmup + pick([SimTime.hours(2), .days(1), .days(3), .days(5)])
    var world = World(
      seed: seed, devices: number(1...6), warmup: warmup, duration: duration,
      drain: pick([SimTime.zero, .hours(1), .days(2)]),
      timelineStep: pick([SimTime.hours(1), .hours(7), .days(1), .days(30)]),
      regions: happens(0.3) ? regions() : nil, setup: setup())
    // Features of later versions are drawn last, so that the worlds before stay the same.
    chooseService(&world.setup.service)
    addStrategies(&world.setup)
    if happens(0.3) { world.setup.provider.intake = hop(loss: share([0, 0, 0.1]), latency()) }
    if happens(0.3) {
      let link = world.setup.provider.link
      world.setup.provider.link = hop(loss: link.loss, link.latency)
    }
    addRetries(&world.setup)
    addOtherPushes(&world.setup)
    if happens(0.15) { addAdoptions(&world.setup) }
    if happens(0.3) {
      world.setup.provider.shards = pick([1, 1, 2, 3, 50])
      world.setup.provider.resend.capacity = Provider.Resend.Capacity(
        servers: pick([1, 1, 2, 40]), service: latency(),
        timeout: pick([.never, .zero, .seconds(10), .hours(1)]))
    }
    if happens(0.3) { limitExtension(&world.setup.serviceExtension) }
    if happens(0.3) { addCollapseKeys(&world.setup.service) }
    if happens(0.3) { addApp(&world.setup) }
    addPeople(&world.setup)
    if happens(0.25) { addPower(&world.setup) }
    if happens(0.2) { addNights(&world.setup) }
    if happens(0.3) { addStations(&world.setup) }
    if happens(0.3) { world.groups = groups() }
    addPartsOfToday(&world)
    return world
  }

  /// Up to three, each set up in a way of its own; now and then nobody is left over.
  private mutating func groups() -> [DeviceGroup] {
    let count = number(1...3)
    let shares = pick([[0.3, 0.3, 0.3], [0.5, 0.25, 0.1], [1.0 / Double(count)]])
    return (0..<count).map { place in
      var setup = setup()
      chooseService(&setup.service)
      if happens(0.2) { setup.workload.badgeUpdates = extraTraffic() }
      if happens(0.3) { setup.provider.intake = hop(loss: share([0, 0, 0.1]), latency()) }
      let share = Probability(shares[place % shares.count]) ?? .one
      return DeviceGroup(name: "group-\(place)", share: share, setup: setup)
    }
  }

  mutating func addUninstalls(_ world: inout World) {
    world.setup.uninstalls = law(.exponential(mean: pick([7200, 100_000])))
    for place in world.groups.indices where happens(0.5) {
      world.groups[place].setup.uninstalls = law(.exponential(mean: pick([7200, 100_000])))
    }
  }

  private mutating func addCollapseKeys(_ service: inout PushService) {
    service.collapseKeys = PushService.CollapseKeys(
      share: share([0, 0.3, 1]), count: pick([1, 2, 7, 1000]))
    service.throttle = Throttle(
      burst: pick([1, 20]), refill: pick([.zero, .minute, .hours(3)]))
  }

  private mutating func addStrategies(_ setup: inout DeviceSetup) {
    if happens(0.2) {
      setup.strategy = .gapWindow(
        repeatLimit: pick([0, 1, 3, 20]), window: pick([1, 4, 1000]), collapse: happens(0.5),
        wait: happens(0.6) ? .zero : span([0.1, 1, 60]))
    }
    if happens(0.25) {
      let limit = pick([1, 300, 4096])
      setup.strategy = setup.strategy.with(Digest(items: pick([1, 2, 8]), payloadLimit: limit))
    }
  }

  mutating func fetchingStrategy() -> Strategy {
    let fetch = extensionFetch()
    return switch number(0...4) {
    case 0: fetch.with(Heartbeat(after: .minute, times: 3))
    case 1: fetch.then([Adoption(at: .hours(5), delay: latency(), .gapWindow())])
    case 2: Strategy.gapWindow().then([Adoption(at: .hours(5), delay: latency(), fetch)])
    default: fetch
    }
  }

  /// Strategies over others.
  mutating func composition() -> Strategy {
    let silent = Heartbeat(
      after: pick([.seconds(5), .minute, .hours(1)]), times: pick([1, 2, 50]), form: .silent)
    let polling = Polling(
      every: pick([.minute, .seconds(1200), .hours(3)]), factor: pick([1, 2]), longest: .hours(6))
    let inner = pick([extensionFetch(), extensionFetch(), .gapWindow(), .fireAndForget])
    return switch number(0...5) {
    case 0, 1: extensionFetch().sendingUntilAcked(retrySchedule())
    case 2: inner.with(silent)
    case 3: inner.with(polling)
    case 4: inner.with(silent).with(polling)
    default:
      Strategy.retryUntilAcked(retrySchedule()).with(polling).then([
        Adoption(at: .hours(5), delay: latency(), extensionFetch().with(silent))
      ])
    }
  }

  private mutating func retrySchedule() -> Hop.Retry {
    Hop.Retry(
      attempts: pick([0, 1, 3, 20]), first: pick([.zero, .second, .seconds(30), .hours(1)]),
      factor: pick([1, 2, 1000]), max: pick([.never, .minute, .hours(2)]))
  }

  private mutating func extensionFetch() -> Strategy {
    let asksAlways = happens(0.6)
    return .extensionFetch(
      ExtensionFetch(
        content: asksAlways && happens(0.5) ? .none : .push, ask: asksAlways ? .always : .onGap,
        wait: happens(0.6) ? .zero : span([0.1, 1, 60])))
  }

  private mutating func addOtherPushes(_ setup: inout DeviceSetup) {
    if happens(0.2) { setup.workload.badgeUpdates = extraTraffic() }
    if happens(0.2) { setup.workload.readReceipts = extraTraffic() }
    if happens(0.3) { setup.service.slot = .perType }
    if happens(0.25) {
      setup.strategy = setup.strategy.with(
        Heartbeat(
          after: pick([SimTime(microseconds: 1), .seconds(5), .minute, .hours(1)]),
          times: pick([1, 2, 50]), filtering: happens(0.5)))
    }
  }

  private mutating func addAdoptions(_ setup: inout DeviceSetup) {
    let others: [Strategy] = [
      .fireAndForget, .gapRecovery(), .gapWindow(window: 5), .gapRecovery().with(Digest(items: 2)),
      .gapWindow().with(Heartbeat(after: .minute, times: 3)), .retryUntilAcked(),
    ]
    var at = SimTime.zero
    let adoptions = (0..<number(1...3)).map { _ in
      at = at + pick([.second, .hours(5), .days(1)])
      return Adoption(at: at, delay: latency(), pick(others))
    }
    setup.strategy = setup.strategy.then(adoptions)
  }

  private mutating func limitExtension(_ limited: inout ServiceExtension) {
    limited.absent = share([0, 0, 0.3, 1])
    limited.runTime = happens(0.4) ? .zero : span([0.1, 5, 40, 600])
    limited.overlaps = happens(0.6)
    if happens(0.3) { limited.memory = .init(use: span([8e6, 16e6]), limit: 12e6) }
    limited.crash = .init(
      probability: share([0, 0, 0.2, 1]), shows: pick(ServiceExtension.Crash.Shows.allCases))
    limited.doubleInvocation = share([0, 0, 0.3, 1])
  }

  private mutating func extraTraffic() -> ExtraTraffic {
    ExtraTraffic(rate: rate(), type: pick(PushType.allCases))
  }

  private mutating func addRetries(_ setup: inout DeviceSetup) {
    guard happens(0.25) else { return }
    let retry = Strategy.ProviderPolicy.Retry(retrySchedule(), collapse: happens(0.5))
    // Laid over what there is, a digest too, now and then; else by itself.
    setup.strategy.provider.retry = retry
    if happens(0.8) { setup.strategy.client = .acknowledges }
    // The latency is in whole seconds, so that a wait ends when something else happens.
    if happens(0.3) { setup.provider.resend.latency = law(.constant(value: pick([1, 30, 3600]))) }
  }

  private mutating func setup() -> DeviceSetup {
    var setup = stations()
    if happens(0.2) {
      setup.settings = NotificationSettings(
        denied: share([0, 0.2, 0.5]), alertsOff: share([0, 0.2, 0.5]))
    }
    return setup
  }

  private mutating func stations() -> DeviceSetup {
    DeviceSetup(
      workload: workload(), provider: provider(), service: service(), network: network(),
      serviceExtension: ServiceExtension(
        timeLimit: pick([SimTime.never, .zero, .seconds(1), .seconds(30)])),
      centre: NotificationCentre(alertsAgainOnCollapse: happens(0.5)),
      strategy: happens(0.3) ? .fireAndForget : .gapRecovery(recovery()))
  }

  private mutating func recovery() -> GapRecovery {
    GapRecovery(
      repeatLimit: pick([0, 1, 3, 20, 1000]), collapse: happens(0.5), asPrinted: happens(0.3),
      wait: happens(0.5) ? .zero : span([0.1, 1, 60]))
  }
}

// MARK: - Stations

extension WorldGenerator {
  private mutating func provider() -> Provider {
    Provider(
      retention: pick([SimTime.never, .zero, .seconds(30), .hours(3)]),
      link: .init(loss: share([0, 0, 0.02, 0.3, 1]), latency: latency()),
      resend: .init(failure: share([0, 0, 0.3, 1]), latency: latency()))
  }

  /// A hop that has incidents and bursts.
  private mutating func hop(loss: Probability, _ latency: Distribution) -> Hop {
    var hop = Hop(loss: loss, latency: latency)
    if happens(0.6) {
      hop.bursts = outages().map { Hop.Bursts(spans: $0, loss: share([1, 1, 0.5, 0])) }
    }
    if happens(0.6) { hop.incidents = outages() }
    if happens(0.7) {
      hop.retry = Hop.Retry(
        attempts: number(1...9), first: pick([.second, .minute, .hours(1)]),
        factor: pick([1, 2, 1000]), max: pick([.never, .hours(2)]))
    }
    return hop
  }

  private mutating func outages() -> OnOffProcess? {
    OnOffProcess(up: span([120, 3600, 21_600]), down: span([10, 1200, 36_000]))
  }

  private mutating func service() -> PushService {
    var service = PushService(kind: happens(0.8) ? .apns : .keepAll)
    service.expiration = pick([
      .zero, SimTime(microseconds: 1), .seconds(60), .hours(1), .days(30), .days(30),
    ])
    service.newestSurvives = .init(
      probability: share([1, 1, 0.5, 0]), within: pick([.never, .zero, .seconds(5)]))
    service.latency = latency()
    if happens(0.4) {
      service.halfOpen = .init(detect: span([1, 300, 7200]), resume: share([0, 0.5, 1]))
    }
    return service
  }

  /// Another kind of service, with a capacity that is reached or not.
  private mutating func chooseService(_ service: inout PushService) {
    service.capacity = pick([nil, 1, 2, 5, 30, 1_000_000])
    service.collapsesInStore = happens(0.3)
    if happens(0.4) { service.kind = pick([.fcm, .fcm, .webPush, .wnsToast, .mqtt]) }
  }

  private mutating func network() -> Network {
    guard happens(0.9) else { return Network() }
    return Network(
      onOff: OnOffProcess(up: span([120, 3600, 21_600]), down: span([10, 1200, 36_000])),
      reconnect: latency())
  }

  private mutating func regions() -> Regions? {
    OnOffProcess(up: span([7200, 86_400]), down: span([60, 7200]))
      .map { Regions(count: number(1...8), onOff: $0) }
  }
}

// MARK: - Workload

extension WorldGenerator {
  private mutating func workload() -> Workload {
    Workload(
      arrivals: arrivals(), payload: happens(0.3) ? span([10, 1200]) : nil,
      usefulFor: happens(0.5) ? pick([.zero, .seconds(60), .hours(12)]) : nil)
  }

  private mutating func arrivals() -> Workload.Arrivals {
    switch number(0...4) {
    case 0, 1: .poisson(rate: rate())
    case 2: .weekly(rate: rate(), profile: profile())
    case 3:
      .bursts(
        .init(
          between: span([3600, 24_631]), size: law(.geometric(mean: 2.77)),
          within: happens(0.2) ? .zero : span([1, 264])))
    default: .trace(trace())
    }
  }

  /// 0, 5, 40 or 300 a day [1/s], the same for all devices or not.
  mutating func rate() -> Distribution {
    let mean = pick([0.0, 5, 40, 40, 300]) / 86_400
    return mean > 0 && happens(0.5)
      ? law(.gamma(mean: mean, shape: 0.5)) : law(.constant(value: mean))
  }

  mutating func profile() -> WeeklyProfile {
    let hours = (0..<168).map { _ in happens(0.4) ? 0 : Double(number(1...9)) }
    guard let profile = WeeklyProfile(hours: [1] + hours.dropFirst()) else {
      preconditionFailure("one weight is above 0")
    }
    return profile
  }

  private mutating func trace() -> Trace {
    let length = pick([SimTime.hours(5), .days(1), .days(9)])
    let hasDevices = happens(0.7)
    let streams = (0..<(hasDevices ? number(1...4) : 1)).map { _ in
      (0..<number(0...40)).map { _ in
        // The time is a whole minute, so that equal times happen.
        SimTime(microseconds: Int64(number(0...299)) * SimTime.minute.microseconds)
      }.sorted()
    }
    return Trace(
      streams: streams, length: length, hasDevices: hasDevices, repeats: happens(0.5),
      shuffles: happens(0.3), samples: hasDevices && happens(0.3))
  }
}

// MARK: - People

extension WorldGenerator {
  private mutating func addPeople(_ setup: inout DeviceSetup) {
    if happens(0.2) {
      setup.presentation = PresentationSchedule(
        share: share([0, 0.5, 1]), quiet: hours(windows: number(0...2)),
        summaries: happens(0.3) ? [.hours(8), .hours(18.5)] : [], exceptions: share([0, 0.2, 1]))
    }
    guard happens(0.2) else { return }
    let taps = share([0, 0.2, 1])
    setup.user = User(
      sees: latency(), asleep: hours(windows: number(0...1)), taps: taps,
      dismisses: taps.value < 1 ? share([0, 0.2, 0.8]) : .zero)
    setup.centre.grouping = pick(NotificationCentre.Grouping.allCases)
    if happens(0.5) { setup.workload.threads = number(1...4) }
    setup.centre.hidesPreviews = happens(0.3)
  }

  private mutating func hours(windows: Int) -> WeeklyHours {
    WeeklyHours(
      (0..<windows).map { _ in
        WeeklyHours.Window(
          from: pick([.zero, .hours(9), .hours(22)]), to: pick([.hours(7), .hours(23)]),
          days: pick([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2], [6]]))
      })
  }
}

// MARK: - Values

extension WorldGenerator {
  mutating func happens(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

  mutating func share(_ values: [Double]) -> Probability {
    Probability(pick(values)) ?? .zero
  }

  /// None, or from milliseconds to hours.
  mutating func latency() -> Distribution {
    happens(0.4) ? .zero : span([0.001, 0.3, 5, 600, 10_000])
  }

  /// A law of any kind, with about one of the given means [s].
  mutating func span(_ means: [Double]) -> Distribution {
    let mean = pick(means)
    switch number(0...9) {
    case 0: return law(.constant(value: mean))
    case 1: return law(.uniform(min: 0, max: 2 * mean))
    case 2: return law(.gamma(mean: mean, shape: 0.5))
    case 3: return law(.lognormal(logMedian: log(mean), sigma: 0.5))
    case 4: return law(.weibull(scale: mean, shape: 0.6))
    case 5: return law(.pareto(scale: mean / 3, shape: 1.5))
    case 6: return law(.hyperexponential(weights: [3, 1], means: [mean / 2, 2.5 * mean]))
    case 7: return law(.empirical(values: [mean / 2, mean, 1.5 * mean]))
    case 8:
      return law(.shifted(by: mean / 4, of: law(.exponential(mean: 0.75 * mean))))
    default: return law(.exponential(mean: mean))
    }
  }
}
