import Models
package import Vocabulary

extension Metric {
  /// Shares that teams observe, and that `metrics.csv` does not have: the opt-in share, the share
  /// that has reached its device, and of each cause the share that it destroyed, by the name of
  /// `fates.csv`, such as `service/overwritten`.
  private static let onlyObservable: [Metric] = {
    let reachable = Metric(
      name: "reachable_share", "to devices that draw alerts", .share(of: .owed), better: .higher,
      counts: [PhoneCounter.owedReachable],
      kind: .ratio(x: { Double($0[PhoneCounter.owedReachable]) }, y: { Double($0[.owed]) }),
      isOfSomeDevices: true)
    let destroying = Ending.all.filter { $0.cause != .none && !$0.isPlain }
    let places = Dictionary(grouping: destroying, by: \.place).sorted { $0.key < $1.key }
    return [reachable, reached] + ofConsole + places.map { destroyed(at: $0, Set($1.map(\.index))) }
  }()

  /// R7.3: a push of it was handed to a connected device that has the app, whatever the phone then
  /// does with it. An app that is stopped is told nothing.
  ///
  /// The cause is that of the copy that was destroyed last, so this is exact where no message is in
  /// two pushes (``Strategy/pushesOnce``).
  private static let reached: Metric = {
    let missed = Set(Ending.all.filter(\.isOnTheWay).map(\.index))
    return Metric(
      name: "reached_share", "that reach their device", .share(of: .owed), better: .higher,
      kind: .ratio(
        x: { record in
          record.endings.reduce(Double(record[.owed])) {
            missed.contains($1.place) ? $0 - Double($1.count) : $0
          }
        }, y: { Double($0[.owed]) }))
  }()

  /// R7.4: the shares that Apple's console tells of.
  private static let ofConsole = [
    ofConsole(
      "apns_from_storage_share", "delivered from storage", [.deliveredFromStorage], .higher,
      of: .storedPushes, [.storedOffline, .storedForPower]),
    ofConsole("apns_delivered_share", "delivered at once", [.delivered], .higher),
    ofConsole("apns_expired_share", "expired", [.expired], .lower),
    ofConsole(
      "apns_unregistered_share", "to a token that is gone",
      [.unregistered, .unregisteredFromStorage], .lower),
    ofConsole(
      "apns_disabled_share", "to a device that denies them", [.disabled, .disabledFromStorage],
      .lower),
  ]

  private static func ofConsole(
    _ name: String, _ what: String, _ parts: [ConsoleCounter], _ better: Direction,
    of whole: Whole = .pushes, _ all: [ConsoleCounter] = [.received]
  ) -> Metric {
    Metric(
      name: name, what, .share(of: whole), better: better, counts: parts + all,
      kind: .ratio(
        x: { record in parts.reduce(0) { $0 + Double(record.other($1)) } },
        y: { record in all.reduce(0) { $0 + Double(record.other($1)) } }))
  }

  /// The share destroyed at a place, whatever repaired it, and wherever it ended.
  private static func destroyed(at place: String, _ endings: Set<Int>) -> Metric {
    Metric(
      name: place, "destroyed there", .share(of: .owed), better: .lower,
      kind: .ratio(
        x: { record in
          record.endings.reduce(0) { endings.contains($1.place) ? $0 + Double($1.count) : $0 }
        }, y: { Double($0[.owed]) }))
  }

  /// All that a scenario can be compared with what was observed in.
  package static let observable = all + onlyObservable
}

extension Metric {
  /// The same of the messages that the push service has accepted: FCM's percentages are of those.
  ///
  /// Exact as ``reached`` is, but for messages of which a later copy was refused.
  package var ofAccepted: Metric {
    guard case .ratio(let x, let y) = kind else { return self }
    let refused = Set(Ending.all.filter(\.isRefused).map(\.index))
    return with(
      kind: .ratio(
        x: x,
        y: { record in
          record.endings.reduce(y(record)) {
            refused.contains($1.place) ? $0 - Double($1.count) : $0
          }
        }))
  }
}

extension Ending {
  /// The push service has not accepted the push.
  fileprivate var isRefused: Bool {
    let ofService = [
      Cause(TokenCause.unregistered), Cause(PushServiceCause.overQuota),
      Cause(PushServiceCause.throttled),
    ]
    return [.server, .provider, .link].contains(cause.stage) || ofService.contains(cause)
  }

  /// The push has not come to the app's device.
  fileprivate var isOnTheWay: Bool {
    if fate == .pending || cause == Cause(AppCause.forceQuit) { return true }
    return switch cause.stage {
    case .server, .provider, .link, .service: true
    case .device, .extension, nil: false
    }
  }
}
