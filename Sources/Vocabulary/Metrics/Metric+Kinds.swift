import Models

// The rows of the catalogue are of these kinds.

extension Metric {
  /// A part of the owed.
  ///
  /// - Parameter others: The parts that count too, where they are modelled.
  static func share(
    _ name: String, _ what: String, _ parts: [any CounterCode],
    besides others: [any CounterCode] = [],
    _ better: Direction, needs: String? = nil
  ) -> Metric {
    let all = parts + others
    return Metric(
      name: name, what, .share(of: .owed), better: better, counts: parts,
      kind: .ratio(
        x: { record in Double(all.reduce(0) { $0 + record[$1] }) }, y: { Double($0[.owed]) }),
      controlled: .together, needs: needs)
  }

  static func seconds(
    _ name: String, _ what: String, counts: [any CounterCode] = [], _ kind: Kind,
    needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .seconds, better: .lower, counts: counts, kind: kind, needs: needs)
  }

  static func perNotification(
    _ name: String, _ what: String, in amount: String = "", _ count: any CounterCode,
    _ controlled: Controlled? = nil, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .notification, amount: amount), better: .lower,
      counts: [count], kind: .ratio(x: { Double($0[count]) }, y: { Double($0[.owed]) }),
      controlled: controlled, needs: needs)
  }

  static func perThousandDevices(
    _ name: String, _ what: String, _ count: any CounterCode, needs: String
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .thousandDevices), better: .lower, counts: [count],
      kind: .ratio(x: { 1000 * Double($0[count]) }, y: { Double($0.devices) }), needs: needs)
  }

  static func perDeviceDay(
    _ name: String, _ what: String, _ count: any CounterCode, _ controlled: Controlled? = nil,
    better: Direction = .lower, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .deviceDay), better: better, counts: [count],
      kind: .ratio(x: { Double($0[count]) }, y: \.deviceDays), controlled: controlled,
      needs: needs)
  }

  func shown(_ prominence: Prominence) -> Metric {
    var metric = self
    metric.prominence = prominence
    return metric
  }

  func costs(_ place: Int) -> Metric {
    var metric = self
    metric.cost = place
    return metric
  }
}
