import DeliverySim
import Models
import TestSupport
import Testing

/// R1.3 to R1.5: when messages are made, and what they are.
@Suite struct R01ArrivalTests {
  /// Message times [s] of a device.
  private func times(
    _ arrivals: Workload.Arrivals, days: Double = 3, device: Int = 0, replication: Int = 0
  ) throws -> [Double] {
    let setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    let world = World(seed: 3, devices: 1000, duration: .days(days), setup: setup)
    let story = try tellStory(world, replication: replication, device: device)
    return story.outcomes.map(\.created.seconds)
  }

  private func weekly(_ weight: (Int) -> Double) throws -> WeeklyProfile {
    try unwrap(WeeklyProfile(hours: (0..<168).map(weight)))
  }

  @Test("R1.3 time 0 is Monday 00:00: the weight of Tuesday's fourth hour acts from 03:00 to 04:00")
  func weekStartsOnMonday() throws {
    let profile = try weekly { $0 == 24 + 3 ? 1 : 0 }
    let setup = DeviceSetup(
      workload: Workload(arrivals: .weekly(rate: constant(1e-4), profile: profile)))
    let world = World(seed: 3, devices: 1, duration: .days(21), setup: setup)
    let story = try record(world, replication: 0)
    let hours = story.outcomes.map { $0.created.seconds / 3600 }
    // About 60 messages in each of three weeks, all of them in that hour.
    for week in 0..<3 {
      let start = Double(week) * 168 + 27
      expect(hours.filter { $0 >= start && $0 < start + 1 }.count > 20)
    }
    expect(hours.allSatisfy { (27..<28).contains($0.truncatingRemainder(dividingBy: 168)) })
    // Days of the timeline are days of the calendar.
    let busyDays = story.tally.timelineOwed.indices.filter { story.tally.timelineOwed[$0] > 0 }
    expect(busyDays, equals: [1, 8, 15])
  }

  @Test(
    "R1.3 at a rate as good as 0 nothing is ever made", arguments: [1e-36, 1e-40, 1e-60, 1e-300])
  func hardlyAnyRate(rate: Double) throws {
    let profile = try weekly { $0 % 24 < 7 ? 0 : 1 }
    let setup = DeviceSetup(
      workload: Workload(arrivals: .weekly(rate: constant(rate), profile: profile)))
    let world = World(seed: 3, devices: 500, duration: .days(21), setup: setup)
    try expect(simulate(world, replication: 0, devices: 0..<500)[.owed], equals: 0)
  }

  @Test("R1.4 a changed rate scales Poisson times and draws nothing else")
  func poissonRateScalesTimes() throws {
    let slow = try times(.poisson(rate: constant(0.001)))
    let fast = try times(.poisson(rate: constant(0.002)), days: 1.5)
    expect(slow.count > 100)
    expect(slow.count, equals: fast.count)
    expect(zip(slow, fast).allSatisfy { abs($0 - 2 * $1) < 2e-6 })
  }

  @Test("R1.4 weekly times are the inverse of the cumulative intensity at Poisson times")
  func weeklyIsTheInverseOfTheCumulativeIntensity() throws {
    // Weights 3 in the first half of the week, 1 in the second; scaled to mean 1: 1.5 and 0.5. So
    // the cumulative intensity is 1.5 t up to 84 h, where it is 126 h, and 126 h + 0.5 (t - 84 h)
    // from there to the week's end.
    let profile = try weekly { $0 < 84 ? 3 : 1 }
    let unit = try times(.poisson(rate: constant(0.001)), days: 14)
    let observed = try times(.weekly(rate: constant(0.001), profile: profile), days: 14)
    let hour = 3600.0
    let expected = unit.map { amount in
      let week = (amount / (168 * hour)).rounded(.down) * 168 * hour
      let rest = amount - week
      return week + (rest < 126 * hour ? rest / 1.5 : 84 * hour + (rest - 126 * hour) / 0.5)
    }
    expect(observed.count > 1000)
    expect(observed.count, equals: expected.count)
    expect(zip(observed, expected).allSatisfy { abs($0 - $1) < 3e-6 })
  }

  @Test("R1.4 bursts have their sizes, their inner gaps and their gaps from end to start")
  func burstsHaveTheirShape() throws {
    let bursts = Workload.Bursts(
      between: constant(3600), size: constant(3), within: constant(10))
    let observed = try times(.bursts(bursts), days: 1)
    let gaps = zip(observed.dropFirst(), observed).map { ($0 - $1).rounded() }
    // 3 messages 10 s apart every 3620 s.
    expect(gaps.count > 60)
    expect(gaps.indices.allSatisfy { gaps[$0] == ($0 % 3 == 2 ? 3600 : 10) })
  }

  @Test("R1.4 bursts start between two bursts, with the residual life of the gap")
  func burstsStartInEquilibrium() throws {
    // The residual of a constant hour is uniform in it. That none of 100 devices starts in the
    // first, or none in the last quarter of it, has a probability of 2 · 0.75^100 = 6e-13.
    let bursts = Workload.Bursts(between: constant(3600), size: constant(1), within: constant(1))
    let starts = try (0..<100).map { try times(.bursts(bursts), days: 0.05, device: $0)[0] }
    expect(starts.allSatisfy { $0 <= 3600 })
    expect(starts.contains { $0 < 900 })
    expect(starts.contains { $0 > 2700 })
  }

  @Test("R1.4 a rate that is a law is drawn once per device and replication")
  func rateIsDrawnOncePerDevice() throws {
    // Half of the devices are silent, half have the whole rate and then exactly the times of a
    // constant one.
    let mixed = Workload.Arrivals.poisson(rate: anyOf([0, 0.001]))
    let constantRate = Workload.Arrivals.poisson(rate: constant(0.001))
    var silent: [[Bool]] = []
    for replication in 0..<2 {
      silent.append(
        try (0..<60).map { device in
          let observed = try times(mixed, days: 1, device: device, replication: replication)
          let whole = try times(constantRate, days: 1, device: device, replication: replication)
          expect(observed.isEmpty || observed == whole)
          return observed.isEmpty
        })
    }
    // Probability of 60 equal devices, or of two equal replications: at most 2^-57.
    expect(Set(silent[0]).count, equals: 2)
    expect(silent[0] != silent[1])
  }

  @Test("R1.5 messages are numbered in order of creation and have the size that their law gives")
  func messagesHaveNumbersAndSizes() throws {
    let run = try online(at: [1, 2, 3, 4], change: { $0.workload.payload = constant(1200) })
    expect(run.messages(.created), equals: [0, 1, 2, 3])
    expect(run.times(.created), equals: [1, 2, 3, 4])
    expect(run.tally[WorkloadCounter.payloadBytes], equals: 4 * 1200)
    // Each message draws its own: 50 messages of 100 or 101 bytes are all alike with probability
    // 2^-49.
    let varied = try online(
      at: (1...50).map { Double($0) }, change: { $0.workload.payload = anyOf([100, 101]) })
    expect(
      varied.tally[WorkloadCounter.payloadBytes] > 5000
        && varied.tally[WorkloadCounter.payloadBytes] < 5050)
  }

  @Test("R1.5 a message that is sent again weighs again")
  func repeatsWeighAgain() throws {
    // Message 1 is overwritten and sent again: 4 pushes.
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery()) {
      $0.workload.payload = constant(1200)
    }
    expect(run.tally[.pushesSent], equals: 4)
    expect(run.tally[.pushesResent], equals: 1)
    expect(run.tally[WorkloadCounter.payloadBytes], equals: 4 * 1200)
  }
}
