import DeliverySim

/// Tells which numbers with a known mean can be counted in a world (``Surplus``).
public struct SurplusSources: Sendable {
  private let world: World

  public init(_ world: World) { self.world = world }
}

extension SurplusSources {
  // MARK: Absences

  /// Runs inside absences can be counted: there are absences in equilibrium at all times, and
  /// devices tell of them to the end.
  public var hasAbsences: Bool {
    !world.hasUninstalls && !absences.isEmpty && !hasCommonAtoms
  }

  private var absences: [OnOffProcess] {
    world.setups.compactMap(\.network.stationary) + (world.regions.map { [$0.onOff] } ?? [])
  }

  /// Messages may be exactly as far from each other as an absence is long: a table that is straight
  /// between its points does not know which comes first.
  private var hasCommonAtoms: Bool {
    absences.contains { $0.down.hasAtoms }
      && !world.allSetups { !$0.workload.arrivals.haveAtoms }
  }

  /// The mean number of absences of the rarest kind in the counted time of a replication: own ones
  /// of all devices, or those of all regions.
  public var rarestAbsences: Double {
    let time = (world.duration - world.warmup).seconds
    let number = { (process: OnOffProcess) in time / (process.up.mean + process.down.mean) }
    let own = world.populations.compactMap { share, setup in
      setup.network.stationary.map { share * Double(world.devices) * number($0) }
    }
    let shared = world.regions.map { [Double($0.count) * number($0.onOff)] } ?? []
    return (own + shared).min() ?? 0
  }

  // MARK: Shares and chances

  /// Some devices draw no alerts, and no more is owed to them than to others: who is not annoyed
  /// stays longer (R10).
  public var hasUnreachable: Bool {
    let isEven = world.allSetups { $0.user?.reactions?.mayUninstall != true }
    return isEven && !world.allSetups { $0.settings.isIdeal }
  }

  /// The second hop loses some sends, at all times as probably.
  public var hasLinkLoss: Bool {
    !world.allSetups { $0.provider.link.loss.value == 0 || $0.provider.link.bursts != nil }
  }

  /// The first hop loses some messages, at all times as probably.
  public var hasIntakeLoss: Bool {
    !world.allSetups { $0.provider.intake.loss.value == 0 || $0.provider.intake.bursts != nil }
  }

  /// Nothing is lost but by draws of single messages, pushes and requests.
  public func loseOneByOne(with strategy: Strategy) -> Bool {
    var world = world
    world.setup.strategy = strategy
    return OneByOne.holds(in: world)
  }

  /// Some re-requests fail.
  public var hasRequestFailures: Bool {
    !world.allSetups { $0.provider.resend.failure.value == 0 }
  }
}

extension Workload.Arrivals {
  /// Times between messages that have a probability of their own.
  fileprivate var haveAtoms: Bool {
    switch self {
    case .poisson, .weekly: false
    case .bursts(let bursts): bursts.between.hasAtoms || bursts.within.hasAtoms
    case .trace: true
    }
  }
}

extension Network {
  /// Its on-off process, unless the hour or the device changes it.
  var stationary: OnOffProcess? { paces.isClock && devicePace == nil ? onOff : nil }
}
