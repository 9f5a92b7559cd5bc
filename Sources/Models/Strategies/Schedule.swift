public import DeliverySim

/// A fleet that switches to another strategy (model.md R2.9).
public struct Adoption: Sendable, Equatable {
  /// From then on devices adopt it.
  public var at: SimTime
  /// How long a device takes, from ``at`` [s]; drawn for each device.
  public var delay: Distribution
  /// What they adopt.
  public var strategy: Strategy

  public init(at: SimTime, delay: Distribution = .zero, _ strategy: Strategy) {
    self.at = at
    self.delay = delay
    self.strategy = strategy
  }
}

extension Strategy {
  /// This strategy until others are adopted. A device never goes back: when its delays would make
  /// it adopt a later one first, it skips the earlier one.
  ///
  /// - Parameter adoptions: In order of time. Their strategies have no adoptions of their own.
  public func then(_ adoptions: [Adoption]) -> Strategy {
    var strategy = self
    strategy.adoptions = adoptions
    return strategy
  }

  /// This one and those that are adopted, in order of time.
  public var stages: [Strategy] { [self] + adoptions.map(\.strategy) }
}

extension Device {
  // MARK: Going over

  mutating func scheduleAdoptions(_ bus: inout Bus) {
    let adoptions = setup.pointee.strategy.adoptions
    for place in adoptions.indices {
      let delay = bus.draw(adoptions[place].delay, .adoption, UInt32(place), 0)
      let time = adoptions[place].at.advanced(bySpan: delay)
      bus.schedule(.strategyAdopted, at: time, payload: place + 1)
    }
  }

  /// The device has the new version of the app, and the provider treats it accordingly. Pushes and
  /// runs of the extension that are under way go on as they began; the provider's timers do not. A
  /// client that begins to look at positions has none saved.
  mutating func adopt(_ place: Int, _ bus: inout Bus) {
    guard place > stage else { return }
    let numbered = laws.pointee.numbersPushes
    stage = place
    adopted.append((bus.now, place))
    if !numbered { client.savedPosition = nil }
    if !numbered { client.forgotten &+= 1 }
    // A run that is under way may still ask for them.
    if client.runs.count == 0, !numbered || !laws.pointee.remembers { client.holes.removeAll() }
    forgetRetries()
    startPolling(&bus)
    if lastPosition(bus) > 0 { beginQuietTime(&bus) }
    bus.note(.adopted, value: Int64(place))
  }

  /// Who was responsible for a message that was created then: it comes before everything else of
  /// its moment.
  func strategy(at time: SimTime) -> UnsafePointer<DeviceSetup> {
    let place = adopted.last { $0.time < time }?.stage ?? 0
    return stages.setup + place
  }
}

/// What holds for devices at each stage of a strategy, at places where it stays.
struct Stages {
  let setup: UnsafePointer<DeviceSetup>
  let laws: UnsafePointer<DeviceLaws>
  /// Those of devices without an extension; the same where no device is.
  let lawsWithoutExtension: UnsafePointer<DeviceLaws>
  /// Whose setup it is, by place in ``World/setups``.
  let group: Int
}

extension Stages {
  /// Those of a device, which are drawn (model.md R5.6).
  func laws(device: Int, _ random: RandomSource) -> UnsafePointer<DeviceLaws> {
    setup.pointee.serviceExtension.isAbsent(device: device, random) ? lawsWithoutExtension : laws
  }
}
