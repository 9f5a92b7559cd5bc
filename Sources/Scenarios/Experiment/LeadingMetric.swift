import Models
package import Vocabulary

extension Experiment {
  /// The metric by which strategies are compared first, in tables, sentences, pictures and choices.
  ///
  /// `best` names its own. Else it is what serves users: where messages are useful for some time,
  /// and the user may know of one that was not shown, to know of it in time; else to be shown it.
  package var leadingMetric: Metric {
    if let rule = base.selection { return .named(rule.metric) }
    let inTime = Metric.named("awareness_in_time")
    let leads = points.allSatisfy {
      inTime.isModelled($0.scenario) && $0.scenario.mayKnowOtherwise
    }
    return leads ? inTime : .named("deliverability")
  }
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
