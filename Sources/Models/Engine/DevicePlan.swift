import DeliverySim

/// The plans of a device's stations at one stage of its strategy, compiled once: each number lies
/// in the plan of the station that uses it.
struct DevicePlan {
  let workload: Kept<WorkloadPlan>
  let provider: Kept<ProviderPlan>
  let service: Kept<PushServicePlan>
  let network: Kept<NetworkPlan>
  let power: Kept<PowerPlan>
  let serviceExtension: Kept<ExtensionPlan>
  let centre: Kept<CentrePlan>
  let app: Kept<AppPlan>
  let user: Kept<UserPlan>
  let reactions: Kept<ReactionPlan>
  let tokens: Kept<TokenPlan>
  /// Nil: the phone is not an Android phone.
  let android: Kept<Android>?
  /// Nil: users want every message.
  let subscriptions: SubscriptionPlan?
  let telemetry: Telemetry?
  let settings: NotificationSettings
  let fastForward: FastForwardPlan
  /// In a run until then its position in the queue is each message's number + 1.
  let numbersUntil: SimTime
  /// The time for which a message is useful; nil when it is not modelled.
  let usefulFor: SimTime?
  /// Nil: there is no second channel.
  let escalation: EscalationPlan?
  /// Nil: the app has no connection of its own.
  let socket: SocketPlan?
  /// There is one at some stage; the plan of the first stage says so.
  let escalates: Bool
  /// These strategies follow; the plan of the first stage names them.
  let adoptions: [Adoption]
  /// The share of devices without an extension.
  private let absent: ServiceExtension

  /// - Parameter hasExtension: False: the client does nothing but show, whatever its policy.
  init(_ setup: DeviceSetup, hasExtension: Bool, _ arena: inout PlanArena) {
    var vetoes: Vetoes = []
    func heard<Plan: StationPlan>(_ plan: Plan) -> Plan {
      vetoes.formUnion(plan.vetoes(setup))
      return plan
    }
    func keep<Plan: StationPlan>(_ plan: Plan) -> Kept<Plan> { arena.kept(heard(plan)) }
    workload = keep(WorkloadPlan(setup.workload, &arena))
    let provider = ProviderPlan(setup, &arena)
    let service = PushServicePlan(setup, &arena)
    let runs = ExtensionPlan(setup, exists: hasExtension, &arena)
    self.provider = keep(provider)
    self.service = keep(service)
    serviceExtension = keep(runs)
    network = keep(NetworkPlan(setup, &arena))
    power = keep(PowerPlan(setup.power, &arena))
    centre = keep(CentrePlan(setup, &arena))
    app = keep(AppPlan(setup, &arena))
    user = keep(UserPlan(setup, &arena))
    reactions = keep(ReactionPlan(setup))
    tokens = keep(TokenPlan(setup))
    android = setup.android.map { keep($0) }
    subscriptions = setup.workload.subscriptions.map { heard(SubscriptionPlan($0)) }
    (telemetry, settings) = (setup.telemetry.map { heard($0) }, setup.settings)
    (numbersUntil, usefulFor) = (setup.numbersUntil, setup.workload.usefulFor)
    escalation = setup.strategy.escalation.map { heard(EscalationPlan($0, &arena)) }
    socket = setup.strategy.socket.map { heard(SocketPlan($0, setup, &arena)) }
    fastForward = FastForwardPlan(setup, vetoes, provider, service, runs)
    escalates = setup.strategy.stages.contains { $0.escalation != nil }
    (adoptions, absent) = (setup.strategy.adoptions, setup.serviceExtension)
  }

  /// One draw decides, so that a larger share keeps those that were in it (model.md R5.6).
  func lacksExtension(device: Int, _ random: RandomSource) -> Bool {
    absent.isAbsent(device: device, random)
  }
}

/// The plans of a device's group, by stage of the strategy, at places where they stay.
struct Stages {
  let plans: Kept<DevicePlan>
  /// Those of devices without an extension; the same where no device is.
  let plansWithoutExtension: Kept<DevicePlan>
  /// Its place in ``World/setups``.
  let group: Int
}

extension Stages {
  /// Those of a device, with an extension or without.
  func plans(device: Int, _ random: RandomSource) -> Kept<DevicePlan> {
    plans.value.lacksExtension(device: device, random) ? plansWithoutExtension : plans
  }
}
