import Answers
import DeliverySim
import Files
import Models
package import Runs
import Scenarios

/// A plan, for a person at a terminal.
package struct PlanText {
  private let plan: Plan
  private let cores: Int
  private static let pointsMax = 20

  /// - Parameters:
  ///   - plan: what to print.
  ///   - cores: of this machine, at least 1.
  package init(_ plan: Plan, cores: Int) {
    self.plan = plan
    self.cores = cores
  }

  package var lines: [String] {
    frame + [""] + points + [""] + WorldText(experiment).lines + [""] + costs + balance + unused
  }
}

extension PlanText {
  private var experiment: Experiment { plan.experiment }
  private var replications: Replications { experiment.base.replications }
  private var atMost: String { replications.isFixed ? "" : "at most " }

  private var frame: [String] {
    let base = experiment.base
    let warmup = HumanText.span(base.frame.warmup.seconds)
    let duration = HumanText.span(base.frame.duration.seconds)
    let drain = HumanText.span(base.frame.drain.seconds)
    let strategies = base.strategies.map(\.name).joined(separator: ", ")
    let units = HumanText.count(UInt64(experiment.unitCount))
    return [
      base.title.map { "\(base.name): \($0)" } ?? base.name,
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
    let all = plan.simulated
    let units = HumanText.rounded(experiment.unitBytes)
    let memory = HumanText.rounded(experiment.memoryBytes(threads: plan.threads))
    let output = HumanText.rounded(experiment.outputBytes)
    return [
      "notifications to simulate: \(atMost)about \(HumanText.rounded(all))",
      "  per strategy: \(HumanText.rounded(plan.notifications)), of which "
        + "\(HumanText.rounded(plan.counted)) are created in the counted time",
      time,
    ] + firstLook + [
      "memory: at most about \(memory)B, output: at most about \(output)B",
      "units kept for --resume: at most about \(units)B (--discard-units keeps none)",
    ]
  }

  /// More threads than cores do not help.
  private var time: String {
    let time =
      "time on \(HumanText.count(plan.threads, "thread")): \(atMost)about "
      + HumanText.span(plan.seconds)
    guard plan.threads > cores else { return time }
    let here = HumanText.span(plan.seconds(threads: cores))
    return time + " with as many cores, \(here) with this machine's \(cores)"
  }

  /// It may be the last one.
  private var firstLook: [String] {
    guard !replications.isFixed else { return [] }
    let part = Double(replications.min) / Double(replications.max)
    return [
      "  until the first look, after \(Replications.text(replications.min)): about "
        + HumanText.span(plan.seconds * part)
    ]
  }

  private var balance: [String] {
    plan.dealing.map { [""] + BalanceText(plan: plan, dealing: $0).lines } ?? []
  }

  private var unused: [String] {
    UnusedText(experiment).lines
      + TextWrap.list("warning:", experiment.earlyStarts + experiment.heavyTails)
  }
}
