package import Files

extension Answer {
  package struct Question: Codable, Sendable {
    package enum Direction: String, Codable, Sendable { case more, less }

    /// The metric that decides; nil: none does.
    package let metric: String?
    /// More of it is better, or less.
    package let direction: Direction?
    /// Every question asks about these: what decides, which comes first, what is shown and known in
    /// time, the usual prices, and what the scenario names.
    package let metrics: [String]
    /// Nil: nothing is compared.
    package let baseline: String?
    /// The intervals have it.
    package let confidence: Double
    /// All verdicts of a choice hold together with this; nil: nothing was to be chosen.
    package let choiceConfidence: Double?
    /// A difference up to this does not matter; in the metric's unit. Nil: nothing was asked.
    package let worth: Double?
    package let limits: [Limit]
    /// Decides among those that are as good.
    package let tie: String?
    /// The procedure of `best` or of a sensitivity analysis.
    package let method: String?
    /// `best` asks who is beaten in all of these metrics.
    package let pareto: [String]

    package init(
      metric: String? = nil, direction: Direction? = nil, metrics: [String] = [],
      baseline: String? = nil, confidence: Double, choiceConfidence: Double? = nil,
      worth: Double? = nil, limits: [Limit] = [], tie: String? = nil, method: String? = nil,
      pareto: [String] = []
    ) {
      (self.metric, self.direction, self.metrics) = (metric, direction, metrics)
      (self.baseline, self.confidence, self.choiceConfidence) = (
        baseline, confidence, choiceConfidence
      )
      self.worth = worth
      (self.limits, self.tie, self.method, self.pareto) = (limits, tie, method, pareto)
    }
  }

  /// A candidate must meet this.
  package struct Limit: Codable, Sendable {
    /// The scenario writes it so.
    package let text: String
    package let metric: String
    /// `<=` or `>=`.
    package let relation: String
    package let bound: Double
  }

  package struct Factor: Codable, Sendable {
    package let name: String
    package let path: String
    /// People read this instead of the name; nil: the name says it.
    package let label: String?
    /// People write its values so.
    package let unit: NumberUnit
    /// Its plain numbers count these.
    package let counts: String?
    /// This value of a limit stands for none. It has no place on a scale.
    package let noLimit: Double?
    /// A sensitivity analysis draws it from this law, as the scenario writes it; nil: it is a
    /// factor of a run.
    package let law: String?
  }

  /// The advice for a design point.
  package struct Point: Codable, Sendable {
    package let designPoint: Int
    /// The values of the factors, such as `user traveller, limit 3`; empty without a sweep.
    package let setting: String
    /// The strategies that have a finite value of the metric and keep all limits, the one to choose
    /// first. Without `best` those with a sure gain follow, the larger first; the baseline; those
    /// without a sure gain, as the scenario has them; and those that lose for sure.
    package let order: [String]
    /// `best` calls these as good as the first; without it, the run does not tell these from the
    /// first one, and none of them is the baseline.
    package let asGood: [String]
    /// The first of the order, where that is sure; nil: no verdict.
    package let chosen: String?
    /// The place in `choices` of the choice that it takes part in; nil: nothing was to be chosen.
    package let choice: Int?
    /// Another strategy, which would lead by deliverability, for sure.
    package let leadsByDeliverability: String?
    /// The metric whose price is told beside the gain: the first in which the first of the order
    /// differs from the baseline, else in which any two strategies differ.
    package let cost: String?
    /// The cheapest of those that are as good, where people see in three digits that it costs less
    /// than the first.
    package let cheaper: String?
    /// The first price that is higher with `cheaper` than with the first strategy; nil: none is.
    package let higherPrice: String?
    /// No other strategy of the order beats these by their gains and prices: one beats another if
    /// it gains at least as much at a price that is not higher, and is better in one of the two.
    /// The cheapest comes first.
    package let front: [String]
  }

  package struct Choice: Codable, Sendable {
    /// Such as `user traveller`; empty: all.
    package let circumstances: String
    /// Nil: it is undecided, or none keeps the limits.
    package let chosen: Pick?
    /// The number of others that are as good.
    package let asGood: Int
    /// The places in `candidates` of those that compete, the best one first.
    package let ranked: [Int]
    /// Those that may each be the best, likeliest first; empty: it is decided.
    package let undecided: [String]
    /// The statement that it is within `worth` of the best for sure, while it is undecided.
    package let sure: String?
    /// Where none keeps the limits: who is nearest to them.
    package let nearest: String?
    /// The confidence is not exact, because values are skewed, or quantiles.
    package let isApproximate: Bool
  }

  package struct Pick: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String
    /// Tells it from the other candidates, such as `wait 5m, gap-recovery`.
    package let name: String
  }

  package struct Contender: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String
    package let replications: Int
    /// `best` says this of it; nil: it takes no part in a choice.
    package var standing: Standing?
    /// Nil: nobody asked who is beaten in all metrics.
    package var pareto: Pareto?
  }

  /// It is a row of `pareto.csv`.
  package struct Pareto: Codable, Sendable {
    package let verdict: Answers.Pareto.Verdict
    /// This candidate is at least as good in all metrics; empty: none is, for sure.
    package let by: String
  }

  package struct Standing: Codable, Sendable {
    package let name: String
    package let verdict: Answers.Standing.Verdict
    /// The distance behind the best.
    package let gap: Double?
    package let ciLow: Double?
    package let ciHigh: Double?
    package let eliminatedAt: Int?
    /// Who or what decided against it; empty: nothing did.
    package let by: String
  }

  /// It is a row of `metrics.csv`.
  package struct Measured: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String
    package let metric: String
    package let value: Double?
    package let ciLow: Double?
    package let ciHigh: Double?
    /// The method of the interval; nil: there is none.
    package let interval: String?
    /// These controls moved it.
    package let controls: [String]
    /// So many times the replications would be as good without controls; nil: there are none.
    package let varianceReductionControls: Double?
  }

  /// It is a row of `comparisons.csv`.
  package struct Gain: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String
    package let metric: String
    package let difference: Double
    package let ciLow: Double?
    package let ciHigh: Double?
    package let pValue: Double?
    /// The interval lies on one side of 0, and that of the uncertain inputs does as well.
    package let isSure: Bool
    package let interval: String?
    package let controls: [String]
    package let varianceReductionControls: Double?
  }

  /// It is a row of `inputs.csv`.
  package struct Uncertainty: Codable, Sendable {
    /// It is a part of the variance that comes from the inputs.
    package struct Share: Codable, Sendable {
      package let path: String
      package let share: Double
    }

    package let designPoint: Int
    package let strategy: String
    package let metric: String
    /// Nil: the value itself; else the difference to the baseline.
    package let baseline: String?
    package let value: Double?
    package let ciLow: Double?
    package let ciHigh: Double?
    /// Standard deviations.
    package let simulation: Double?
    package let inputs: Double?
    package let shares: [Share]
    /// This input explains more of it than any other one; nil: none explains a tenth.
    package let mainInput: String?
  }

  /// An input does this to a metric, or to its difference to the baseline.
  package struct Influence: Codable, Sendable {
    package struct Measure: Codable, Sendable {
      package let name: String
      package let value: Double
      package let ciLow: Double?
      package let ciHigh: Double?

      package init(name: String, value: Double, ciLow: Double?, ciHigh: Double?) {
        (self.name, self.value, self.ciLow, self.ciHigh) = (name, value, ciLow, ciHigh)
      }
    }

    package let strategy: String
    package let baseline: String?
    package let metric: String
    /// The name of the input.
    package let factor: String
    package let path: String
    /// Empty where a point has no value.
    package let measures: [Measure]
    /// At so many points the metric is not there, or infinite.
    package let pointsWithout: Int
    /// The measure that says how much the input matters: those of a quantity are in its order.
    package let rankedBy: String
    /// This one may matter most: its interval does not end below that of the first.
    package var mayBeFirst = false

    package init(
      strategy: String, baseline: String?, metric: String, factor: String, path: String,
      measures: [Measure], pointsWithout: Int, rankedBy: String
    ) {
      (self.strategy, self.baseline, self.metric) = (strategy, baseline, metric)
      (self.factor, self.path, self.measures) = (factor, path, measures)
      (self.pointsWithout, self.rankedBy) = (pointsWithout, rankedBy)
    }

    /// Nil where a point has no value.
    package var size: Measure? { measure(rankedBy) }

    package func measure(_ name: String) -> Measure? { measures.first { $0.name == name } }
  }

  package struct Unknown: Codable, Sendable {
    package let path: String
    package let unit: NumberUnit
    package let start: Double
    /// Nil: the figures leave it open.
    package let value: Double?
    package let ciLow: Double?
    package let ciHigh: Double?
    /// The part of the variance that is between shapes of laws; nil: none were tried.
    package let shapeShare: Double?

    package init(
      path: String, unit: NumberUnit, start: Double, value: Double?, ciLow: Double?,
      ciHigh: Double?, shapeShare: Double? = nil
    ) {
      (self.path, self.unit, self.start) = (path, unit, start)
      (self.value, self.ciLow, self.ciHigh) = (value, ciLow, ciHigh)
      self.shapeShare = shapeShare
    }
  }

  /// One of several moves that leave the figures as they are.
  package struct Move: Codable, Sendable {
    package let path: String
    /// The move, on the scale of the search, in the ratio to that of the other moves.
    package let by: Double

    package init(path: String, by: Double) { (self.path, self.by) = (path, by) }
  }

  package struct Figure: Codable, Sendable {
    package let metric: String
    package let strategy: String
    package let group: String?
    package let observed: Double
    package let standardError: Double
    package let produced: Double
    /// The observed value less the produced one, in standard errors of both.
    package let distance: Double
    /// It is a delay, and the scenario has no latency: it is 0 whatever the unknowns are.
    package let lacksLatency: Bool

    package init(
      metric: String, strategy: String, group: String?, observed: Double, standardError: Double,
      produced: Double, distance: Double, lacksLatency: Bool
    ) {
      (self.metric, self.strategy, self.group) = (metric, strategy, group)
      (self.observed, self.standardError, self.produced) = (observed, standardError, produced)
      (self.distance, self.lacksLatency) = (distance, lacksLatency)
    }

    /// Such as `deliverability of commuters, gap-recovery`.
    package static func title(_ metric: String, _ strategy: String, _ group: String?) -> String {
      metric + (group.map { " of \($0)" } ?? "") + ", \(strategy)"
    }

    package var title: String { Self.title(metric, strategy, group) }
  }

  package enum Conclusion: String, Codable, Sendable {
    /// The values produce the figures.
    case found
    /// Many values produce them.
    case open
    /// No values do.
    case rejected
    /// The search ended short of the figures: there are no values.
    case notConverged = "not-converged"
  }

  package struct Test: Codable, Sendable {
    package let statistic: Double
    package let freedom: Int
    package let pValue: Double

    package init(statistic: Double, freedom: Int, pValue: Double) {
      (self.statistic, self.freedom, self.pValue) = (statistic, freedom, pValue)
    }
  }

  /// Some devices, and the words for what they meet on average.
  package struct World: Codable, Sendable {
    /// Empty: all.
    package let devices: String
    package let words: [String]

    package init(devices: String, words: [String]) {
      (self.devices, self.words) = (devices, words)
    }
  }
}
