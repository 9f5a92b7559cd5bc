import Answers
import Terminal
import TestSupport
import Testing

/// The world in the user's words. Each figure is worked out by hand beside its test.
@Suite struct WorldTextTests {
  /// 40 messages a day; online for 6 h on average.
  private func lines(_ offline: String, _ rest: String = "") throws -> [String] {
    let setting = "network={online: {exponential: {mean: 6h}}, \(offline)}"
    return WorldText(try ScenarioText.read(rest, setting)).lines
  }

  /// 8 h from one absence to the next: 3 a day, 2/8 of the time. Median 2 h x ln 2, p99 2 h x
  /// ln 100. 40 messages x 2/24.
  @Test func exponentialAbsences() throws {
    let lines = try lines("offline: {exponential: {mean: 2h}}")
    expect(
      lines,
      equals: [
        "a device meets on average:",
        "  messages: 40 a day",
        "  absences: 3 a day; offline 25 % of the time",
        "  an absence: mean 2.00 h, median 1.39 h, p99 9.21 h",
        "  messages in an absence: 3.33; 25 % of all messages are created in one",
      ])
  }

  /// Mean 20 min x Γ(3), median 20 min x (ln 2)², p99 20 min x (ln 100)².
  @Test func weibullAbsences() throws {
    let lines = try lines("offline: {weibull: {scale: 20m, shape: 0.5}}")
    expect(lines[3], equals: "  an absence: mean 40.0 min, median 9.61 min, p99 7.07 h")
  }

  @Test func aDeviceThatIsAlwaysOnline() throws {
    let experiment = try ScenarioText.read("", "network=")
    expect(WorldText(experiment).lines.last, equals: "  absences of its own: none")
  }

  /// 24 h in 7 h and in 8 h; 1/7 and 2/8; 40/24 and 80/24 messages; ln 2 h, 2 ln 2 h.
  @Test func aSweepGivesRanges() throws {
    let lines = try lines(
      "offline: {exponential: {mean: 2h}}",
      "sweep: [{factor: away, path: network.offline.exponential.mean, values: [1h, 2h]}]\n")
    expect(
      lines,
      equals: [
        "a device meets on average; over the design points:",
        "  messages: 40 a day",
        "  absences: 3 to 3.43 a day; offline 14.3 % to 25 % of the time",
        "  an absence: mean 1.00 h to 2.00 h, median 41.6 min to 1.39 h, p99",
        "    4.61 h to 9.21 h",
        "  messages in an absence: 1.67 to 3.33; 14.3 % to 25 % of all messages are",
        "    created in one",
      ])
  }

  @Test func groupsThatDiffer() throws {
    let groups = """
      groups:
        - {name: away, share: 20%, network: {offline: {exponential: {mean: 6h}}}}

      """
    let lines = try lines("offline: {exponential: {mean: 2h}}", groups)
    expect(lines[0], equals: "a device meets on average, away (20 % of the devices):")
    expect(lines[2], equals: "  absences: 2 a day; offline 50 % of the time")
    expect(lines[5], equals: "a device meets on average, others (80 % of the devices):")
    expect(lines[7], equals: "  absences: 3 a day; offline 25 % of the time")
  }

  /// Groups may differ in other ways, which no line is about.
  @Test func groupsThatMeetTheSame() throws {
    let groups = "groups: [{name: deaf, share: 20%, device: {alerts_off: 1}}]\n"
    let lines = try lines("offline: {exponential: {mean: 2h}}", groups)
    expect(lines.count, equals: 5)
    expect(lines[0], equals: "a device meets on average:")
  }

  /// An outage of 6 h every 36 h; half of the devices are off for 8 h of 24. Online 3/4 x 5/6 x 5/6
  /// = 0.5208 of the time.
  @Test func regionsAndNightsAdd() throws {
    let laws = "every: {constant: {value: 30h}}, last: {constant: {value: 6h}}"
    let outages = "regions: {count: 2, outages: {\(laws)}}"
    let nights = "device: {off_at_night: {share: 50%, from: 23h, to: 7h}}\n"
    let lines = try lines("offline: {exponential: {mean: 2h}}, \(outages)", nights)
    expect(
      Array(lines[5...]),
      equals: [
        "  and its region's outages: 0.667 a day; offline 16.7 % of the time",
        "  an outage: mean 6.00 h, median 6.00 h, p99 6.00 h",
        "  messages in an outage: 10; 16.7 % of all messages are created in one",
        "  and nights: 50 % of the devices are switched off for 8.00 h",
        "  offline for any of these reasons: 47.9 % of the time",
      ])
  }

  @Test func pacesLeaveTheLengthsOnly() throws {
    let pace = "[\(Array(repeating: "2", count: 168).joined(separator: ", "))]"
    let lines = try lines("offline: {exponential: {mean: 2h}}, offline_pace: \(pace)")
    expect(
      Array(lines[2...]),
      equals: [
        "  absences: how many depends on the hour or the device (paces of network)",
        "  an absence: mean 2.00 h, median 1.39 h, p99 9.21 h (at pace 1)",
        "  messages in an absence: not known before a run",
      ])
  }
}

extension WorldTextTests {
  // MARK: Recordings

  /// a is away for 1 h; b for 2 h and 1 h: three absences and 4 h in 2 days.
  private static let absences =
    "who,start,end\na,1000,4600\nb,10000,17200\nb,20000,23600\n"
  /// The messages that lie in absences: the first of a, the first two of b.
  private static let messages = "who,time\na,2000\na,5000\nb,12000\nb,13000\nb,30000\n"

  private func recorded(
    _ arrivals: String, device: Bool = true, warmup: String = "0s", length: String = "1d"
  ) throws -> [String] {
    let folder = try LogFolder()
    _ = try folder.write("absences.csv", Self.absences)
    _ = try folder.write("messages.csv", Self.messages)
    let who = device ? ", device: who" : ""
    let yaml = """
      format: 1
      name: recorded
      seed: 1
      warmup: \(warmup)
      duration: 1d
      workload: {arrivals: {\(arrivals)}}
      network:
        trace: {file: absences.csv, start: start, end: end\(who), from: 0, length: \(length)}
      strategies: [fire-and-forget]
      """
    return WorldText(try experiment(yaml, folder: folder.path)).lines
  }

  @Test func absencesAndMessagesOfTheSameDevices() throws {
    let lines = try recorded(
      "trace: {file: messages.csv, time: time, device: who, from: 0, length: 1d}")
    expect(
      Array(lines[1...]),
      equals: [
        "  messages: 2.5 a day",
        "  absences (as recorded): 1.5 a day; offline 8.33 % of the time",
        "  an absence: mean 1.33 h, median 1.00 h, p99 2.00 h",
        "  messages in an absence: 1; 60 % of all messages are created in one",
      ])
  }

  /// The warm-up ends within the first absence of b. Left are 4,700 s of it and the other one,
  /// 3,600 s, of 2 x 73,900 s; and two messages, one of them in an absence.
  @Test func onlyWhatIsCounted() throws {
    let lines = try recorded(
      "trace: {file: messages.csv, time: time, device: who, from: 0, length: 1d}", warmup: "12500s")
    expect(lines[1], equals: "  messages: 1.17 a day")
    expect(lines[2], equals: "  absences (as recorded): 1.17 a day; offline 5.62 % of the time")
    expect(lines[3], equals: "  an absence: mean 1.50 h, median 1.00 h, p99 2.00 h")
    expect(
      lines[4], equals: "  messages in an absence: 0.5; 50 % of all messages are created in one")
  }

  @Test func aRecordingWithoutAnAbsenceInTheCountedTime() throws {
    let lines = try recorded(
      "trace: {file: messages.csv, time: time, device: who, from: 0, length: 1d}", warmup: "7h")
    expect(Array(lines[1...]), equals: ["  messages: 0.706 a day", "  absences of its own: none"])
  }

  /// Six messages of twelve come in the second lap, when all are online.
  @Test func messagesThatRepeatWithoutTheirAbsences() throws {
    let lines = try recorded(
      "trace: {file: messages.csv, time: time, device: who, from: 0, length: 12h, repeat: true}",
      length: "12h")
    expect(lines[1], equals: "  messages: 5 a day")
    expect(lines.last, equals: "  messages in an absence: not known before a run")
  }

  /// Messages come at any hour, absences when they were: what meets is not known.
  @Test func absencesOfDevicesWithOtherMessages() throws {
    let lines = try recorded("poisson: {rate: 24/d}")
    expect(lines.last, equals: "  messages in an absence: not known before a run")
  }

  /// One stream for all, from a random place: 4 h of 24, in three absences.
  @Test func absencesFromARandomPlace() throws {
    let lines = try recorded("poisson: {rate: 24/d}", device: false)
    expect(lines[2], equals: "  absences (as recorded): 3 a day; offline 16.7 % of the time")
    expect(
      lines[4], equals: "  messages in an absence: 1.33; 16.7 % of all messages are created in one")
  }
}

extension WorldTextTests {
  // MARK: Heavy tails

  private func warnings(_ network: String) throws -> [String] {
    try ScenarioText.read("", "network={\(network)}").heavyTails
  }

  /// Mean 20 min x Γ(6) = 120 x 20 min; median 20 min x (ln 2)^5 = 3.2 min.
  @Test func aMeanFarFromTheMedianIsToldOf() throws {
    let online = "online: {exponential: {mean: 6h}}"
    let expected =
      "network.offline: the mean, 1.67 d, is 750 times the median, 3.20 min: a few very long "
      + "spans decide the results"
    expect(
      try warnings("\(online), offline: {weibull: {scale: 20m, shape: 0.2}}"), equals: [expected])
    // Γ(3.5) / (ln 2)^2.5 = 8.3.
    expect(try warnings("\(online), offline: {weibull: {scale: 20m, shape: 0.4}}"), equals: [])
  }

  @Test func aMedianOfZeroHasNoRatio() throws {
    let law = "mixture: {weights: [9, 1], of: [{constant: {value: 0s}}, {constant: {value: 10h}}]}"
    let found = try warnings("online: {exponential: {mean: 6h}}, offline: {\(law)}")
    expect(found.count, equals: 1)
    expect(
      found.first ?? "", hasPrefix: "network.offline: the mean is 1.00 h, the median 0 s: ")
  }

  @Test func aGroupIsNamed() throws {
    let group =
      "groups: [{name: away, share: 1%, network: {offline: {weibull: {shape: 0.2}}}}]\n"
    let found = try ScenarioText.read(group).heavyTails
    expect(found.map { String($0.prefix { $0 != ":" }) }, equals: ["groups.away.network.offline"])
  }
}
