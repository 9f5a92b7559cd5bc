import DeliverySim
import Synchronization

/// Which numbers with a known mean the replications of a world count.
public final class SurplusPlan: Sendable {
  /// Each once.
  public let numbers: [Surplus]
  private let counter = Mutex<SurplusCounter?>(nil)

  /// - Precondition: No number twice; runs of a message at least.
  public init(_ numbers: [Surplus]) {
    precondition(Set(numbers).count == numbers.count, "each number once")
    self.numbers = numbers
  }
}

extension SurplusPlan {
  /// Where a number is in ``Tally/surplus``.
  ///
  /// - Precondition: It is one of ``numbers``.
  public func place(of number: Surplus) -> Int {
    guard let place = numbers.firstIndex(of: number) else {
      preconditionFailure("this number is counted")
    }
    return place
  }

  /// For all who simulate this world; made when the first one asks.
  func counter(_ world: World) -> SurplusCounter {
    counter.withLock { counter in
      if let counter { return counter }
      let made = SurplusCounter(world, numbers)
      counter = made
      return made
    }
  }
}

extension World {
  /// The same world, in which nothing is counted for controls.
  public var withoutSurplus: World {
    var world = self
    world.surplus = nil
    return world
  }

  /// Whether runs inside absences can be counted: there are some in equilibrium at all times, and
  /// devices tell of them to the end.
  public var hasStationaryAbsences: Bool {
    !hasUninstalls && !absences.isEmpty && !hasCommonAtoms
  }

  private var absences: [OnOffProcess] {
    setups.compactMap(\.network.stationary) + (regions.map { [$0.onOff] } ?? [])
  }

  /// How many absences of the rarest kind a replication has in its counted time: own ones of all
  /// devices, or those of all regions.
  public var rarestAbsences: Double {
    let time = (duration - warmup).seconds
    let number = { (process: OnOffProcess) in time / (process.up.mean + process.down.mean) }
    let own = populations.compactMap { share, setup in
      setup.network.stationary.map { share * Double(devices) * number($0) }
    }
    let shared = regions.map { [Double($0.count) * number($0.onOff)] } ?? []
    return (own + shared).min() ?? 0
  }

  /// Messages may be exactly as far from each other as an absence is long: a table that is straight
  /// between its points does not know which comes first.
  private var hasCommonAtoms: Bool {
    absences.contains { $0.down.hasAtoms }
      && !allSetups { !$0.workload.arrivals.haveAtoms }
  }

  /// Whether some devices draw no alerts.
  public var hasUnreachable: Bool { !allSetups { $0.settings.isIdeal } }

  /// Whether the second hop loses some sends, at all times as probably.
  public var hasStationaryLinkLoss: Bool {
    !allSetups { $0.provider.link.loss.value == 0 || $0.provider.link.bursts != nil }
  }

  /// Whether some re-requests fail.
  public var hasRequestFailures: Bool { !allSetups { $0.provider.resend.failure.value == 0 } }
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
  /// Its on-off process, unless the hour changes it.
  var stationary: OnOffProcess? { paces.isClock ? onOff : nil }
}
