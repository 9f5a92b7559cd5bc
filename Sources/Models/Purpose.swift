public import DeliverySim

/// What a random number is for. Each purpose has a stream of its own; the raw value is part of the
/// stream layout (docs/determinism.md), so a case is added at the end and never renumbered.
enum Purpose: UInt8 {
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
  // Client: index = carrier, copy = send.
  case wait = 64
  // Strategy: index = stage - 1.
  case adoption = 65
  // Device: index = 0.
  case settings = 72
  // Device: index = 0 or 1, span, span, 0, 0; then index = restart.
  case powerStart = 42
  case powerNormal = 43
  case powerReserving = 44
  case lowPower = 45
  case switchedOffAtNight = 46
  case firstUnlock = 76
  case positionUnreadable = 77
  // Statistics, after the run: index = resample.
  case bootstrap = 128
}

extension RandomSource {
  func stream(_ purpose: Purpose, device: Int) -> RandomStream {
    stream(purpose: purpose.rawValue, device: device)
  }
}

extension RandomSource {
  /// The numbers of the bootstrap, which belong to the layout although nothing is simulated with
  /// them.
  ///
  /// - Parameter chunk: Which part of a resample, so that no variate runs out of numbers.
  public func bootstrapStream(chunk: Int) -> RandomStream { stream(.bootstrap, device: chunk) }
}
