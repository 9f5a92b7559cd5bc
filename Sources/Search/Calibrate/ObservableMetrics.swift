import Models
import Vocabulary

extension Metric {
  /// Shares that teams observe, and that `metrics.csv` does not have: the opt-in share, and of each
  /// cause the share that it destroyed, by the name of `fates.csv`, such as `service/overwritten`.
  private static let onlyObservable: [Metric] = {
    let reachable = Metric(
      name: "reachable_share", "to devices that draw alerts", .share(of: .owed), better: .higher,
      counts: [PhoneCounter.owedReachable],
      kind: .ratio(x: { Double($0[PhoneCounter.owedReachable]) }, y: { Double($0[.owed]) }),
      isOfSomeDevices: true)
    let destroying = Ending.all.filter { $0.cause != .none && !$0.isPlain }
    let places = Dictionary(grouping: destroying, by: \.place).sorted { $0.key < $1.key }
    return [reachable] + places.map { destroyed(at: $0, Set($1.map(\.index))) }
  }()

  /// Whatever repaired it, and wherever it ended.
  private static func destroyed(at place: String, _ endings: Set<Int>) -> Metric {
    Metric(
      name: place, "destroyed there", .share(of: .owed), better: .lower,
      kind: .ratio(
        x: { record in
          record.endings.reduce(0) { endings.contains($1.place) ? $0 + Double($1.count) : $0 }
        }, y: { Double($0[.owed]) }))
  }

  /// All that a scenario can be compared with what was observed in.
  static let observable = all + onlyObservable
}
