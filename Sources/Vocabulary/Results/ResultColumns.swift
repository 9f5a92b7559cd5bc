import Models

/// The names of all columns of all result files: a factor may have none of them.
package enum ResultColumns {
  /// The names of the files, in the order of the contract.
  package static let files = [
    "replications.csv", "metrics.csv", "comparisons.csv", "fates.csv", "latency.csv",
    "concentration.csv", "groups.csv", "timeline.csv",
    "observed.csv", "inputs.csv", "best.csv", "pareto.csv",
    "expectations.csv",
  ]

  /// Those of `sensitivity` and `best --range`.
  package static let sensitivityFiles = ["design.csv", "sensitivity.csv", "optimise.csv"]

  static let leading = ["design_point", "strategy"]

  /// All that there may be: those that the scenario does not model are absent.
  package static let replications =
    ["replication"] + devices + Counter.columns.map(\.name)
    + Control.Kind.allCases.flatMap { [$0.rawValue, "\($0.rawValue)_expected"] }
    + ["fingerprint"] + Metric.all.map(\.name)
  /// How many there were, and how long they had the app in the counted window.
  package static let devices = ["devices", "device_time_us"]
  package static let metrics = [
    "metric", "mean", "std_error", "ci_low", "ci_high", "confidence", "replications", "interval",
  ]
  /// What the estimate would be without controls, and what they bring.
  package static let controls = [
    "mean_plain", "std_error_plain", "variance_reduction_controls", "controls",
  ]
  package static let comparisons = [
    "baseline", "metric", "difference", "std_error", "ci_low", "ci_high", "p_value", "p_adjusted",
    "ci_low_all", "ci_high_all", "variance_reduction", "interval",
  ]
  /// As ``controls``.
  package static let controlsOfDifferences = ["difference_plain"] + controls.dropFirst()
  package static let fates = [
    "fate", "stage", "cause", "repair", "count", "share", "ci_low", "ci_high",
  ]
  package static let latency = ["bin_low_s", "bin_high_s", "count", "cumulative_share"]
  package static let concentration = ["quantile", "lost", "device_loss_share", "share_of_all_loss"]
  package static let groups = ["group"] + metrics
  package static let timeline = [
    "start_s", "owed", "shown", "deliverability", "resend_requests", "resend_failures",
    "peak_resend_rate",
  ]
  /// Only with `provider.resend.capacity`.
  package static let timelineOfQueues = ["resend_timeouts", "peak_resend_queue"]
  package static let observed =
    ["cohort"] + observedFigures.flatMap { [$0, "\($0)_ci_low", "\($0)_ci_high"] }
  package static let observedFigures = ["observed_deliverability", "true_deliverability", "bias"]

  /// Only with vectors of inputs; then a share for each input.
  package static let inputs = [
    "metric", "baseline", "mean", "sd_simulation", "sd_inputs", "ci_low", "ci_high", "confidence",
    "input_draws",
  ]

  /// Only where something is to be chosen.
  package static let best = ["verdict", "gap", "gap_low", "gap_high", "eliminated_at", "by"]
  /// Then the metrics.
  package static let pareto = ["verdict", "by"]

  /// Only where something is expected.
  package static let expectations = [
    "expectation", "metric", "baseline", "verdict", "estimate", "ci_low", "ci_high",
  ]

  package static var all: [String] {
    leading + replications + metrics + controls + comparisons + controlsOfDifferences + fates
      + latency + concentration + groups + timeline + timelineOfQueues + observed
      + inputs + best + expectations
  }
}
