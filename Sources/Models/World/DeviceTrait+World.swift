import DeliverySim

extension DeviceTrait {
  /// Whether devices differ in something that is drawn: then their numbers depend on each other,
  /// and devices are no independent trials.
  package static func areDrawn(in world: World) -> Bool {
    let drawn = world.populations.filter { $0.share > 0 }
    return drawn.count > 1 || drawn.contains { drawsTraits($0.setup) }
  }

  private static func drawsTraits(_ setup: DeviceSetup) -> Bool {
    let shares = [
      setup.settings.denied, setup.settings.alertsOff, setup.presentation?.share,
      setup.serviceExtension.absent,
      setup.app?.kills.users, setup.app?.backgroundRefresh, setup.service.optInInForce?.homeScreen,
      setup.service.optInInForce?.allowed, setup.power.always, setup.nights?.share,
      setup.settings.provisional, setup.android?.forceStop, setup.android?.vendorKill?.share,
    ]
    let rates =
      [
        setup.workload.arrivals.rate, setup.app?.openings?.rate, setup.user?.pickups?.rate,
        setup.user?.reactions?.patience,
        setup.user?.reactions?.trust, setup.network.devicePace,
      ] + setup.workload.extraTraffic.map(\.rate)
    return shares.contains { $0.map { $0.value > 0 && $0.value < 1 } ?? false }
      || rates.contains { $0.map { !$0.isConstant } ?? false }
  }
}

extension Workload.Arrivals {
  /// The rate of each device [1/s]; nil where it has none.
  fileprivate var rate: Distribution? {
    switch self {
    case .poisson(let rate), .weekly(let rate, _): rate
    case .bursts, .trace: nil
    }
  }
}

extension Distribution {
  fileprivate var isConstant: Bool {
    if case .constant = law { true } else { false }
  }
}
