import DeliverySim

/// Worlds in which nothing is lost but by draws of single messages, pushes and requests: no device
/// is ever away, and none differs from others.
///
/// Where what may be lost is drawn anew, a device loses hardly more at once than chance brings
/// together. Where something is out of order for a time, or a device for good, it may lose all that
/// it gets. So the list below is of what is known to be drawn anew; what is not on it is out.
enum OneByOne {
  static func holds(in world: World) -> Bool {
    world.regions == nil && world.groups.isEmpty && holds(for: world.setup)
      && repairsByPushes(world.setup.strategy)
  }

  private static func holds(for setup: DeviceSetup) -> Bool {
    holds(for: setup.workload) && holds(for: setup.provider) && holds(for: setup.service)
      && setup.network.onOff == nil && setup.network.absences == nil
      && setup.settings.isIdeal && setup.settings.provisional.value == 0
      && setup.serviceExtension.absent.value == 0 && setup.serviceExtension.firstUnlock == nil
      && !setup.centre.isDialog && setup.presentation == nil && setup.app == nil
      && setup.user == nil && setup.tokens == nil && setup.power.isIdeal && setup.nights == nil
      && setup.uninstalls == nil && setup.android == nil
  }

  private static func holds(for workload: Workload) -> Bool {
    workload.subscriptions == nil && !workload.hasExtraTraffic && workload.kinds.arePlain
      && workload.priority == .immediate
  }

  private static func holds(for provider: Provider) -> Bool {
    !provider.intake.changes && !provider.link.changes && provider.resend.capacity == nil
      && provider.cutOff == nil && provider.sendWindow == nil
  }

  private static func holds(for service: PushService) -> Bool {
    service.halfOpen == nil && service.collapseKeys == nil && service.perToken == nil
      && service.quotas.isEmpty && service.optIn == nil && service.inactiveAfter == nil
      && service.tokenExpiresAfter == nil && service.webSilentMax == nil
  }

  /// It sends alerts, and repairs losses with nothing but further pushes, always in the same way.
  private static func repairsByPushes(_ strategy: Strategy) -> Bool {
    guard strategy.adoptions.isEmpty, strategy.polling == nil, !strategy.fetchesOnOpening,
      strategy.escalation == nil, strategy.socket == nil
    else { return false }
    let provider = strategy.provider
    guard provider.pushType == .alert, provider.digest == nil, provider.heartbeat == nil,
      provider.sendsContent
    else { return false }
    switch strategy.client {
    case .showsIt, .acknowledges, .recoversGaps: return true
    case .fetchesInExtension, .fetches, .posts, .foreign: return false
    }
  }
}

extension OneByOne {
  // MARK: Hits

  /// The number of a device's messages that were hit: a copy of one was destroyed, or it was never
  /// shown. Only such a message can be missing.
  ///
  /// - Parameter messages: They are in the ledger.
  static func hits(_ messages: Range<Int>, _ ledger: borrowing Buffer<LedgerEntry>) -> Int {
    ledger.withElements { entries in
      UnsafeBufferPointer(rebasing: entries[messages]).count {
        $0.cause != .none || $0.shown == .never
      }
    }
  }
}
