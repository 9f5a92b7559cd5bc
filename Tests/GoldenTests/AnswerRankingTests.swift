import Answers
import Files
import Results
import Runs
import Scenarios
import Statistics
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

  /// Rounding is no gain.
  private func rounded(_ gain: Double) -> Double { (gain * 1e12).rounded() / 1e12 }

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
      - {name: beats, heartbeat: {on: gap-recovery, after: 10m}}
      - {name: patient, gap-recovery: {wait: 1h}}
      - {retry-until-acked: {attempts: 3}}

    """

  /// The limit on pairs, from the differences to the baseline, which gains 0. Three acknowledged
  /// attempts cost more than this, and all others less.
  private static let dear = "subject_to: [pushes_per_notification <= 1.5]}"

  @Test(
    "The front has all that no other one of the order beats, and twins both",
    arguments: [
      "", "best={maximise: deliverability, worth: 1%, among: strategies, \(dear)",
      "best={minimise: deliverability, worth: 1%, among: strategies}",
    ])
  func front(best: String) async throws {
    let settings = best.isEmpty ? [] : [best, Self.few]
    let sign: Double = best.contains("minimise") ? -1 : 1
    let (_, answer) = try await AnswerRun.run(Self.several, settings)
    expect(
      answer.points[0].order.contains("retry-until-acked"), equals: !best.contains("subject_to"))
    let (point, table) = (answer.points[0], AnswerTable(answer))
    let cost = Metric.named(try unwrap(point.cost))
    let metric = Metric.named("deliverability")
    let places = try point.order.map { name in
      Place(
        name: name,
        gain: sign * rounded(table.difference(metric, name, atPoint: 0)?.difference ?? 0),
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
    let (_, plain) = try await AnswerRun.run(Self.several)
    expect(plain.points[0].cheaper == nil, "twins cost the same")
    // With a worth of half of all, all are as good, and plain pushes are the cheapest.
    let (_, answer) = try await AnswerRun.run(
      Self.several, "best={maximise: deliverability, worth: 50%, among: strategies}", Self.few)
    let (point, table) = (answer.points[0], AnswerTable(answer))
    let cost = Metric.named(try unwrap(point.cost))
    let price = { (name: String) in table.estimate(cost, name, atPoint: 0)?.value ?? .infinity }
    expect(point.cheaper, equals: "fire-and-forget")
    expect(point.asGood.contains("fire-and-forget"))
    expect(point.asGood.allSatisfy { price($0) >= price("fire-and-forget") })
    expect(price("fire-and-forget") < price(point.order[0]))
  }

  @Test("The leader is one that no other surely beats, wherever the search begins")
  func unbeaten() async throws {
    let experiment = try experiment(AnswerRun.frame + Self.several)
    let outcome = try await Runner(experiment, threads: 2).run()
    let all = outcome.series(atPoint: 0)
    for first in all {
      let best = outcome.unbeaten(first, among: all, [])
      for other in all where outcome.differs(outcome.leading, other, from: best) {
        let found = try unwrap(outcome.difference(outcome.leading, other, from: best))
        expect(found.difference < 0, "\(outcome.name(other)) beats \(outcome.name(best))")
      }
    }
    let plain = try unwrap(all.first { outcome.name($0) == "fire-and-forget" })
    expect(outcome.unbeaten(plain, among: all, []).strategy != plain.strategy)
  }

  /// Pushes again cost pushes, and asking again costs requests.
  @Test("A price that is higher with the cheaper one is named too")
  func higherPrice() async throws {
    let requests = "resend_requests_per_device_day"
    let (_, answer) = try await AnswerRun.run(
      "strategies: [gap-recovery, retry-until-acked]\nbaseline: gap-recovery\n",
      "best={minimise: \(requests), worth: 50, among: strategies}", Self.few)
    let point = answer.points[0]
    expect(point.order[0], equals: "retry-until-acked")
    expect(point.cost, equals: "pushes_per_notification")
    expect(point.cheaper, equals: "gap-recovery")
    expect(point.higherPrice, equals: requests)
    let (_, plain) = try await AnswerRun.run(
      Self.several, "best={maximise: deliverability, worth: 50%, among: strategies}", Self.few)
    expect(plain.points[0].higherPrice == nil, "nothing costs more with plain pushes")
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

  /// Nearly all is lost on the way at the second design point, so that none keeps the limit there;
  /// at the first one so few replications decide nothing.
  @Test("The line for scripts names what is impossible and what is open")
  func line() async throws {
    let (_, answer) = try await AnswerRun.run(
      "strategies: [gap-recovery, {name: slow, gap-recovery: {wait: 8m}}]\n"
        + "sweep: [{factor: f, path: provider.link.loss, values: [1%, 90%]}]\n",
      "best={maximise: deliverability, worth: 0.0001%, among: strategies, "
        + "subject_to: [deliverability >= 0.7]}", "replications={min: 2, max: 2}")
    expect(answer.choices.map { $0.nearest != nil }, equals: [false, true])
    expect(answer.choices.map(\.undecided.isEmpty), equals: [false, true])
    let line = try unwrap(answer.line)
    expect(line, contains: "no candidate meets the limits")
    expect(line, contains: "undecided")
  }

  /// The second channel gains much where phones are away long, and the queue little for sure: the
  /// order begins with the larger estimate, which the inputs leave open.
  @Test("What the inputs leave open keeps its place in the order")
  func openPlace() async throws {
    let escalate =
      "{name: call, escalate: {on: {retry-until-acked: {attempts: 0}}, after: 2m, "
      + "channel: {latency: 20s, cost: 0.1}}}"
    let offline = InputParameter(
      "network.offline.exponential.mean", .log, .seconds, estimate: 8.188_689)
    let draws = try InputDraws(InputEstimates([offline], covariance: [[9]]).node, count: 40)
    let scenario = "strategies: [fire-and-forget, gap-recovery, \(escalate)]\n"
    let (_, known) = try await AnswerRun.run(scenario)
    expect(known.points[0].chosen, equals: "call")
    let (_, answer) = try await AnswerRun.run(scenario, [], inputs: draws)
    expect(answer.points[0].chosen == nil)
    expect(answer.points[0].order, equals: known.points[0].order)
    expect(answer.sentences[0], hasPrefix: "With call users know ")
  }
}
