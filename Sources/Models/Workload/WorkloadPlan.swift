import DeliverySim

/// The messages owed to a device, and the other pushes that are sent to it, compiled once.
struct WorkloadPlan {
  let arrivals: Workload.Arrivals
  let unitExponential = Sampler.unitExponential
  /// Where a weekly rate has come to when; nil: it does not change.
  let weekly: WeeklyProfile.Table?
  let bursts: BurstsPlan
  let extraTraffic: ExtraTrafficPlan
  /// The share of messages whose payload draws nothing.
  let blank: Probability
  /// Messages wake the app besides.
  let isMixed: Bool

  init(_ workload: Workload, _ arena: inout PlanArena) {
    arrivals = workload.arrivals
    weekly = workload.arrivals.profile.map { WeeklyProfile.Table($0, &arena) }
    bursts = BurstsPlan(workload.arrivals.bursts, &arena)
    extraTraffic = ExtraTrafficPlan(workload, &arena)
    (blank, isMixed) = (workload.kinds.blank, workload.kinds.kind == .mixed)
  }

  /// Payloads wake the app, or draw nothing.
  var hasKinds: Bool { isMixed || blank.value > 0 }
}

/// The plan of arrivals in bursts; unused where there are none.
struct BurstsPlan {
  let between: Sampler
  let size: Sampler
  let within: Sampler
  /// Nil: the time between bursts passes at the pace of the clock.
  private let pace: WeeklyPace.Table?

  init(_ bursts: Workload.Bursts?, _ arena: inout PlanArena) {
    between = arena.sampler(bursts?.between ?? .zero)
    size = arena.sampler(bursts?.size ?? .zero)
    within = arena.sampler(bursts?.within ?? .zero)
    pace = bursts?.pace.map { WeeklyPace.Table($0, &arena) }
  }

  /// The moment when the time between two bursts is used up.
  func end(of between: SimTime, from start: SimTime) -> SimTime {
    pace?.end(of: between, from: start) ?? start + between
  }
}

/// Pushes without a message, by content.
struct ExtraTrafficPlan {
  /// One kind of pushes.
  struct Kind {
    let rate: Sampler
    let type: PushType

    init(_ traffic: ExtraTraffic, _ arena: inout PlanArena) {
      (rate, type) = (arena.sampler(traffic.rate), traffic.type)
    }
  }

  private let badgeUpdates: Kind?
  private let readReceipts: Kind?
  private let otherService: Kind?

  init(_ workload: Workload, _ arena: inout PlanArena) {
    badgeUpdates = workload.badgeUpdates.map { Kind($0, &arena) }
    readReceipts = workload.readReceipts.map { Kind($0, &arena) }
    otherService = workload.otherService.map { Kind($0, &arena) }
  }

  /// There is some.
  var isOn: Bool { badgeUpdates != nil || readReceipts != nil || otherService != nil }

  /// Nil: there is no such traffic.
  subscript(content: PushContent) -> Kind? {
    switch content {
    case .badgeUpdate: badgeUpdates
    case .readReceipt: readReceipts
    case .otherService: otherService
    case .message, .heartbeat: nil
    }
  }
}

extension WorkloadPlan: StationPlan {
  func vetoes(_ setup: DeviceSetup) -> Vetoes { hasKinds ? .all : [] }
}
