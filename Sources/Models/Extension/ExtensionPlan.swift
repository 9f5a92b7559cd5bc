import DeliverySim

/// The limits of a device's extension, and the tasks that the strategy gives it, compiled once.
struct ExtensionPlan {
  /// The device has one.
  let exists: Bool
  /// Its runs take time, may crash, wait for each other or are doubled.
  let limitsRuns: Bool
  let time: Sampler
  /// The memory that a run uses [byte].
  let memoryUse: Sampler
  /// [byte]; nil: it has as much as it uses.
  let memoryLimit: Double?
  let crash: ServiceExtension.Crash
  let overlaps: Bool
  let doubled: Probability
  /// A second call shows a push again: of a client that looks at no positions.
  let showsTwice: Bool
  let timeLimit: SimTime
  /// Whether pushes that are shown without it lack something.
  let decorates: Bool
  /// The time from switching on to the first unlock.
  let unlock: Sampler
  let positionUnreadable: Probability
  /// It tells the provider what has arrived.
  let acknowledges: Bool
  let acknowledgementLatency: Sampler
  let acknowledgementLoss: Probability
  let gaps: GapPlan
  /// A client that is written outside of this package; nil: it is built in.
  let foreign: ForeignStrategy?

  /// - Parameter exists: False: the client does nothing but show, whatever its policy.
  init(_ setup: DeviceSetup, exists: Bool, _ arena: inout PlanArena) {
    let law = setup.serviceExtension
    (self.exists, limitsRuns) = (exists, exists && setup.limitsRuns)
    time = arena.sampler(law.runTime)
    memoryUse = arena.sampler(law.memory?.use ?? .zero)
    (memoryLimit, crash, overlaps) = (law.memory?.limit, law.crash, law.overlaps)
    (doubled, timeLimit, decorates) = (law.doubleInvocation, law.timeLimit, law.decorates)
    unlock = arena.sampler(law.firstUnlock?.unlock ?? .zero)
    positionUnreadable = law.firstUnlock?.positionUnreadable ?? .zero
    acknowledges = exists && setup.strategy.acknowledges
    acknowledgementLatency = arena.sampler(acknowledges ? setup.provider.resend.latency : .zero)
    acknowledgementLoss = setup.provider.resend.failure
    foreign = exists ? setup.strategy.foreign : nil
    gaps = GapPlan(setup.strategy.client, hasExtension: exists, &arena)
    showsTwice = law.doubleShows == .twice && !gaps.isOn && foreign == nil
  }

  /// It is there, and ideal.
  var runsFreely: Bool { exists && !limitsRuns }
}

extension ExtensionPlan: StationPlan {
  func vetoes(_ setup: DeviceSetup) -> Vetoes {
    // Where nobody acknowledges, every message is sent again.
    let isAnswered = acknowledges || !RetryPlan(setup.strategy.provider.retry).isOn
    let isIdeal = !limitsRuns && foreign == nil && (exists || !decorates)
    return isAnswered && isIdeal && gaps.fetch != .always ? [] : .messages
  }
}
