import DeliverySim

/// Everything that can differ between devices (model.md R1.8).
public struct DeviceSetup: Sendable {
  public var workload: Workload
  public var provider: Provider
  public var service: PushService
  public var network: Network
  /// What the user allows.
  public var settings: NotificationSettings
  public var serviceExtension: ServiceExtension
  public var centre: NotificationCentre
  /// When the device is quiet; nil: never.
  public var presentation: PresentationSchedule?
  /// Nil: the app is never opened, and always there to be woken.
  public var app: App?
  /// Nil: nobody looks, and nobody takes a notification away.
  public var user: User?
  /// Nil: every device has one, always the same.
  public var tokens: Tokens?
  /// Nil: nothing is measured.
  public var telemetry: Telemetry?
  public var strategy: Strategy
  /// When it reserves power.
  public var power: Power
  /// When it is switched off; nil: never.
  public var nights: Nights?

  public init(
    workload: Workload, provider: Provider = Provider(), service: PushService = PushService(),
    network: Network = Network(), settings: NotificationSettings = NotificationSettings(),
    serviceExtension: ServiceExtension = ServiceExtension(),
    centre: NotificationCentre = NotificationCentre(), presentation: PresentationSchedule? = nil,
    app: App? = nil, user: User? = nil, tokens: Tokens? = nil, telemetry: Telemetry? = nil,
    strategy: Strategy = .fireAndForget, power: Power = Power(), nights: Nights? = nil
  ) {
    self.power = power
    self.nights = nights
    self.workload = workload
    self.provider = provider
    self.service = service
    self.network = network
    self.settings = settings
    self.serviceExtension = serviceExtension
    self.centre = centre
    self.presentation = presentation
    self.app = app
    self.user = user
    self.tokens = tokens
    self.telemetry = telemetry
    self.strategy = strategy
  }
}

/// One device with all that is known about it along the path: what is owed to it, what the provider
/// and the push service hold for it, its network and its app.
///
/// The stations' files extend it with what they do; a notification's way is the order of those
/// files.
struct Device: ~Copyable {
  /// Of the device's group.
  private(set) var stages: Stages
  /// Which stage of the strategy the device has reached.
  var stage = 0 {
    didSet { (setup, laws) = (stages.setup + stage, firstLaws + stage) }
  }
  /// Of this stage.
  private(set) var setup: UnsafePointer<DeviceSetup>
  private(set) var laws: UnsafePointer<DeviceLaws>
  /// Of the first stage, for a device with an extension or without.
  private var firstLaws: UnsafePointer<DeviceLaws>
  /// When it reached which one.
  var adopted: [(time: SimTime, stage: Int)] = []

  var arrivals: ArrivalState
  var network = NetworkState()
  var power = PowerState()
  private(set) var authorisation: Authorisation
  var presentation = PresentationState()
  var process = AppProcess()
  var wakes = WakeState()
  var fetches = FetchState()
  var polling = PollState()
  var attention = AttentionState()
  /// An alert that is sent now, and arrives, is drawn at once, and nobody has to be told of it.
  private(set) var drawsAlerts = true
  var service = PushServiceState()
  var client = ClientState()
  /// The provider's queue: the message at each position, from 1. Empty where hop 1 is ideal.
  var queue = Buffer<UInt32>()
  /// What the provider may send again, by message, as far as it matters. Empty where it never does.
  var retries = Buffer<RetryAccount>()
  /// What is stored or in flight.
  var pushes = Pool<Push>()

  var windows = SampleWindows()
  /// Pushes that carry no message.
  var others = OtherPushesState()
  var heartbeat = HeartbeatState()
  /// What the team will know of it.
  var telemetry: TelemetryStation
  var subscriptions: SubscriptionStation
  var token: TokenStation
  /// The app was opened without a network: it registers as soon as there is one.
  var waitsToRegister = false
  /// Messages on hop 1.
  var handedIn = 0
  var sentPushes = 0
  var endedPushes = 0
  /// Copies of earlier messages that pushes carry with them.
  var itemsOut = 0

  init(
    number: Int, _ stages: Stages, _ random: RandomSource
  ) {
    self.stages = stages
    setup = stages.setup
    firstLaws = stages.laws(device: number, random)
    laws = firstLaws
    arrivals = ArrivalState(setup, laws, device: number, random)
    authorisation = setup.pointee.settings.authorisation(device: number, random)
    telemetry = TelemetryStation(setup.pointee.telemetry)
    subscriptions = SubscriptionStation(laws.pointee.users.subscriptions)
    token = TokenStation(setup.pointee.tokens)
    settlePresentation(number, random)
    settleDrawing()
  }

  /// Becomes another device, and keeps the memory of the one before.
  mutating func become(number: Int, _ stages: Stages, _ random: RandomSource) {
    self.stages = stages
    if stage > 0 { adopted.removeAll(keepingCapacity: true) }
    firstLaws = stages.laws(device: number, random)
    // With the new group's setup and laws.
    stage = 0
    arrivals = ArrivalState(setup, laws, device: number, random)
    authorisation = setup.pointee.settings.authorisation(device: number, random)
    network = NetworkState()
    power = PowerState()
    process = AppProcess()
    wakes.removeAll()
    fetches.removeAll()
    polling = PollState()
    token = TokenStation(setup.pointee.tokens)
    waitsToRegister = false
    attention.removeAll()
    settlePresentation(number, random)
    settleDrawing()
    windows.removeAll()
    service.removeAll()
    client.removeAll()
    queue.removeAll()
    retries.removeAll()
    pushes.removeAll()
    others = OtherPushesState()
    heartbeat = HeartbeatState()
    telemetry.become(setup.pointee.telemetry)
    subscriptions.become(laws.pointee.users.subscriptions)
    (handedIn, sentPushes, endedPushes, itemsOut) = (0, 0, 0, 0)
  }

  /// To be called when something changes on which it hangs whether alerts are drawn.
  mutating func settleDrawing() {
    drawsAlerts =
      authorisation == .allowed && !isOnScreen && !token.isUnregistered
      && !presentation.isFollowed && !laws.pointee.users.look
  }
}

extension Device {
  // MARK: Events

  mutating func start(regionIsUp: Bool, _ bus: inout Bus) {
    if !laws.pointee.hasExtension { bus.note(.run(.absent)) }
    startNights(&bus)
    startNetwork(regionIsUp: regionIsUp, &bus)
    startPower(&bus)
    subscriptions.start(&bus)
    token.start(canGet: canGetToken(bus), &bus)
    bus.scheduleMessage(at: nextCreation(bus))
    startExtraTraffic(&bus)
    scheduleAdoptions(&bus)
    startApp(&bus)
    startPolling(&bus)
  }

  mutating func handle(_ event: Event, _ bus: inout Bus) {
    if event.kind != EventKind.retryDue.rawValue { bus.countEvent() }
    switch EventKind(of: event) {
    case .messageCreated: createMessages(&bus)
    case .messageReachesProvider, .hopTriedAgain, .pushAccepted, .pushArrives:
      var push = pushes.remove(event.payload)
      follow(&push, &bus)
    case .linkFlips: flipLink(&bus)
    case .connectionReady: connect(&bus)
    case .disconnectionDetected: detectDisconnection(&bus)
    case .waitEnds: endWait(event.payload, &bus)
    case .requestAnswered: answerRequest(event.payload, &bus)
    case .timeLimitReached: reachTimeLimit(event.payload, &bus)
    case .heartbeatDue: sendHeartbeatIfQuiet(&bus)
    case .strategyAdopted: adopt(event.payload, &bus)
    case .extraPushMade: makeExtraPush(event.payload, &bus)
    case .retryDue: endRetryWait(event.payload, &bus)
    case .appOpens: openApp(&bus)
    case .visitEnds: endVisit(&bus)
    case .processEnds: endProcess(&bus)
    case .fetchEnds: endFetch(event.payload, &bus)
    case .pollDue: poll(&bus)
    case .extensionWorkEnds: endWork(event.payload, &bus)
    case .extensionIsFree: callNext(&bus)
    case .subscriptionDecided:
      subscriptions.decide(event.payload, &bus)
      if network.isOnline { register(&bus) }
    case .tokenChanges: changeToken(&bus)
    case .summaryDue: showScheduledSummary(&bus)
    case .userLooks: lookAtCentre(event.payload, &bus)
    case .powerFlips: flipPower(&bus)
    case .switched: switchOver(&bus)
    case .regionFlips: preconditionFailure("not an event of a device")
    }
  }
}

extension Device {
  // MARK: Ends of a push

  /// A push is destroyed, at `time` (default: now), perhaps by another one.
  mutating func end(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil,
    _ bus: inout Bus
  ) {
    noteEnd(push, cause, at: time, by: other, &bus)
    release(push, &bus)
  }

  /// What ``end(_:_:at:by:_:)`` writes into the accounts and the story.
  mutating func noteEnd(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil,
    _ bus: inout Bus
  ) {
    let culprit = other.map { StoryRecord.value(naming: $0) } ?? 0
    guard push.carriesMessage else {
      return note(.destroyed(by: cause), push, value: culprit, at: time, &bus)
    }
    for place in 0...Int(push.items) {
      let message = messageCarried(by: push, place, bus)
      bus.ledger[Int(message)].noteDestroyed(cause, at: time ?? bus.now)
      bus.note(
        .destroyed(by: cause), message: message, copy: push.copy, value: culprit,
        others: bus.isRecorded && place > 0 ? [push.message] : [], at: time)
    }
    if push.copy > 0 { bus.ledger[Int(push.message)].repair = .repeatLost }
  }

  /// A push has served its purpose, or was destroyed.
  @inline(__always)
  mutating func release(_ push: Push, _ bus: inout Bus) {
    endedPushes += 1
    guard push.carriesMessage else {
      others.ended += 1
      return
    }
    if push.items > 0 { empty(push, &bus) }
    bus.ledger[Int(push.message)].copiesOut -= 1
  }
}
