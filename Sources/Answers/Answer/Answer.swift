package import Runs
import Vocabulary

/// It tells what a run, or a search over many runs, has found out: `answer.json`. Terminal, report,
/// explorer, notebooks and JUnit render it; none of them decides anything.
///
/// It holds the metrics of its question; all others are in the CSV files.
package struct Answer: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Strategies against a baseline.
    case comparison
    /// `best` was asked for.
    case choice
    /// The inputs that matter.
    case sensitivity
    /// The inputs that produce what was observed.
    case calibration
  }

  package private(set) var format = Version.answer
  package let kind: Kind
  /// The name of the scenario.
  package let scenario: String
  package let question: Question
  /// These vary between the design points; empty without a sweep.
  package var factors: [Factor] = []
  /// They are in the order of the design points.
  package var points: [Point] = []
  /// All design points, the most telling first: there strategies differ most in the metric, or a
  /// single one does worst.
  package var focus: [Int] = []
  /// Whether another strategy than the chosen one leads by deliverability at a design point, for
  /// sure.
  package var metricsDisagree = false
  /// `best` has chosen these, one for each set of circumstances.
  package var choices: [Choice] = []
  /// The candidates, by design point, then strategy.
  package var candidates: [Contender] = []
  /// The estimates, by candidate, then metric of the question.
  package var estimates: [Measured] = []
  /// They are differences to the baseline, in the same order.
  package var differences: [Gain] = []
  package var breakEvens: [BreakEven] = []
  /// They tell how much uncertainty comes from simulating, and how much from the inputs.
  package var uncertainty: [Uncertainty] = []
  /// The scenario expects these.
  package var expectations: [Judgement] = []
  /// The precision that was asked for.
  package var precision: [PrecisionState] = []
  /// Each input does this; by quantity, those that matter most come first.
  package var influences: [Influence] = []
  /// These inputs were searched for.
  package var unknowns: [Unknown] = []
  /// Unknowns may move together so, and the figures stay the same.
  package var openings: [[Move]] = []
  /// This figure would tell more of the unknowns; nil: none would, or nothing is open.
  package var observeToo: String?
  /// The unknowns were searched by these.
  package var figures: [Figure] = []
  /// It tells whether the model can produce the figures; nil: nothing tests it.
  package var test: Test?
  /// These shapes of laws were tried, the scenario's own ones first; nil: none were.
  package var shapes: [Shape]?
  /// Strategies do this over the shapes that produce the figures.
  package var averages: [Average]?
  /// A calibration has ended so.
  package var ending: Conclusion?
  /// Devices meet this on average.
  package var world: [World] = []
  /// A reader should know these before the rest.
  package var warnings: [String] = []
  package var exitCode: Int32 = 0
  /// The same in words for people. They change with the wording of the tool: no program reads them.
  package var sentences: [String] = []

  package init(_ kind: Kind, scenario: String, _ question: Question) {
    (self.kind, self.scenario, self.question) = (kind, scenario, question)
  }
}
