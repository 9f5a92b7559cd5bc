import Files
import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// `fit` proposes what predicts the second half of a log, where that differs.
@Suite("Laws are chosen by what they predict")
struct FitForecastTests {
  /// Monday 2019-08-26 00:00 UTC.
  private static let monday = 1_566_777_600.0
  private static let day = 86_400.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private typealias Law = (inout SplitMix64) -> Double

  private func exponential(_ mean: Double) -> Law { { -mean * log(1 - $0.uniform()) } }

  /// Messages and absences of as many devices.
  private func fit(
    seed: UInt64, devices: Int, days: Double, messages: Law, online: Law, offline: Law
  ) async throws -> FitReport {
    var random = SplitMix64(state: seed)
    var (sent, away): ([String], [String]) = ([], [])
    for device in 0..<devices {
      var time = messages(&random)
      while time < days * Self.day {
        sent.append("\(Self.monday + time),\(device)")
        time += messages(&random)
      }
      time = online(&random)
      while time < days * Self.day {
        let back = time + offline(&random)
        away.append("\(Self.monday + time),\(Self.monday + back),\(device)")
        time = back + online(&random)
      }
    }
    var options = FitOptions()
    options.replications = 2
    let files = [
      try folder.write("messages.csv", header: "time,device", rows: sent),
      try folder.write("absences.csv", header: "start,end,device", rows: away),
    ]
    return try await FitReport.make(files, options, threads: 2)
  }

  /// The report without its line breaks.
  private func words(_ report: FitReport) -> String {
    FitText(report).lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  // MARK: By hand

  private func outcome(_ loss: Double, _ wait: Double, error: Double = 0) -> Outcome {
    Outcome(
      loss: .init(loss, error: error * loss), wait: .init(wait, error: error * wait))
  }

  /// A tenth of the loss is what matters: twice the half of it, squared, is a score of 4.
  @Test func scores() throws {
    let contest = try unwrap(
      Contest(
        [outcome(0.1, 1000)],
        [
          ("a", 100, [outcome(0.11, 1000)]), ("b", 110, [outcome(0.11, 1100)]),
          ("c", nil, [outcome(0.1, 1000)]), ("d", 90, nil),
        ]))
    for (entry, score) in zip(contest.entries, [4, 8, 0, nil] as [Double?]) {
      expect(abs((entry.score ?? -1) - (score ?? -1)) < 1e-9, "\(entry)")
    }
    expect(contest.loss == 0.1 && contest.wait == 1000)
    // Who has the smallest AIC and cannot be tried, wins.
    expect(contest.winner == "d" && !contest.isByLoss)
  }

  /// Scores of 0 and 4 are alike, 0 and 16 are not. With errors of 10 % in both halves and in the
  /// law, a difference of 20 % has 400 / (3 x 100 + 25).
  @Test func theSmallestAICAmongThoseAlike() throws {
    let log = [outcome(0.1, 1000)]
    for (loss, winner) in [(0.11, "a"), (0.12, "b")] {
      let contest = try unwrap(
        Contest(log, [("a", 100, [outcome(loss, 1000)]), ("b", 110, log)]))
      expect(contest.winner, equals: winner)
      expect(contest.isByLoss, equals: winner == "b")
    }
    let vague = try unwrap(
      Contest(
        [outcome(0.1, 1000, error: 0.1)], [("a", 100, [outcome(0.12, 1000, error: 0.1 / 1.2)])]))
    expect(abs((vague.entries[0].score ?? 0) - 400 / 325.0) < 1e-9, "\(vague.entries)")
  }

  // MARK: Laws of times offline

  /// One absence in fifty takes six hours, the others five minutes: the likelihood prefers the
  /// lognormal law of the short ones, which has half of the time offline.
  @Test func aTailThatTheLikelihoodMisses() async throws {
    let report = try await fit(
      seed: 31, devices: 60, days: 20, messages: exponential(7200), online: exponential(14_400)
    ) { random in
      random.uniform() < 0.02
        ? 21_600 * exp(0.2 * random.normal()) : 300 * exp(0.4 * random.normal())
    }
    let contest = try unwrap(report.forecast?.absences)
    let likely = try unwrap(
      contest.entries.min { ($0.akaike ?? .infinity) < ($1.akaike ?? .infinity) })
    expect(likely.name, equals: "lognormal")
    expect(contest.isByLoss && contest.winner != "lognormal", "\(contest)")
    let law = try unwrap(report.network?.offline?.candidates.first?.law)
    expect(law.name, equals: contest.winner)
    // The mean is that of the log; the lognormal law's is 40 % below.
    expect(abs(law.mean / (0.98 * 325 + 0.02 * 22_036) - 1) < 0.2, "\(law)")
    expect(words(report), contains: "predicts loss and wait better than the smallest AIC")
  }

  /// Exponential spans and messages: all candidates that can have them predict the same.
  @Test func lawsThatPredictAlike() async throws {
    let report = try await fit(
      seed: 32, devices: 60, days: 20, messages: exponential(7200), online: exponential(14_400),
      offline: exponential(3600))
    let (workloads, absences) = (
      try unwrap(report.forecast?.workloads), try unwrap(report.forecast?.absences)
    )
    expect(!workloads.isByLoss && !absences.isByLoss, "\(workloads), \(absences)")
    expect(report.forecast?.isPaired, equals: true)
    // A fifth of the time is offline, where two of three messages are overwritten by another one:
    // 1/7200 against 1/3600 makes it one of three. The mean wait of the others: the next message
    // would come at 1/7200, the return at 1/3600, so 2400 s.
    expect(abs(workloads.loss - 0.2 / 3) < 0.01, "\(workloads.loss)")
    expect(abs(try unwrap(workloads.wait) - 2400) < 240, "\(workloads)")
    let poisson = try unwrap(workloads.entries.first { $0.name == "poisson, one rate" })
    expect(abs(try unwrap(poisson.loss) - 0.2 / 3) < 0.01, "\(poisson)")
    expect(abs(try unwrap(poisson.wait) - 2400) < 240, "\(poisson)")
  }

  // MARK: Logs that are too small

  @Test(arguments: [(5, 20.0, 7200.0), (20, 3, 7200), (20, 20, 200_000)])
  func smallLogs(devices: Int, days: Double, gap: Double) async throws {
    let report = try await fit(
      seed: 33, devices: devices, days: days, messages: exponential(gap),
      online: exponential(14_400), offline: exponential(3600))
    expect(report.forecast?.unhalved, equals: .small)
    expect(report.forecast?.workloads == nil && report.forecast?.absences == nil)
    expect(
      words(report),
      contains: "no law was tried on the second half of the log: the log has fewer than 200 "
        + "messages, 4 days or 8 devices")
  }

  // MARK: Paces by hour

  /// Devices leave four times as often from 8 to 10.
  private func commuters(
    seed: UInt64, keepsMessage: @escaping (Double) -> Bool
  ) async throws -> FitReport {
    // Messages come at the rate of the hour, by thinning.
    var random = SplitMix64(state: seed)
    var (sent, away): ([String], [String]) = ([], [])
    for device in 0..<60 {
      var time = 0.0
      while time < 21 * Self.day {
        time -= 4000 * log(1 - random.uniform())
        let isCommute = (8..<10).contains(Int(time / 3600) % 24)
        guard isCommute || random.uniform() < 1 / 4.0 else { continue }
        let back = time - 1200 * log(1 - random.uniform())
        away.append("\(Self.monday + time),\(Self.monday + back),\(device)")
        time = back
      }
      time = 0
      while time < 21 * Self.day {
        time -= 3600 * log(1 - random.uniform())
        if keepsMessage(time) { sent.append("\(Self.monday + time),\(device)") }
      }
    }
    var options = FitOptions()
    options.replications = 2
    let files = [
      try folder.write("messages.csv", header: "time,device", rows: sent),
      try folder.write("absences.csv", header: "start,end,device", rows: away),
    ]
    return try await FitReport.make(files, options, threads: 2)
  }

  /// Messages of the hour in which devices are away meet more absences than others.
  @Test func aPaceThatChangesTheLoss() async throws {
    let report = try await commuters(seed: 34) { (8..<10).contains(Int($0 / 3600) % 24) }
    expect(report.network?.onlinePace != nil)
    expect(FitScenario(report).text, contains: "online_pace: [")
  }

  /// Messages that come at any hour lose as much without the pace, which is found all the same.
  @Test func aPaceThatChangesNothing() async throws {
    let report = try await commuters(seed: 35) { _ in true }
    expect(report.network?.onlinePace == nil && report.network?.offlinePace == nil)
    expect(!FitScenario(report).text.contains("online_pace"))
    expect(words(report), contains: "The hours of online spans differ")
    // Without messages there is no loss to compare.
    let network = try unwrap(report.network)
    expect(try FittedNetwork(network.log).onlinePace != nil)
  }
}
