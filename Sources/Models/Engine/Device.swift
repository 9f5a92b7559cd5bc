import DeliverySim

/// One device: its stations, from the workload to the user, in the order in which a notification
/// meets them. No station knows another one; this type brings them together
/// (`Device+Notification.swift`, `...Station+Wiring.swift`).
struct Device: ~Copyable {
  /// The plans, by stage of the strategy, with an extension or without.
  private var plans: Kept<DevicePlan>
  /// The plan of this stage.
  private(set) var plan: Kept<DevicePlan>
  private(set) var group: Int
  /// The stage of the strategy that the device has reached.
  private var stage = 0
  private var adopted: [(time: SimTime, stage: Int)] = []

  var workload: WorkloadStation
  var subscriptions: SubscriptionStation
  var token: TokenStation
  var provider: ProviderStation
  var service: PushServiceStation
  var network: NetworkStation
  var power: PowerStation
  var authorisation: Authorisation
  var serviceExtension: ExtensionStation
  var centre: CentreStation
  var app: AppStation
  var user: UserStation
  var reactions: ReactionStation
  var android: AndroidStation
  /// The knowledge that the team will have of it.
  var telemetry: TelemetryStation
  /// The confirmations that the provider gets, for a second channel.
  var escalations: EscalationStation
  var socket: SocketStation
  /// An alert that is sent now, and arrives, is drawn at once, and nobody has to be told of it.
  /// ``settleDrawing()`` sets it.
  var drawsAlerts = true

  init(number: Int, _ stages: Stages, _ random: RandomSource) {
    plans = stages.plans(device: number, random)
    (plan, group) = (plans, stages.group)
    workload = WorkloadStation(plan.workload, device: number, random)
    subscriptions = SubscriptionStation(plan.subscriptions)
    token = TokenStation(plan.tokens)
    provider = ProviderStation(plan.provider)
    service = PushServiceStation(plan.service)
    network = NetworkStation(plan.network)
    power = PowerStation(plan.power)
    authorisation = plan.settings.authorisation(device: number, random)
    serviceExtension = ExtensionStation(plan.serviceExtension)
    centre = CentreStation(plan.centre, device: number, random)
    app = AppStation(plan.app)
    user = UserStation(plan.user)
    reactions = ReactionStation(plan.reactions)
    android = AndroidStation(plan.android)
    telemetry = TelemetryStation(plan.telemetry)
    escalations = EscalationStation(isOn: plan.escalates)
    socket = SocketStation(plan.socket)
    settleDrawing()
  }
}

extension Device {
  var reach: Reach {
    Reach(
      isConnected: network.isConnected, isReserving: power.isReserving || android.isDozing,
      isInLowPowerMode: power.isLow)
  }

  // MARK: Events

  mutating func start(regionIsUp: Bool, _ turn: inout Turn) {
    precondition(turn.now == .zero, "a device starts at time 0")
    if !plan.serviceExtension.exists { turn.note(.run(.absent)) }
    network.start(regionIsUp: regionIsUp, &turn)
    service.start(isConnected: network.isConnected)
    power.start(&turn)
    if android.isOn { AndroidStation.start(&self, &turn) }
    subscriptions.start(&turn)
    token.start(authorisation, &turn)
    turn.scheduleMessage(at: workload.firstMessage(&turn))
    workload.startExtraTraffic(&turn)
    scheduleAdoptions(&turn)
    let skipsOpenings = network.hasNights || plan.reactions.mayOpenLess
    app.start(skipsOpenings: skipsOpenings, isInLowPowerMode: power.isLow, &turn)
    if android.isStopped { app.stopByForce(&turn) }
    if authorisation != .allowed { app.visitLog.keep(since: .zero, isOpen: false) }
    app.startPolling(stage: stage, &turn)
  }

  /// The first ones have most events.
  ///
  /// - Precondition: A feature has that kind of event.
  mutating func handle(_ event: Event, _ turn: inout Turn) {
    let isHandled =
      handle(event, by: Device.self, &turn) || handle(event, by: WorkloadStation.self, &turn)
      || handle(event, by: NetworkStation.self, &turn)
      || handle(event, by: PushServiceStation.self, &turn)
      || handle(event, by: RetryTimers.self, &turn) || handle(event, by: HeartbeatTimer.self, &turn)
      || handle(event, by: ExtensionStation.self, &turn)
      || handle(event, by: AppStation.self, &turn) || handle(event, by: UserStation.self, &turn)
      || handle(event, by: CentreStation.self, &turn)
      || handle(event, by: ReactionStation.self, &turn)
      || handle(event, by: SubscriptionStation.self, &turn)
      || handle(event, by: TokenStation.self, &turn)
      || handle(event, by: AndroidStation.self, &turn)
      || handle(event, by: SocketStation.self, &turn)
      || handle(event, by: UnansweredPushes.self, &turn)
    precondition(isHandled, "not a kind of event")
    checkInvariants(turn)
  }

  /// - Returns: Whether the station has that kind of event.
  @inline(__always)
  private mutating func handle<Station: EventHandler & ~Copyable>(
    _ event: Event, by station: Station.Type, _ turn: inout Turn
  ) -> Bool {
    guard let kind = Station.EventKind(rawValue: event.kind) else { return false }
    if !kind.countsItself { turn.countEvent() }
    if !token.isUninstalled || !kind.isOnDevice {
      Station.handle(kind, event.payload, &self, &turn)
    }
    return true
  }

  /// Empty, unless the package is built with `-DCHECK_INVARIANTS`.
  private func checkInvariants(_ turn: borrowing Turn) {
    network.checkInvariants()
    service.store.checkInvariants(turn)
    serviceExtension.gaps.checkInvariants()
  }

  // MARK: Going over to another strategy

  private func scheduleAdoptions(_ turn: inout Turn) {
    for (place, adoption) in plans.adoptions.enumerated() {
      let delay = turn.draw(adoption.delay, StrategyStream.adoption, UInt32(place), 0)
      turn.schedule(
        DeviceEventKind.strategyAdopted, at: adoption.at.advanced(bySpan: delay), payload: place + 1
      )
    }
  }

  /// The device has the new version of the app, and the provider treats it accordingly. Pushes and
  /// runs of the extension that are under way go on as they began; the provider's timers do not.
  fileprivate mutating func adopt(_ place: Int, _ turn: inout Turn) {
    guard place > stage else { return }
    precondition(place <= plans.adoptions.count, "the strategy has no such stage")
    (stage, plan) = (place, plans.advanced(by: place))
    adopted.append((turn.now, place))
    serviceExtension.adopt(plan.serviceExtension, turn)
    service.adopt(plan.service)
    centre.adopt(plan.centre)
    app.adopt(plan.app)
    socket.adopt(plan.socket)
    app.startPolling(stage: stage, &turn)
    provider.adopt(plan.provider, &turn)
    turn.note(.adopted, value: Int64(place))
  }

  /// The plan of the strategy that was responsible for a message that was created then: it comes
  /// before everything else of its moment.
  func plan(at time: SimTime) -> Kept<DevicePlan> {
    plans.advanced(by: adopted.last { $0.time < time }?.stage ?? 0)
  }

  // MARK: Whether alerts are drawn

  /// Call this when something changes on which it depends whether alerts are drawn.
  mutating func settleDrawing() {
    drawsAlerts =
      authorisation == .allowed && !app.isOnScreen && !token.isUnregistered
      && !centre.maySilence && !user.looksAtAll && !android.isStopped
  }
}

extension Device: EventHandler {
  static func handle(
    _ kind: DeviceEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .messageReachesProvider, .hopTriedAgain, .pushAccepted, .pushArrives:
      var push = turn.pushes.remove(payload)
      precondition(push.legEnd == turn.now, "a leg ends when its event comes")
      device.follow(&push, before: .never, &turn)
    case .strategyAdopted: device.adopt(payload, &turn)
    }
  }
}
