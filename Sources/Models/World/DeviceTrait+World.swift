import DeliverySim

extension DeviceTrait {
  /// Whether devices differ in something that is drawn: then their numbers depend on each other,
  /// and devices are no independent trials.
  package static func areDrawn(in world: World) -> Bool {
    let drawn = world.populations.filter { $0.share > 0 }
    return drawn.count > 1 || drawn.contains { $0.setup.drawsTraits }
  }
}

extension DeviceSetup {
  fileprivate var drawsTraits: Bool {
    let shares = [
      settings.denied, settings.alertsOff, presentation?.share, serviceExtension.absent,
      app?.kills.users, app?.backgroundRefresh, service.optInInForce?.homeScreen,
      service.optInInForce?.allowed, power.always, nights?.share,
      settings.provisional, android?.forceStop, android?.vendorKill?.share,
    ]
    let rates =
      [
        workload.arrivals.rate, app?.openings?.rate, user?.pickups?.rate, user?.reactions?.patience,
        user?.reactions?.trust,
      ] + workload.extraTraffic.map(\.rate)
    return shares.contains { $0.map { $0.value > 0 && $0.value < 1 } ?? false }
      || rates.contains { $0.map { !$0.isConstant } ?? false }
  }
}

extension Workload.Arrivals {
  /// Of each device [1/s]; nil where it has none.
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
