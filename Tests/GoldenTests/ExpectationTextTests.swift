import Answers
import Files
import Scenarios
import Terminal
import TestSupport
import Testing

/// These lines about expectations end a summary.
@Suite struct ExpectationTextTests {
  /// The texts of the expectations, and for each design point and expectation a judgement.
  private func lines(
    _ texts: [String], sweep: String = "",
    _ judge: (_ point: Int, _ place: Int) -> (Double?, Double?, Double?, Verdict)
  ) throws -> [String] {
    let list = ConfigNode.map([("expect", .list(texts.map { .text($0) }))]).yaml()
    let experiment = try ScenarioText.read(list + sweep)
    let judgements = experiment.points.flatMap { point in
      point.scenario.expectations.enumerated().map { place, expectation in
        let (value, low, high, verdict) = judge(point.index, place)
        return Judgement(
          expectation, atPoint: point.index, (value, low, high), verdict,
          because: verdict == .notJudged ? "x not run" : nil)
      }
    }
    return ExpectationText(experiment, judgements).lines
  }

  @Test func oneDesignPointIsOneTable() throws {
    let texts = ["gap-recovery.loss <= 1%", "gap-recovery.latency_p50_s < 5s"]
    let lines = try lines(texts) { _, place in
      place == 0 ? (0.00125, 0.001, 0.0015, .holds) : (-0.25, nil, nil, .inconclusive)
    }
    expect(
      lines,
      equals: [
        "expectation                        value          interval  verdict",
        "gap-recovery.loss <= 1%          0.125 %  0.100 to 0.150 %  holds",
        "gap-recovery.latency_p50_s < 5s  -250 ms                 -  inconclusive",
      ])
  }

  @Test func whatIsTooWideStandsBelowItsText() throws {
    let text = "gap-recovery.deliverability >= fire-and-forget.deliverability + 1%"
    let lines = try lines([text, "gap-recovery.loss <= 1%"]) { _, place in
      place == 0
        ? (0.0125, -0.0005, 0.0255, .inconclusive)
        : (nil, nil, nil, .notJudged)
    }
    expect(
      lines,
      equals: [
        "      value        interval  verdict",
        "gap-recovery.deliverability >= fire-and-forget.deliverability + 1%",
        "    +1.2 pp  -0.0 to 2.6 pp  inconclusive",
        "gap-recovery.loss <= 1%",
        "          -               -  not judged: x not run",
      ])
  }

  @Test func designPointsShowTheirValues() throws {
    let sweep = """
      sweep:
        - {factor: away, path: network.offline.weibull.scale, values: [5m, 20m]}
        - {factor: p, path: provider.link.loss, values: [10%]}

      """
    let lines = try lines(["gap-recovery.summaries_per_device_day < 1"], sweep: sweep) { point, _ in
      point == 0 ? (0.00123456, 0, 12, .inconclusive) : (123.456, 100, 150, .fails)
    }
    expect(
      lines,
      equals: [
        "  away  p       value            interval  verdict",
        "gap-recovery.summaries_per_device_day < 1",
        "  5m    10%  0.001235     0.000 to 12.000  inconclusive",
        "  20m   10%   123.456  100.000 to 150.000  FAILS",
      ])
  }

  @Test func whatHoldsGivesWayToWhatDoesNot() throws {
    let values = (0..<50).map { "0.\(100 + $0)" }.joined(separator: ", ")
    let sweep = "sweep: [{factor: p, path: provider.link.loss, values: [\(values)]}]\n"
    let texts = ["gap-recovery.loss <= 1%", "gap-recovery.loss >= 0"]
    let few = try lines(texts, sweep: sweep) { point, place in
      (0.5, 0.4, 0.6, place == 0 && [3, 49].contains(point) ? .fails : .holds)
    }
    expect(
      few,
      equals: [
        "  p       value        interval  verdict",
        "gap-recovery.loss <= 1%",
        "  0.103  50.0 %  40.0 to 60.0 %  FAILS",
        "  0.149  50.0 %  40.0 to 60.0 %  FAILS",
        "  holds at 48 of 50 design points",
        "gap-recovery.loss >= 0",
        "  holds at 50 of 50 design points",
      ])
    let many = try lines(texts, sweep: sweep) { _, _ in (0.5, 0.4, 0.6, .fails) }
    expect(many.count, equals: 1 + 2 * (1 + 20 + 2))
    expect(many.filter { $0 == "  ... and 30 more that do not hold" }.count, equals: 2)
    expect(many.last, equals: "  holds at 0 of 50 design points")
  }

  @Test func nothingIsSaidWhenNothingIsExpected() throws {
    expect(try lines([]) { _, _ in (nil, nil, nil, .holds) }.isEmpty)
  }
}
