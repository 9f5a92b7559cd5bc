import DeliverySim
import Files
import Models

/// A plan, for a person at a terminal.
package struct PlanText {
  private let plan: Plan
  private static let pointsMax = 20

  package init(_ plan: Plan) {
    self.plan = plan
  }

  package var lines: [String] {
    frame + [""] + points + [""] + costs + balance + unused
  }
}

extension PlanText {
  private var experiment: Experiment { plan.experiment }

  private var frame: [String] {
    let base = experiment.base
    let warmup = HumanText.span(base.frame.warmup.seconds)
    let duration = HumanText.span(base.frame.duration.seconds)
    let drain = HumanText.span(base.frame.drain.seconds)
    let strategies = base.strategies.map(\.name).joined(separator: ", ")
    let atMost = base.replications.until == nil ? "" : "at most "
    let units = HumanText.count(UInt64(experiment.unitCount))
    return [
      "\(base.name): \(base.title ?? "no title")",
      "  counted: notifications created from \(warmup) to \(duration); then \(drain) of drain",
      "  devices: \(base.frame.devices), seed: \(base.frame.seed)",
    ] + TextWrap.lines("  strategies: \(strategies) (baseline \(base.baseline))", indent: 4)
      + base.replications.lines.map { "  \($0)" } + [
        "  units (design point, strategy, replication): \(atMost)\(units)"
      ]
  }

  private var points: [String] {
    guard !experiment.factors.isEmpty else { return ["1 design point"] }
    let names = experiment.factors.map(\.name)
    var table = TextTable(["  design point"] + names, names.map { _ in .right } + [.right])
    for point in experiment.points.prefix(Self.pointsMax) {
      table.add([String(point.index)] + point.texts)
    }
    let rest = experiment.points.count - Self.pointsMax
    return ["\(experiment.points.count) design points"] + table.lines
      + (rest > 0 ? ["  ... and \(rest) more"] : [])
  }

  private var costs: [String] {
    var table = TextTable(
      ["  strategy", "notifications", "ns each"], [.left, .right, .right])
    for share in plan.shares {
      let isAny = share.notifications > 0
      let cost = isAny ? HumanText.fixed(share.seconds / share.notifications * 1e9, 0) : "-"
      table.add(["  \(share.strategy)", HumanText.rounded(share.notifications), cost])
    }
    let memory = HumanText.rounded(experiment.memoryBytes(threads: plan.threads))
    let output = HumanText.rounded(experiment.outputBytes)
    return table.lines + [
      "", "time on \(plan.threads) threads: about \(HumanText.span(plan.seconds))",
      "memory: at most about \(memory)B, output: at most about \(output)B",
    ]
  }

  private var balance: [String] {
    plan.dealing.map { [""] + BalanceText(plan: plan, dealing: $0).lines } ?? []
  }

  private var unused: [String] {
    let ofKinds = experiment.keysNotOfAllKinds
    let keys = ofKinds.unused + experiment.base.unusedKeys(in: experiment.written)
    return Self.list("keys that nothing uses:", keys)
      + Self.list("keys that not all push services here use as written:", ofKinds.partlyUsed)
  }

  private static func list(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? [] : ["", title] + lines.flatMap { TextWrap.lines("  \($0)", indent: 4) }
  }
}
