import DeliverySim

/// What a device draws in order, so that it can be sampled ahead.
enum Variate: Int, CaseIterable {
  case arrival, burstBetween, burstWithin, burstSize, payload, account, folder
  case intakeLoss, intakeLatency, linkLoss, linkLatency, serviceLatency
  case online, offline, reconnect, detection, resumption, powerNormal, powerReserving
  case extensionRunTime, extensionMemory, extensionCrash, extensionDoubled
  case opening, visit, suspension, kill, look, reaction, exception
}

/// What has been sampled ahead for a device's next messages and spans.
struct SampleWindows: ~Copyable {
  /// By variate; one allocation, and an index that needs no check.
  private let windows: UnsafeMutablePointer<SampleWindow>
  /// All openings so far: part of the world, and expensive to find.
  var openings = Buffer<Opening>()
  /// Of pushes that carry no message, by content; those of messages are never used.
  private var others = Buffer<OtherPushWindows>(minimumCapacity: PushContent.allCases.count)

  /// - Parameter keepsAll: The device will be asked for the same variates again.
  init(keepsAll: Bool = false) {
    windows = .allocate(capacity: Variate.allCases.count)
    for variate in Variate.allCases {
      (windows + variate.rawValue).initialize(to: SampleWindow(keepsAll: keepsAll))
    }
    for _ in PushContent.allCases { others.append(OtherPushWindows(keepsAll: keepsAll)) }
  }

  deinit {
    windows.deinitialize(count: Variate.allCases.count)
    windows.deallocate()
  }

  /// Forgets everything: the device becomes another one.
  mutating func removeAll() {
    for variate in Variate.allCases { windows[variate.rawValue].removeAll() }
    openings.removeAll()
    for place in others.indices { others[place].removeAll() }
  }

  @inline(__always)
  subscript(variate: Variate) -> SampleWindow {
    _read { yield windows[variate.rawValue] }
    _modify { yield &windows[variate.rawValue] }
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
        &windows[.serviceLatency])
  }
}
