import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

@Suite("OnOffProcess of up and down")
struct OnOffProcessTests {
  private static let size = 100_000

  private func streams(_ device: Int, seed: UInt64 = 77) -> OnOffProcess.Streams {
    let source = RandomSource(seed: seed, replication: 0)
    return OnOffProcess.Streams(
      start: source.stream(purpose: 1, device: device),
      up: source.stream(purpose: 2, device: device),
      down: source.stream(purpose: 3, device: device))
  }

  private func process(_ up: Distribution.Law, _ down: Distribution.Law) throws -> OnOffProcess {
    try unwrap(OnOffProcess(up: law(up), down: law(down)))
  }

  /// The state at `time` and how long it still lasts from there.
  private func state(
    of process: OnOffProcess, device: Int, at time: SimTime
  ) -> (isUp: Bool, rest: Double) {
    let streams = streams(device)
    var (state, end) = process.start(streams)
    while end <= time { end = end + state.flip(process, streams) }
    return (state.isUp, (end - time).seconds)
  }

  @Test("The share of time up is that of the means")
  func upShare() throws {
    let process = try process(.exponential(mean: 300), .constant(value: 100))
    expect(process.upShare, equals: 0.75)
  }

  @Test("Without two finite means above 0 there is no equilibrium")
  func noEquilibrium() {
    let hour = law(.constant(value: 3600))
    let endless = law(.pareto(scale: 1, shape: 1))
    expect(OnOffProcess(up: hour, down: .zero) == nil)
    expect(OnOffProcess(up: .zero, down: hour) == nil)
    expect(OnOffProcess(up: endless, down: hour) == nil)
    expect(OnOffProcess(up: hour, down: endless) == nil)
  }

  /// Up 3,000 s on average by a law that clusters, down exactly 1,000 s. Started with anything but
  /// the equilibrium, the share and the rests at these times would be far off. False alarm 1e-6
  /// over the 12 comparisons.
  @Test("It is stationary: share up and rest of the span, at the start and later")
  func stationary() throws {
    let process = try process(.weibull(scale: 1500, shape: 0.5), .constant(value: 1000))
    for seconds in [0, 400, 1000, 5000] as [Double] {
      var rests: (up: [Double], down: [Double]) = ([], [])
      for device in 0..<Self.size {
        let now = state(of: process, device: device, at: SimTime(seconds: seconds))
        if now.isUp { rests.up.append(now.rest) } else { rests.down.append(now.rest) }
      }
      let agreement = Agreement(
        "up at \(Int(seconds)) s", expected: 0.75,
        observed: Double(rests.up.count) / Double(Self.size),
        standardError: (0.75 * 0.25 / Double(Self.size)).squareRoot(), tableSize: 12)
      expect(agreement.holds, "\(agreement)")
      // ∫ exp(-√(t/1500)) dt from x on, over the mean: (1 + √y) exp(-√y) with y = x/1500.
      let upP = GoodnessOfFit.kolmogorov(rests.up) { x in
        1 - (1 + sqrt(x / 1500)) * exp(-sqrt(x / 1500))
      }
      expect(upP > 1e-6 / 12, "rest of up at \(Int(seconds)) s: p = \(upP)")
      let downP = GoodnessOfFit.kolmogorov(rests.down) { $0 / 1000 }
      expect(downP > 1e-6 / 12, "rest of down at \(Int(seconds)) s: p = \(downP)")
    }
  }

  /// The first 20 whole spans.
  private func spans(_ process: OnOffProcess, device: Int) -> (startsUp: Bool, [SimTime]) {
    let streams = streams(device)
    var (state, _) = process.start(streams)
    let startsUp = state.isUp
    return (startsUp, (0..<20).map { _ in state.flip(process, streams) })
  }

  @Test("States alternate, each with its own law")
  func lawsAlternate() throws {
    let process = try process(.uniform(min: 10, max: 20), .uniform(min: 100, max: 200))
    for device in 0..<100 {
      let (startsUp, spans) = spans(process, device: device)
      for (number, span) in spans.enumerated() {
        let isUp = startsUp == (number % 2 == 1)
        expect((isUp ? 10...20 : 100...200).contains(span.seconds))
      }
    }
  }

  @Test("A changed down law leaves every up span alone")
  func streamsAreSeparate() throws {
    let up = Distribution.Law.exponential(mean: 300)
    let one = try process(up, .constant(value: 100))
    for (down, scalesStart) in [
      (Distribution.Law.weibull(scale: 50, shape: 0.5), false), (.constant(value: 140), true),
    ] {
      let other = try process(up, down)
      var compared = 0
      for device in 0..<1000 {
        let (before, after) = (spans(one, device: device), spans(other, device: device))
        // Another mean moves the share, and with it a few starts.
        if scalesStart, before.startsUp != after.startsUp { continue }
        expect(before.startsUp, equals: after.startsUp)
        compared += 1
        for number in 0..<20 {
          let isUp = before.startsUp == (number % 2 == 1)
          expect((before.1[number] == after.1[number]), equals: isUp)
        }
      }
      expect(compared > 900)
    }
  }

  @Test("The n-th up span is the same wherever the process starts")
  func spansAreNumbered() throws {
    let up = Distribution.Law.exponential(mean: 300)
    let (often, seldom) = (
      try process(up, .constant(value: 100)), try process(up, .constant(value: 900))
    )
    var (compared, different) = (0, 0)
    for device in 0..<1000 {
      let (before, after) = (spans(often, device: device), spans(seldom, device: device))
      guard before.startsUp, !after.startsUp else { continue }
      compared += 1
      for n in 0..<10 where before.1[2 * n + 1] != after.1[2 * n] { different += 1 }
    }
    expect(compared > 300)
    expect(different, equals: 0)
  }

  @Test("What is always up says so")
  func alwaysUp() {
    expect(OnOffProcess.State.alwaysUp.isUp)
  }
}
