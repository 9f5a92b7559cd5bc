import Models

extension Experiment {
  /// The metric by which strategies are compared first, in tables, sentences, pictures and choices.
  ///
  /// `best` names its own. Else it is what serves users: where messages are useful for some time,
  /// and the user may know of one that was not shown, to know of it in time; else to be shown it.
  var leadingMetric: Metric {
    if let rule = base.selection { return .named(rule.metric) }
    let inTime = Metric.named("awareness_in_time")
    let leads = points.allSatisfy {
      inTime.isModelled($0.scenario) && $0.scenario.mayKnowOtherwise
    }
    return leads ? inTime : .named("deliverability")
  }
}

extension Experiment {
  /// The name of ``leadingMetric``.
  package var leadingMetricName: String { leadingMetric.name }
}

extension Scenario {
  /// Users may know of a message without its notification: from the app, a digest, or a second
  /// channel.
  var mayKnowOtherwise: Bool {
    !frame.allSetups { $0.app == nil }
      || strategies.contains {
        $0.strategy.stages.contains { $0.escalation != nil || $0.provider.digest != nil }
      }
  }
}

extension RunOutcome {
  /// The share that tables and sweeps show first: the metric that leads, where it is one of the two
  /// that have words; else what was shown. What `best` was asked for has a table of its own.
  var tabled: Metric {
    ["deliverability", "awareness_in_time"].contains(leading.name)
      ? leading : .named("deliverability")
  }
}
