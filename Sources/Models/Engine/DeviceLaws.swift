import DeliverySim

/// What a device asks again and again, as plain numbers: no law, no policy is copied for it.
struct DeviceLaws: ~Copyable {
  private let shelf: LawShelf

  // Arrivals: constant rates; where a weekly one has come to when; bursts.
  let unitExponential = Sampler.unitExponential
  let weekly: WeeklyProfile.Table?
  let bursts: BurstLaws

  // On the way; nil: a disconnection is noticed at once.
  let intake: HopLaws
  let link: HopLaws
  let serviceLatency: Sampler
  let detect: Sampler?
  /// How long the push service keeps a push, from its sending.
  let expiration: SimTime
  /// How many it keeps, where it counts them.
  let capacity: Int
  /// Which messages it collapses, and how many of them it takes.
  let collapse: CollapseLaws
  /// It holds back what can wait while the device reserves power.
  let savesPower: Bool

  let network: NetworkLaws
  let power: PowerLaws

  /// The size of a message [byte]; nil when it is not modelled.
  let payload: Sampler?
  let extraTraffic: ExtraTrafficLaws

  /// What depends on how the app is used and set up.
  let users: UserLaws
  /// Every message gets a push at once, and no other one, with nothing beside it, and the push
  /// service throttles none and holds none back: what most messages then need not ask one by one.
  let isPlain: Bool

  /// Pushes carry positions, and the extension looks at them.
  let numbersPushes: Bool
  /// The client remembers what it misses, and asks again.
  let remembers: Bool
  /// The position of a push in order is saved; not so by the article's listing (R5.3).
  let savesInOrder: Bool
  /// Pushes carry a collapse id.
  let collapses: Bool
  /// How many earlier messages a push carries.
  let digestItems: Int
  /// The quiet time before a heartbeat; never: there are none.
  let heartbeatAfter: SimTime
  /// The client tells the provider what has arrived.
  let acknowledges: Bool
  let acknowledgementLatency: Sampler
  /// How long the provider waits before each retry.
  let retryWaits: [SimTime]
  /// From the first send to the first retry; never: there is none.
  let firstRetry: SimTime
  /// There is something to do about retries when a push has arrived.
  let settlesArrivals: Bool
  /// How the provider sends messages; nil: it sends none.
  let pushType: PushType?
  /// What the app does, and when.
  let app: AppLaws
  /// What is known of the repair of a message that nobody has missed yet.
  let repairAtFirst: Repair
  /// The device has an extension.
  let hasExtension: Bool
  /// Its runs take time, may crash, wait for each other or be doubled.
  let limitsRuns: Bool
  let runs: ExtensionLaws

  /// - Parameter hasExtension: False: the client does nothing but show, whatever its policy.
  init(_ setup: DeviceSetup, hasExtension: Bool = true) {
    (self.hasExtension, limitsRuns) = (hasExtension, hasExtension && setup.limitsRuns)
    var shelf = LawShelf()
    weekly = setup.workload.arrivals.profile.map { WeeklyProfile.Table($0, &shelf) }
    bursts = BurstLaws(setup.workload.arrivals.bursts, &shelf)
    intake = HopLaws(setup.provider.intake, &shelf)
    link = HopLaws(setup.provider.link, &shelf)
    serviceLatency = shelf.sampler(setup.service.latency)
    detect = setup.service.halfOpen.map { shelf.sampler($0.detect) }
    (expiration, capacity) = (setup.service.expirationInForce, setup.service.capacityInForce)
    (collapse, savesPower) = (CollapseLaws(setup.service), setup.savesPower)
    network = NetworkLaws(setup.network, &shelf)
    acknowledges = hasExtension && setup.strategy.acknowledges
    acknowledgementLatency = shelf.sampler(acknowledges ? setup.provider.resend.latency : .zero)
    payload = setup.workload.payload.map { shelf.sampler($0) }
    extraTraffic = ExtraTrafficLaws(setup.workload, &shelf)
    (power, runs) = (PowerLaws(setup.power, &shelf), ExtensionLaws(setup.serviceExtension, &shelf))
    (app, users) = (AppLaws(setup, &shelf), UserLaws(setup, &shelf))
    self.shelf = shelf
    heartbeatAfter = setup.strategy.provider.heartbeat?.after ?? .never
    let retry = setup.strategy.provider.retry
    retryWaits = retry?.schedule.waits ?? []
    // Where hop 1 is ideal, a message is sent when it is created.
    firstRetry = retryWaits.first.flatMap { $0 < setup.provider.retention ? $0 : nil } ?? .never
    settlesArrivals = acknowledges || !retryWaits.isEmpty
    digestItems = setup.strategy.provider.digest?.items ?? 0
    pushType = setup.strategy.provider.pushType
    isPlain =
      pushType == .alert && users.arePlain && digestItems == 0 && heartbeatAfter == .never
      && !settlesArrivals && !collapse.isOn && !limitsRuns && !savesPower
    switch setup.strategy.client {
    case .showsIt, .acknowledges, .fetches, .polls:
      (numbersPushes, savesInOrder, remembers) = (false, false, false)
      (collapses, repairAtFirst) = (retry?.collapse ?? false, .none)
    case .recoversGaps(let recovery):
      (numbersPushes, savesInOrder) = hasExtension ? (true, !recovery.asPrinted) : (false, false)
      (remembers, repairAtFirst) = (hasExtension && recovery.window != nil, .unnoticed)
      collapses = recovery.collapse || retry?.collapse ?? false
    }
  }

  /// The push service takes all pushes, and what carries no message changes nothing on the device.
  var takesOthersStraight: Bool { !users.limitsRate && !users.hasKinds }

  /// The extension is there, and ideal.
  var runsFreely: Bool { hasExtension && !limitsRuns }

  /// The provider sends again what nobody acknowledges.
  var retries: Bool { !retryWaits.isEmpty }
}
