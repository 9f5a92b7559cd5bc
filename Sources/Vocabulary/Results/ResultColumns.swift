import Models

/// All columns of all result files. A factor may have the name of none of them.
package enum ResultColumns {
  static let leading = [Column.key("design_point"), .text("strategy")]

  /// All that there may be: those that the scenario does not model are absent.
  static let replications =
    [Column.key("replication")] + devices + Counter.columns.map { Column($0) }
    + Control.Kind.allCases.flatMap(Column.both) + [fingerprint] + Metric.all.map { Column($0) }
  /// The number of devices, and the time that they had the app in the counted window.
  package static let devices = [Column.count("devices"), .count("device_time_us", "us")]
  package static let fingerprint = Column(
    name: "fingerprint", kind: .hash, unit: "", label: "fingerprint")

  package static let metrics = [
    .text("metric"), .ofMetric("mean"), standardError, low, high, .shares("confidence"),
    .count("replications"), Column.text("interval"),
  ]
  /// The estimate without controls, and the gain by controls.
  package static let controls = [
    .ofMetric("mean_plain", "estimate without controls"),
    .ofMetric("std_error_plain", "standard error without controls"),
    .number("variance_reduction_controls", "", "times the replications, by controls"),
    Column.text("controls"),
  ]
  package static let comparisons = [
    .text("baseline"), .text("metric"), .ofMetric("difference"), standardError, low, high,
    .number("p_value", "", "p-value"), .number("p_adjusted", "", "adjusted p-value"),
    .ofMetric("ci_low_all"), .ofMetric("ci_high_all"), .number("variance_reduction"),
    Column.text("interval"),
  ]
  /// It is the same as ``controls``.
  package static let controlsOfDifferences =
    [Column.ofMetric("difference_plain", "difference without controls")] + controls.dropFirst()
  package static let fates = [
    .text("fate"), .text("stage"), .text("cause"), .text("repair"), .count("count"),
    Column.shares("share"), low, high,
  ]
  package static let latency = [
    Column.number("bin_low_s", "s"), .number("bin_high_s", "s"), .count("count"),
    .shares("cumulative_share"),
  ]
  package static let concentration = [
    Column.shares("quantile"), .count("lost"), .shares("device_loss_share"),
    .shares("share_of_all_loss"),
  ]
  package static let groups = [Column.text("group")] + metrics
  package static let timeline = [
    Column.number("start_s", "s"), .count("owed"), .count("shown"),
    Column(.named("deliverability")), .count("resend_requests"), .count("resend_failures"),
    .number("peak_resend_rate", "1/s"),
  ]
  /// Only with `provider.resend.capacity`.
  package static let timelineOfQueues = [
    Column.count("resend_timeouts"), .number("peak_resend_queue", "count"),
  ]
  package static let observed =
    [Column.text("cohort")] + observedFigures.flatMap { $0.withEnds("_ci") }
  package static let observedFigures = [
    Column(.named("observed_deliverability")), .shares("true_deliverability"), .shares("bias"),
  ]

  /// Only with vectors of inputs; then a share for each input.
  package static let inputs = [
    .text("metric"), .text("baseline"), .ofMetric("mean"), .ofMetric("sd_simulation"),
    .ofMetric("sd_inputs"), low, high, .shares("confidence"), Column.count("input_draws"),
  ]

  /// Only where something is to be chosen.
  package static let best = [
    Column.text("verdict"), .ofMetric("gap"), .ofMetric("gap_low"), .ofMetric("gap_high"),
    .number("eliminated_at", "count"), .text("by"),
  ]
  /// Then the metrics.
  package static let pareto = [Column.text("verdict"), .text("by")]

  /// Only where something is expected.
  package static let expectations = [
    .text("expectation"), .text("metric"), .text("baseline"), .text("verdict"),
    Column.ofMetric("estimate"), low, high,
  ]

  private static let standardError = Column.ofMetric("std_error", "standard error")
  private static let low = Column.ofMetric("ci_low", "lower end of the interval")
  private static let high = Column.ofMetric("ci_high", "upper end of the interval")
}

extension ResultColumns {
  // MARK: Files

  /// A result file of a run, and its columns after the strategy.
  package struct File: Sendable {
    package let name: String
    package let columns: [Column]
    /// These may be absent.
    package var optional: [Column] = []
    /// Every run has it.
    package var isAlways = true
  }

  /// The files in the order of docs/reference/results.md.
  package static let files = [
    File(
      name: "replications.csv", columns: replications,
      optional: replications.filter { !always.contains($0.name) }),
    File(name: "metrics.csv", columns: metrics + controls, optional: controls),
    File(
      name: "comparisons.csv", columns: comparisons + controlsOfDifferences,
      optional: controlsOfDifferences),
    File(name: "fates.csv", columns: fates),
    File(name: "latency.csv", columns: latency),
    File(name: "concentration.csv", columns: concentration),
    File(name: "groups.csv", columns: groups),
    File(name: "timeline.csv", columns: timeline + timelineOfQueues, optional: timelineOfQueues),
    File(name: "observed.csv", columns: observed),
    File(name: "inputs.csv", columns: inputs, isAlways: false),
    File(name: "best.csv", columns: best, isAlways: false),
    File(name: "pareto.csv", columns: pareto, isAlways: false),
    File(name: "expectations.csv", columns: expectations, isAlways: false),
  ]

  /// No file of replications lacks these.
  private static let always = [
    "replication", "owed", "shown", "summarised", "synced", "pending", "lost",
  ]

  /// Those of `sensitivity` and `optimise`.
  package static let searchFiles = ["design.csv", "sensitivity.csv", "optimise.csv"]

  /// The columns of `sensitivity.csv` before its measures.
  package static let sensitivity = [
    Column.text("strategy"), .text("metric"), .text("baseline"), .text("factor"),
  ]
  /// Inputs are ranked by the mean size of their effects, or by what they have a part in.
  package static let (muStar, total) = (Column.ofMetric("mu_star"), Column.shares("total"))
  /// An input causes this by itself.
  package static let first = Column.shares("first")
  package static let morris = [Column.ofMetric("mu"), muStar, .ofMetric("sigma")]
  package static let sobol = [first, total]

  /// The columns of `optimise.csv`; the values of the ranges stand behind the first two.
  package static let optimise = [
    Column.text("stage"), .key("point"), .ofMetric("mean"), standardError,
    .shares("feasible_probability"), .ofMetric("expected_improvement"),
  ]

  /// They are the columns of the files of runs.
  package static let names = Set(all(of: files).map(\.name))

  /// Each once.
  package static let all: [Column] = {
    var known: Set<String> = []
    let measures = (morris + sobol).flatMap { $0.withEnds("") }
    let every = all(of: files) + sensitivity + measures + optimise
    return every.filter { known.insert($0.name).inserted }
  }()

  private static func all(of files: [File]) -> [Column] { leading + files.flatMap(\.columns) }
}
