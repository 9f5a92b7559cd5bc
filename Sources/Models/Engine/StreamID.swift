public import DeliverySim

/// What a random number is for. Each has a stream of its own; the raw value is part of the
/// stream layout (docs/determinism.md), so a case is added at the end and never renumbered.
enum StreamID: UInt8 {
  // Workload: index = message, burst or 0.
  case rate = 0
  case arrival = 1
  case burstStart = 2
  case burstBetween = 3
  case burstSize = 4
  case burstWithin = 5
  case traceStream = 6
  case traceShift = 7
  case traceShuffle = 8
  case payload = 9
  // Of a message: index = message.
  case account = 12
  case folder = 13
  case blank = 14
  case thread = 15
  // Extra traffic: index = 0 or running number, copy = content.
  case otherRate = 10
  case otherArrival = 11
  // Provider: index = message, copy = send.
  case linkLoss = 16
  case linkLatency = 17
  case resendFailure = 18
  case resendLatency = 19
  case resendService = 20
  // Pushes without a message: index = running number, copy = content.
  case otherLinkLoss = 22
  case otherLinkLatency = 23
  case intakeLoss = 24
  case intakeLatency = 25
  case acknowledgementLoss = 26
  case acknowledgementLatency = 27
  // Push service: index = message, copy = send, attempt = hand-over; or index = disconnection or
  // return.
  case serviceLatency = 32
  case newestSurvives = 33
  case detection = 34
  case resumption = 35
  case otherServiceLatency = 36
  case otherNewestSurvives = 37
  case collapsible = 40
  case collapseKey = 41
  // Network: index = span or return.
  case networkStart = 48
  case online = 49
  case offline = 50
  case reconnect = 51
  case regionStart = 52
  case regionUp = 53
  case regionDown = 54
  // Hops: index = span, device = hop.
  case hopBurstStart = 56
  case hopBurstUp = 57
  case hopBurstDown = 58
  case hopIncidentStart = 59
  case hopIncidentUp = 60
  case hopIncidentDown = 61
  // Network: index = 0.
  case absenceStream = 55
  case absenceShift = 62
  // Client: index = trigger, copy = send.
  case wait = 64
  // Strategy: index = stage - 1.
  case adoption = 65
  // Extension: index = 0; or index = push, copy = send.
  case extensionAbsent = 66
  case extensionRunTime = 67
  case extensionMemory = 68
  case extensionCrash = 69
  case extensionDoubled = 70
  // Device: index = 0.
  case settings = 72
  case presentation = 73
  // Index = message.
  case exception = 74
  // App: index = opening, or 0.
  case openingRate = 80
  case opening = 81
  case visit = 82
  case suspension = 83
  case killer = 84
  case kill = 85
  // Wakes: index = message, copy = send; of a poll its running number, attempt 1.
  case silentLaunch = 86
  case fetchLatency = 87
  case fetchFailure = 88
  case pollStart = 89
  // App: index = 0.
  case backgroundRefresh = 90
  // Subscriptions: index = decision, from 1, or 0, attempt = account's folder.
  case subscriptionStart = 96
  case subscriptionSpan = 97
  case subscription = 98
  // Tokens: index = change, from 1, or 0.
  case tokenStart = 99
  case tokenSpan = 100
  case uninstall = 101
  // User: index = message, copy = showing.
  case look = 104
  case reaction = 105
  case tapVisit = 106
  case tapKill = 107
  // Pick-ups: index = 0, or the pick-up.
  case pickupRate = 108
  case pickup = 109
  // Web push: index = 0.
  case optIn = 112
  // Population: index = 0.
  case group = 120
  // Device: index = 0 or 1, span, span, 0, 0; then index = restart.
  case powerStart = 42
  case powerNormal = 43
  case powerReserving = 44
  case lowPower = 45
  case switchedOffAtNight = 46
  case firstUnlock = 76
  case positionUnreadable = 77
  // Reactions: index = message, copy = alert; or alert without one; number of the act; message;
  // number of the act; opening; 0 or 1.
  case annoyance = 113
  case otherAnnoyance = 114
  case impatience = 115
  case disappointment = 116
  case distrust = 117
  case keptOpening = 118
  case endurance = 119
  // Messages: index = message. Permission: index = 0.
  case level = 140
  case urgent = 141
  case provisional = 142
  // Android: index = 0 or 1, span, span; then index = message, copy = send; visit; 0.
  case usageStart = 143
  case inUse = 144
  case unused = 145
  case demotion = 146
  case vendorKill = 147
  case appStopped = 148
  // Quiet: index = span or 0; the minute in which quiet hours end. Actions: index = message, copy =
  // showing.
  case spellStart = 160
  case betweenSpells = 161
  case spell = 162
  case firstAlarm = 163
  case action = 164
  case unlocking = 165
  // Statistics, after the run: index = resample.
  case bootstrap = 128
  // Of the inputs, before the run: index = draw of a vector, device = 0.
  case inputs = 129
  // Of the points of a sample, before the run: device = factor or dimension; index = point, 0 or
  // trajectory.
  case stratum = 130
  case digitalShift = 131
  case trajectory = 132
  // Second channel: index = message.
  case escalationDelivery = 150
  case escalationLatency = 151
  // The app's own connection: index = message; number of the connection.
  case socketLatency = 152
  case socketDetection = 153
}

extension RandomSource {
  func stream(_ id: StreamID, device: Int) -> RandomStream {
    stream(purpose: id.rawValue, device: device)
  }
}

extension RandomSource {
  /// The numbers of the bootstrap, which belong to the layout although nothing is simulated with
  /// them.
  ///
  /// - Parameter chunk: Which part of a resample, so that no variate runs out of numbers.
  public func bootstrapStream(chunk: Int) -> RandomStream { stream(.bootstrap, device: chunk) }

  /// The numbers of vectors of inputs, one index for each.
  public var inputStream: RandomStream { stream(.inputs, device: 0) }

  /// The numbers of a Latin hypercube, one index for each point.
  public func stratumStream(factor: Int) -> RandomStream { stream(.stratum, device: factor) }

  /// The number that shifts a dimension of Sobol's points.
  public func digitalShiftStream(dimension: Int) -> RandomStream {
    stream(.digitalShift, device: dimension)
  }

  /// The numbers of trajectories, one index for each.
  public func trajectoryStream(factor: Int) -> RandomStream { stream(.trajectory, device: factor) }
}
