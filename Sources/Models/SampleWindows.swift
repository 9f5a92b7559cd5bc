import DeliverySim

/// What has been sampled ahead for a device's next messages and spans.
struct SampleWindows: ~Copyable {
  var arrival: SampleWindow
  var intakeLoss: SampleWindow
  var intakeLatency: SampleWindow
  var linkLoss: SampleWindow
  var linkLatency: SampleWindow
  var serviceLatency: SampleWindow
  var online: SampleWindow
  var offline: SampleWindow
  var reconnect: SampleWindow
  var payload: SampleWindow
  var extensionRunTime: SampleWindow
  var extensionMemory: SampleWindow
  var extensionCrash: SampleWindow
  var look: SampleWindow
  var burstBetween: SampleWindow
  var burstWithin: SampleWindow
  var detection: SampleWindow
  var account: SampleWindow
  var folder: SampleWindow
  var opening: SampleWindow
  var visit: SampleWindow
  var suspension: SampleWindow
  var powerNormal: SampleWindow
  var powerReserving: SampleWindow
  var burstSize: SampleWindow
  var resumption: SampleWindow
  var kill: SampleWindow
  var extensionDoubled: SampleWindow
  var reaction: SampleWindow
  var exception: SampleWindow
  /// All openings so far: part of the world, and dear to find.
  var openings = Buffer<Opening>()
  /// Of pushes that carry no message, by content; those of messages are never used.
  var others = Buffer<OtherPushWindows>(minimumCapacity: PushContent.allCases.count)

  /// - Parameter keepsAll: The device will be asked for the same variates again.
  init(keepsAll: Bool = false) {
    arrival = SampleWindow(keepsAll: keepsAll)
    intakeLoss = SampleWindow(keepsAll: keepsAll)
    intakeLatency = SampleWindow(keepsAll: keepsAll)
    linkLoss = SampleWindow(keepsAll: keepsAll)
    linkLatency = SampleWindow(keepsAll: keepsAll)
    serviceLatency = SampleWindow(keepsAll: keepsAll)
    online = SampleWindow(keepsAll: keepsAll)
    offline = SampleWindow(keepsAll: keepsAll)
    reconnect = SampleWindow(keepsAll: keepsAll)
    payload = SampleWindow(keepsAll: keepsAll)
    extensionRunTime = SampleWindow(keepsAll: keepsAll)
    extensionMemory = SampleWindow(keepsAll: keepsAll)
    extensionCrash = SampleWindow(keepsAll: keepsAll)
    look = SampleWindow(keepsAll: keepsAll)
    burstBetween = SampleWindow(keepsAll: keepsAll)
    burstWithin = SampleWindow(keepsAll: keepsAll)
    detection = SampleWindow(keepsAll: keepsAll)
    account = SampleWindow(keepsAll: keepsAll)
    folder = SampleWindow(keepsAll: keepsAll)
    opening = SampleWindow(keepsAll: keepsAll)
    visit = SampleWindow(keepsAll: keepsAll)
    suspension = SampleWindow(keepsAll: keepsAll)
    powerNormal = SampleWindow(keepsAll: keepsAll)
    powerReserving = SampleWindow(keepsAll: keepsAll)
    burstSize = SampleWindow(keepsAll: keepsAll)
    resumption = SampleWindow(keepsAll: keepsAll)
    kill = SampleWindow(keepsAll: keepsAll)
    extensionDoubled = SampleWindow(keepsAll: keepsAll)
    reaction = SampleWindow(keepsAll: keepsAll)
    exception = SampleWindow(keepsAll: keepsAll)
    for _ in PushContent.allCases { others.append(OtherPushWindows(keepsAll: keepsAll)) }
  }

  /// Forgets everything: the device becomes another one.
  mutating func removeAll() {
    arrival.removeAll()
    intakeLoss.removeAll()
    intakeLatency.removeAll()
    linkLoss.removeAll()
    linkLatency.removeAll()
    serviceLatency.removeAll()
    online.removeAll()
    offline.removeAll()
    reconnect.removeAll()
    payload.removeAll()
    extensionRunTime.removeAll()
    extensionMemory.removeAll()
    extensionCrash.removeAll()
    look.removeAll()
    burstBetween.removeAll()
    burstWithin.removeAll()
    detection.removeAll()
    account.removeAll()
    folder.removeAll()
    opening.removeAll()
    visit.removeAll()
    suspension.removeAll()
    powerNormal.removeAll()
    powerReserving.removeAll()
    burstSize.removeAll()
    resumption.removeAll()
    kill.removeAll()
    extensionDoubled.removeAll()
    reaction.removeAll()
    exception.removeAll()
    openings.removeAll()
    for place in others.indices { others[place].removeAll() }
  }

  /// Of a push that carries no message.
  subscript(content: PushContent) -> OtherPushWindows {
    _read { yield others[Int(content.rawValue)] }
    _modify { yield &others[Int(content.rawValue)] }
  }
}

/// What has been sampled ahead for a device's next pushes of one kind that carry no message. Their
/// first sends have draws of their own, by content (docs/determinism.md).
struct OtherPushWindows: ~Copyable {
  var arrival: SampleWindow
  var linkLoss: SampleWindow
  var linkLatency: SampleWindow
  var serviceLatency: SampleWindow

  init(keepsAll: Bool) {
    arrival = SampleWindow(keepsAll: keepsAll)
    linkLoss = SampleWindow(keepsAll: keepsAll)
    linkLatency = SampleWindow(keepsAll: keepsAll)
    serviceLatency = SampleWindow(keepsAll: keepsAll)
  }

  mutating func removeAll() {
    arrival.removeAll()
    linkLoss.removeAll()
    linkLatency.removeAll()
    serviceLatency.removeAll()
  }
}

/// The variates of a cell's devices, from one strategy's cell to the next one's: all of them play
/// the same devices in turn, and ask for the same variates.
struct SharedSamples: ~Copyable {
  /// By place in the cell.
  private var windows = Buffer<SampleWindows>()

  /// Forgets everything, for the next devices.
  mutating func begin(deviceCount: Int) {
    for place in windows.indices { windows[place].removeAll() }
    while windows.count < deviceCount { windows.append(SampleWindows(keepsAll: true)) }
  }

  /// Gives a device the windows of its place, or takes them back.
  mutating func exchange(_ place: Int, _ device: inout Device) {
    swap(&windows[place], &device.windows)
  }
}

extension Device {
  // MARK: Drawing for one send

  /// The time that a send takes on a leg; nothing is drawn for a law that is always 0.
  ///
  /// - Parameters:
  ///   - attempt: Which delivery of this send, from 0.
  ///   - window: Of this law and stream; has the variates of first sends.
  @inline(__always)
  static func span(
    _ law: Sampler, _ push: Push, attempt: Int = 0, _ stream: @autoclosure () -> RandomStream,
    _ window: inout SampleWindow
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    if push.copy == 0 && attempt == 0 {
      return SimTime(seconds: window.sample(law, stream(), index: push.message))
    }
    return laterSpan(law, push, attempt: attempt, stream())
  }

  /// The same of a push that carries no message.
  @inline(never)
  static func otherSpan(
    _ law: Sampler, _ push: Push, attempt: Int = 0, _ stream: RandomStream,
    _ window: inout SampleWindow
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    guard attempt == 0 else { return laterSpan(law, push, attempt: attempt, stream) }
    let copy = push.content.rawValue
    return SimTime(seconds: window.sample(law, stream, index: push.message, copy: copy))
  }

  @inline(never)
  private static func laterSpan(
    _ law: Sampler, _ push: Push, attempt: Int, _ stream: RandomStream
  ) -> SimTime {
    let draws = stream.draws(index: push.message, copy: Int(push.copy), attempt: attempt)
    return SimTime(seconds: law.sample(draws))
  }

  /// From the acceptance by the push service, or a hand-over, to the device.
  @inline(__always)
  mutating func serviceSpan(_ push: Push, _ bus: borrowing Bus) -> SimTime {
    let (law, random, attempt) = (laws.pointee.serviceLatency, bus.random, Int(push.attempts))
    return push.isOther
      ? Self.otherSpan(
        law, push, attempt: attempt, random.stream(.otherServiceLatency, device: bus.device),
        &windows[push.content].serviceLatency)
      : Self.span(
        law, push, attempt: attempt, random.stream(.serviceLatency, device: bus.device),
        &windows.serviceLatency)
  }
}
