import DeliverySim

/// The push service's treatment of a device's pushes, compiled once.
struct PushServicePlan {
  let storing: PushServiceRules.Storing
  let slot: PushService.Slot
  let newestSurvives: PushService.NewestSurvives
  /// The latency to a connected device.
  let latency: Sampler
  /// From a disconnection to its notice; nil: it is noticed at once.
  let detect: Sampler?
  let resume: Probability
  /// A push on its way to a connected device occupies its slot.
  let inFlight: Probability
  /// The time that it keeps a push, from its sending.
  let expiration: SimTime
  /// The number of pushes that it keeps, where it counts them.
  let capacity: Int
  /// Copies of a message share a topic, or a collapse id.
  let collapsesTopics: Bool
  /// `apns`: the store looks at collapse ids.
  let collapsesInStore: Bool
  /// The app is told of what was discarded (R3.14).
  let tellsOfDiscarded: Bool
  /// A device is inactive that was not connected for so long; never: none is (R3.16).
  let inactiveAfter: SimTime
  /// The messages that it collapses, and the number of them that it takes.
  let collapse: CollapsePlan
  /// The throttle of pushes for one token; nil: it takes all.
  let perToken: Throttle?
  /// So many of the clock.
  let quotas: [PushService.Quota]
  let hasQuotas: Bool
  let priorities: PriorityPlan
  /// R7.4: what the console tells is counted.
  let hasConsole: Bool

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    let service = setup.service
    (slot, newestSurvives) = (service.slot, service.newestSurvives)
    storing = service.kind.rules.storing
    hasConsole = service.isWatched && service.kind.rules.hasConsole
    latency = arena.sampler(service.latency)
    detect = service.halfOpen.flatMap { $0.detect.isZero ? nil : arena.sampler($0.detect) }
    resume = service.halfOpen?.resume ?? .zero
    inFlight = service.reads(.inFlight) ? service.inFlight : .zero
    expiration = service.expirationInForce
    (capacity, perToken) = (service.capacityInForce ?? .max, service.perToken)
    (quotas, hasQuotas) = (service.quotas, !service.quotas.isEmpty)
    collapsesTopics = setup.strategy.collapsesCopies
    collapsesInStore = service.collapsesInStore
    tellsOfDiscarded = service.hasDeletedCallback
    inactiveAfter = service.inactiveAfterInForce ?? .never
    (collapse, priorities) = (CollapsePlan(service), PriorityPlan(setup))
  }
}

/// The push service's access to a device now.
struct Reach {
  let isConnected: Bool
  /// The device reserves power: what can wait does.
  let isReserving: Bool
  /// It does so all the time, and runs no app unseen.
  let isInLowPowerMode: Bool
}

extension PushServicePlan: StationPlan {
  func vetoes(_ setup: DeviceSetup) -> Vetoes {
    perToken == nil && !hasQuotas && inFlight.value == 0 ? [] : .all
  }
}
