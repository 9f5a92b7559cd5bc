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
  /// In the population, from 0.
  private(set) var number: Int
  /// In the cell's events, from 1.
  let owner: Int
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
  /// Every message created so far; the index is the message's number.
  var ledger = Buffer<LedgerEntry>()
  /// The provider's queue: the message at each position, from 1. Empty where hop 1 is ideal.
  var queue = Buffer<UInt32>()
  /// What the provider may send again, by message, as far as it matters. Empty where it never does.
  var retries = Buffer<RetryAccount>()
  /// What is stored or in flight.
  var pushes = Pool<Push>()

  var fingerprint: Fingerprint
  var windows = SampleWindows()
  /// Pushes that carry no message.
  var others = OtherPushesState()
  var heartbeat = HeartbeatState()
  /// What the team will know of it.
  var telemetry = TelemetryState()
  var subscriptions = SubscriptionState()
  var token = TokenState()
  /// The app was opened without a network: it registers as soon as there is one.
  var waitsToRegister = false
  /// Messages on hop 1.
  var handedIn = 0
  var sentPushes = 0
  var endedPushes = 0
  /// Copies of earlier messages that pushes carry with them.
  var itemsOut = 0
  private var scheduled: UInt32 = 0
  var eventsInWindow = 0
  private var windowStart = SimTime.zero

  init(
    number: Int, owner: Int, _ stages: Stages, _ random: RandomSource
  ) {
    self.number = number
    self.owner = owner
    self.stages = stages
    setup = stages.setup
    firstLaws = stages.laws(device: number, random)
    laws = firstLaws
    arrivals = ArrivalState(setup, laws, device: number, random)
    authorisation = setup.pointee.settings.authorisation(device: number, random)
    fingerprint = Fingerprint(owner: UInt64(number))
    settlePresentation(random)
    settleDrawing()
  }

  /// Becomes another device, and keeps the memory of the one before.
  mutating func become(number: Int, _ stages: Stages, _ random: RandomSource) {
    self.number = number
    self.stages = stages
    if stage > 0 { adopted.removeAll(keepingCapacity: true) }
    firstLaws = stages.laws(device: number, random)
    // With the new group's setup and laws.
    stage = 0
    arrivals = ArrivalState(setup, laws, device: number, random)
    authorisation = setup.pointee.settings.authorisation(device: number, random)
    fingerprint = Fingerprint(owner: UInt64(number))
    network = NetworkState()
    power = PowerState()
    process = AppProcess()
    wakes.removeAll()
    fetches.removeAll()
    polling = PollState()
    (token, waitsToRegister) = (TokenState(), false)
    attention.removeAll()
    settlePresentation(random)
    settleDrawing()
    windows.removeAll()
    service.removeAll()
    client.removeAll()
    ledger.removeAll()
    queue.removeAll()
    retries.removeAll()
    pushes.removeAll()
    others = OtherPushesState()
    heartbeat = HeartbeatState()
    telemetry.removeAll()
    subscriptions.removeAll()
    (handedIn, sentPushes, endedPushes, itemsOut, scheduled) = (0, 0, 0, 0, 0)
    (eventsInWindow, windowStart) = (0, .zero)
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

  mutating func start(regionIsUp: Bool, _ context: inout CellContext) {
    if !laws.pointee.hasExtension { note(.run(.absent), &context) }
    startNights(&context)
    startNetwork(regionIsUp: regionIsUp, &context)
    startPower(&context)
    startSubscriptions(&context)
    settleToken(context)
    startToken(&context)
    scheduleMessage(at: nextCreation(context), &context)
    startExtraTraffic(&context)
    scheduleAdoptions(&context)
    startApp(&context)
    startPolling(&context)
  }

  mutating func handle(_ event: Event, _ context: inout CellContext) {
    if event.kind != EventKind.retryDue.rawValue { countEvent(&context) }
    switch EventKind(of: event) {
    case .messageCreated: createMessages(&context)
    case .messageReachesProvider, .hopTriedAgain, .pushAccepted, .pushArrives:
      var push = pushes.remove(event.payload)
      follow(&push, &context)
    case .linkFlips: flipLink(&context)
    case .connectionReady: connect(&context)
    case .disconnectionDetected: detectDisconnection(&context)
    case .waitEnds: endWait(event.payload, &context)
    case .requestAnswered: answerRequest(event.payload, &context)
    case .timeLimitReached: reachTimeLimit(event.payload, &context)
    case .heartbeatDue: sendHeartbeatIfQuiet(&context)
    case .strategyAdopted: adopt(event.payload, &context)
    case .extraPushMade: makeExtraPush(event.payload, &context)
    case .retryDue: endRetryWait(event.payload, &context)
    case .appOpens: openApp(&context)
    case .visitEnds: endVisit(&context)
    case .processEnds: endProcess(&context)
    case .fetchEnds: endFetch(event.payload, &context)
    case .pollDue: poll(&context)
    case .extensionWorkEnds: endWork(event.payload, &context)
    case .extensionIsFree: callNext(&context)
    case .subscriptionDecided: decideSubscription(event.payload, &context)
    case .tokenChanges: changeToken(&context)
    case .summaryDue: showScheduledSummary(&context)
    case .userLooks: lookAtCentre(event.payload, &context)
    case .powerFlips: flipPower(&context)
    case .switched: switchOver(&context)
    case .regionFlips: preconditionFailure("not an event of a device")
    }
  }

  /// Events at or after the horizon are not scheduled: what they would have moved stays where it
  /// is.
  mutating func schedule(
    _ kind: EventKind, at time: SimTime, payload: Int = 0,
    _ context: inout CellContext
  ) {
    schedule(kind, at: time, payload: payload, number: reserveNumber(), &context)
  }

  /// The same with an insertion number that was reserved before.
  @inline(__always)
  mutating func schedule(
    _ kind: EventKind, at time: SimTime, payload: Int = 0, number: UInt32,
    _ context: inout CellContext
  ) {
    guard time < context.horizon else { return }
    context.queue.schedule(
      Event(time: time, owner: owner, number: number, kind: kind.rawValue, payload: payload))
  }

  /// An insertion number for an event that may turn out not to be needed.
  @inline(__always)
  mutating func reserveNumber() -> UInt32 {
    scheduled &+= 1
    return scheduled
  }

  /// Goes on to `time` at once, if nothing else happens before it or then: what would happen then
  /// needs no event. Nothing may be under way that is not in the queue.
  @inline(__always)
  mutating func advance(to time: SimTime, _ context: inout CellContext) -> Bool {
    guard context.isNext(time) else { return false }
    context.now = time
    countEvent(&context)
    return true
  }

  /// The device's next message. Its insertion number is always 0, which no other event has: a
  /// message comes before everything else that happens to its device in the same microsecond,
  /// whether it had to wait as an event or not.
  mutating func scheduleMessage(at time: SimTime, _ context: inout CellContext) {
    guard time < context.horizon else { return }
    context.queue.schedule(
      Event(
        time: time, owner: owner, number: 0, kind: EventKind.messageCreated.rawValue, payload: 0))
  }

  /// Stops a run in which a device has more events in a day than the limit allows; what needed no
  /// event counts too. Looked at once in a limit's worth of events, which costs the loop one
  /// comparison; a rush that straddles two looks may be up to twice the limit. Neither insertion
  /// numbers nor message numbers can run out in between.
  @inline(__always)
  mutating func countEvent(_ context: inout CellContext) {
    eventsInWindow &+= 1
    guard eventsInWindow > context.world.limits.eventsPerDeviceDay else { return }
    if context.now - windowStart < .day {
      context.stop(.init(limit: .eventsPerDeviceDay, device: number, time: context.now))
    } else if scheduled > UInt32.max / 2 || ledger.count > UInt32.max / 2 {
      context.stop(.init(limit: .eventsPerDevice, device: number, time: context.now))
    }
    eventsInWindow = 0
    windowStart = context.now
  }
}

extension Device {
  // MARK: Random numbers

  // Inlined: to lend a device to a function that only reads it costs a copy.
  @inline(__always)
  func draws(
    _ purpose: Purpose, _ index: UInt32, _ copy: UInt16, attempt: Int = 0,
    _ context: borrowing CellContext
  ) -> Draws {
    context.random.stream(purpose, device: number)
      .draws(index: index, copy: Int(copy), attempt: attempt)
  }

  /// A span of a law; nothing is drawn for one that is always 0.
  @inline(__always)
  func draw(
    _ law: borrowing Distribution, _ purpose: Purpose, _ index: UInt32, _ copy: UInt16,
    attempt: Int = 0, _ context: borrowing CellContext
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    var draws = draws(purpose, index, copy, attempt: attempt, context)
    return law.sampleTime(&draws)
  }

  /// The same of a law that is asked often.
  @inline(__always)
  func draw(
    _ law: Sampler, _ purpose: Purpose, _ index: UInt32, _ copy: UInt16, attempt: Int = 0,
    _ context: borrowing CellContext
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    return SimTime(seconds: law.sample(draws(purpose, index, copy, attempt: attempt, context)))
  }
}

extension Device {
  // MARK: Ends of a push

  /// A push is destroyed, at `time` (default: now), perhaps by another one.
  mutating func end(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil,
    _ context: inout CellContext
  ) {
    noteEnd(push, cause, at: time, by: other, &context)
    release(push)
  }

  /// What ``end(_:_:at:by:_:)`` writes into the accounts and the story.
  mutating func noteEnd(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil,
    _ context: inout CellContext
  ) {
    let culprit = other.map { StoryRecord.value(naming: $0) } ?? 0
    guard push.carriesMessage else {
      return note(.destroyed(by: cause), push, value: culprit, at: time, &context)
    }
    for place in 0...Int(push.items) {
      let message = messageCarried(by: push, place)
      ledger[Int(message)].noteDestroyed(cause, at: time ?? context.now)
      note(
        .destroyed(by: cause), message: message, copy: push.copy, value: culprit,
        others: context.isRecorded && place > 0 ? [push.message] : [], at: time, &context)
    }
    if push.copy > 0 { ledger[Int(push.message)].repair = .repeatLost }
  }

  /// A push has served its purpose, or was destroyed.
  @inline(__always)
  mutating func release(_ push: Push) {
    endedPushes += 1
    guard push.carriesMessage else {
      others.ended += 1
      return
    }
    if push.items > 0 { empty(push) }
    ledger[Int(push.message)].copiesOut -= 1
  }
}
