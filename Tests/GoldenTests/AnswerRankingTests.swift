import Answers
import Files
import Results
import Scenarios
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Who may be chosen, who is beaten, where to look first, and what is sure.
@Suite struct AnswerRankingTests {
  private static let two = "strategies: [fire-and-forget, gap-recovery]\n"
  private static let absences =
    "sweep: [{factor: away, path: network.offline.exponential.mean, values: [1h, 3h]}]\n"
  /// Only plain pushes keep it.
  private static let limit =
    "best={maximise: deliverability, worth: 1%, among: strategies, "
    + "subject_to: [pushes_per_notification <= 1]}"
  private static let few = "replications={min: 12, max: 24}"

  /// Longer absences lose more, so that recovery gains more there.
  @Test("The focus is where strategies that may be chosen differ most")
  func focus() async throws {
    let (_, all) = try await AnswerRun.run(Self.two + Self.absences)
    expect(all.focus, equals: [1, 0])
    let (_, allowed) = try await AnswerRun.run(Self.two + Self.absences, Self.limit, Self.few)
    expect(allowed.points.map(\.order), equals: [["fire-and-forget"], ["fire-and-forget"]])
    expect(allowed.focus, equals: [0, 1], "one alone differs nowhere")
  }

  @Test("A single strategy is looked at first where it does worst, whatever is asked")
  func worst() async throws {
    let alone = "strategies: [gap-recovery]\n" + Self.absences
    let asked = "best={minimise: deliverability, worth: 1%, among: all}"
    let (_, plain) = try await AnswerRun.run(alone)
    expect(plain.focus, equals: [1, 0])
    let (_, reversed) = try await AnswerRun.run(alone, asked, Self.few)
    expect(reversed.focus, equals: [0, 1])
  }

  private struct Place {
    let name: String
    let gain: Double
    let price: Double

    func beats(_ other: Place) -> Bool {
      let isAsGood = gain >= other.gain && price <= other.price
      return isAsGood && (gain > other.gain || price < other.price)
    }
  }

  private static let several = """
    strategies:
      - fire-and-forget
      - gap-recovery
      - {name: twin, gap-recovery: {}}
      - {name: patient, gap-recovery: {wait: 1h}}
      - {retry-until-acked: {attempts: 3}}

    """

  /// By pairs, from the estimates.
  @Test(
    "The front has all that no other one of the order beats, and twins both",
    arguments: ["", limit])
  func front(best: String) async throws {
    let settings = best.isEmpty ? [] : [best, Self.few]
    let (_, answer) = try await AnswerRun.run(Self.several, settings)
    let (point, table) = (answer.points[0], AnswerTable(answer))
    let cost = Metric.named(try unwrap(point.cost))
    let metric = Metric.named("deliverability")
    let places = try point.order.map { name in
      Place(
        name: name, gain: try unwrap(table.estimate(metric, name, atPoint: 0)?.value),
        price: try unwrap(table.estimate(cost, name, atPoint: 0)?.value))
    }
    let unbeaten = places.filter { place in !places.contains { $0.beats(place) } }
    expect(Set(point.front), equals: Set(unbeaten.map(\.name)))
    expect(point.front.contains("gap-recovery"), equals: point.front.contains("twin"))
    let prices = point.front.compactMap { name in places.first { $0.name == name }?.price }
    expect(prices, equals: prices.sorted())
  }

  @Test("The cheapest of those that are as good is named where it costs less")
  func cheaper() async throws {
    let (_, answer) = try await AnswerRun.run(Self.several)
    let (point, table) = (answer.points[0], AnswerTable(answer))
    let cost = Metric.named(try unwrap(point.cost))
    let price = { (name: String) in table.estimate(cost, name, atPoint: 0)?.value ?? .infinity }
    if let cheaper = point.cheaper {
      expect(point.asGood.contains(cheaper))
      expect(point.asGood.allSatisfy { price($0) >= price(cheaper) })
      expect(price(cheaper) < price(point.order[0]))
      expect(answer.sentences.contains { $0.contains("\(cheaper) costs less") })
    } else {
      expect(point.asGood.allSatisfy { price($0) >= price(point.order[0]) * 0.99 })
    }
  }

  private static let asked = "best={maximise: deliverability, worth: 1%}"

  @Test("`best` says where the gain of the chosen one may be 0")
  func doubt() async throws {
    let doubt = "the difference to fire-and-forget may be 0."
    let (_, sure) = try await AnswerRun.run(Self.two, Self.asked, Self.few)
    expect(sure.points[0].chosen, equals: "gap-recovery")
    expect(!sure.sentences.contains { $0.hasSuffix(doubt) })
    let text = try sure.json().replacing("\"is_sure\" : true", with: "\"is_sure\" : false")
    let unsure = try Answer(Array(text.utf8), path: "answer.json")
    let experiment = try experiment(AnswerRun.frame + Self.two)
    expect(AnswerWords(unsure, experiment).sentences.contains { $0.hasSuffix(doubt) })
  }

  /// Absences between minutes and days: whether there is anything to recover is not known.
  @Test("With uncertain inputs a gain is sure only where both intervals leave 0 out")
  func uncertain() async throws {
    let (_, known) = try await AnswerRun.run(Self.two)
    expect(known.points[0].chosen, equals: "gap-recovery")
    for (spread, isSure) in [(0.05, true), (3.0, false)] {
      let offline = InputParameter(
        "network.offline.exponential.mean", .log, .seconds, estimate: 8.188_689)
      let estimates = InputEstimates([offline], covariance: [[spread * spread]])
      let draws = try InputDraws(estimates.node, count: 40)
      let (_, answer) = try await AnswerRun.run(Self.two, [], inputs: draws)
      let gain = try unwrap(answer.differences.first { $0.metric == "deliverability" })
      let effect = try unwrap(
        answer.uncertainty.first { $0.metric == "deliverability" && $0.baseline != nil })
      let (low, high) = (try unwrap(effect.ciLow), try unwrap(effect.ciHigh))
      expect(low > 0 || high < 0, equals: isSure, "\(low) to \(high)")
      expect(gain.isSure, equals: isSure)
      expect(answer.points[0].chosen, equals: isSure ? "gap-recovery" : nil)
      let doubt = "With what is known of the inputs the difference to fire-and-forget may be 0."
      expect(answer.sentences.contains(doubt), equals: !isSure)
      let own = answer.uncertainty.first { $0.metric == "deliverability" && $0.baseline == nil }
      expect(own?.mainInput, equals: "network.offline.exponential.mean")
    }
  }

  @Test("The line for scripts names all that is open, and is never empty")
  func line() async throws {
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, {name: b, fire-and-forget: {}}, gap-recovery]\n"
        + Self.absences,
      "best={maximise: deliverability, worth: 0.0001%, "
        + "subject_to: [pushes_per_notification <= 1]}", "replications={min: 2, max: 2}",
      "devices=1")
    let line = try unwrap(answer.line)
    expect(!line.isEmpty)
    expect(
      line.contains("undecided"), equals: answer.choices.contains { !$0.undecided.isEmpty })
  }
}
