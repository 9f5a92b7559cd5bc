import DeliverySim

/// A variate that a device draws in order, so that it can be sampled ahead.
enum Variate: Int, CaseIterable {
  case arrival, burstBetween, burstWithin, burstSize, payload, account, folder
  case intakeLoss, intakeLatency, linkLoss, linkLatency, serviceLatency
  case online, offline, reconnect, detection, resumption, powerNormal, powerReserving
  case extensionRunTime, extensionMemory, extensionCrash, extensionDoubled
  case acknowledgementLoss, acknowledgementLatency
  case opening, visit, suspension, kill, look, reaction, exception, pickup
}

/// The same of its pushes that carry no message: their first sends have draws of their own, by
/// content (docs/explanation/determinism.md).
enum OtherVariate: Int, CaseIterable {
  case arrival, linkLoss, linkLatency, serviceLatency
}

/// The variates that have been sampled ahead for a device's next messages and spans.
struct VariateBuffers: ~Copyable {
  private static var otherCount: Int {
    OtherVariate.allCases.count * PushContent.allCases.count
  }

  /// The buffers by variate, then by content and variate; one allocation, and an index that needs
  /// no check.
  private let buffers: UnsafeMutableBufferPointer<VariateBuffer>
  /// All openings so far: part of the world, and expensive to find.
  var openings = Buffer<Opening>()

  /// - Parameter keepsAll: The device will be asked for the same variates again.
  init(keepsAll: Bool = false) {
    buffers = .allocate(capacity: Variate.allCases.count + Self.otherCount)
    for place in buffers.indices {
      buffers.initializeElement(at: place, to: VariateBuffer(keepsAll: keepsAll))
    }
  }

  deinit {
    buffers.deinitialize()
    buffers.deallocate()
  }

  /// Forgets everything: the device becomes another one.
  mutating func removeAll() {
    for place in buffers.indices { buffers[place].removeAll() }
    openings.removeAll()
  }

  @inline(__always)
  subscript(variate: Variate) -> VariateBuffer {
    _read { yield first[variate.rawValue] }
    _modify { yield &first[variate.rawValue] }
  }

  @inline(__always)
  subscript(variate: OtherVariate, content: PushContent) -> VariateBuffer {
    _read { yield first[place(variate, content)] }
    _modify { yield &first[place(variate, content)] }
  }

  @inline(__always)
  private var first: UnsafeMutablePointer<VariateBuffer> { buffers.baseAddress.unsafelyUnwrapped }

  @inline(__always)
  private func place(_ variate: OtherVariate, _ content: PushContent) -> Int {
    let row = Int(content.rawValue) * OtherVariate.allCases.count
    return Variate.allCases.count + row + variate.rawValue
  }
}

/// The variates of a batch's devices, from one strategy's batch to the next one's: all of them play
/// the same devices in turn, and ask for the same variates.
struct SharedVariates: ~Copyable {
  /// The buffers by place in the batch.
  private var buffers = Buffer<VariateBuffers>()

  /// Forgets everything, for the next devices.
  mutating func begin(deviceCount: Int) {
    for place in buffers.indices { buffers[place].removeAll() }
    while buffers.count < deviceCount { buffers.append(VariateBuffers(keepsAll: true)) }
  }

  /// Gives a device the buffers of its place, or takes them back.
  mutating func exchange(_ place: Int, _ books: inout DeviceBooks) {
    swap(&buffers[place], &books.buffers)
  }
}

extension Variate {
  @inline(__always)
  var stream: StreamID {
    switch self {
    case .arrival: StreamID(WorkloadStream.arrival)
    case .burstBetween: StreamID(WorkloadStream.burstBetween)
    case .burstWithin: StreamID(WorkloadStream.burstWithin)
    case .burstSize: StreamID(WorkloadStream.burstSize)
    case .payload: StreamID(WorkloadStream.payload)
    case .account: StreamID(SubscriptionStream.account)
    case .folder: StreamID(SubscriptionStream.folder)
    case .intakeLoss: StreamID(ProviderStream.intakeLoss)
    case .intakeLatency: StreamID(ProviderStream.intakeLatency)
    case .linkLoss: StreamID(ProviderStream.linkLoss)
    case .linkLatency: StreamID(ProviderStream.linkLatency)
    case .serviceLatency: StreamID(PushServiceStream.latency)
    case .online: StreamID(ConnectivityStream.online)
    case .offline: StreamID(ConnectivityStream.offline)
    case .reconnect: StreamID(ConnectivityStream.reconnect)
    case .detection: StreamID(PushServiceStream.detection)
    case .resumption: StreamID(PushServiceStream.resumption)
    case .powerNormal: StreamID(ConnectivityStream.powerNormal)
    case .powerReserving: StreamID(ConnectivityStream.powerReserving)
    case .extensionRunTime: StreamID(ExtensionStream.runTime)
    case .extensionMemory: StreamID(ExtensionStream.memory)
    case .extensionCrash: StreamID(ExtensionStream.crash)
    case .extensionDoubled: StreamID(ExtensionStream.doubled)
    case .acknowledgementLoss: StreamID(RetryStream.acknowledgementLoss)
    case .acknowledgementLatency: StreamID(RetryStream.acknowledgementLatency)
    case .opening: StreamID(AppStream.opening)
    case .visit: StreamID(AppStream.visit)
    case .suspension: StreamID(AppStream.suspension)
    case .kill: StreamID(AppStream.kill)
    case .look: StreamID(UserStream.look)
    case .reaction: StreamID(UserStream.reaction)
    case .exception: StreamID(PhoneStream.exception)
    case .pickup: StreamID(UserStream.pickup)
    }
  }
}

extension OtherVariate {
  var stream: StreamID {
    switch self {
    case .arrival: StreamID(WorkloadStream.otherArrival)
    case .linkLoss: StreamID(ProviderStream.otherLinkLoss)
    case .linkLatency: StreamID(ProviderStream.otherLinkLatency)
    case .serviceLatency: StreamID(PushServiceStream.otherLatency)
    }
  }
}
