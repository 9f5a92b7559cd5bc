import DeliverySim
import Models
import TestSupport
import Testing

/// Strategies that are written outside of `Models`.
@Suite struct ForeignStrategyTests {
  /// The push queue with a memory, written anew from R8: the same as `gap-window` with limits that
  /// are never met.
  private struct Memory: ClientRule {
    var saved: Int?
    var holes: Set<Int> = []

    mutating func receive(_ push: ArrivedPush) -> [Int] {
      for position in push.firstPosition...push.position { holes.remove(position) }
      guard let saved else {
        self.saved = push.position
        return []
      }
      guard push.position > saved else { return [] }
      self.saved = push.position
      if push.firstPosition > saved + 1 { holes.formUnion(saved + 1..<push.firstPosition) }
      return holes.filter { $0 < push.position }.sorted()
    }
  }

  /// A client that asks for the newest three of a gap only.
  private struct NewestThree: ClientRule {
    var saved: Int?

    mutating func receive(_ push: ArrivedPush) -> [Int] {
      defer { saved = max(saved ?? 0, push.position) }
      guard let saved, push.position > saved + 1 else { return [] }
      return Array((saved + 1..<push.position).suffix(3))
    }
  }

  /// Pages through a gap, two positions at a time.
  private struct Pages: ClientRule {
    var size = 2
    var saved: Int?
    var rest: [Int] = []

    mutating func receive(_ push: ArrivedPush) -> [Int] {
      defer { saved = max(saved ?? 0, push.position) }
      guard let saved, push.position > saved + 1 else { return [] }
      rest = Array(saved + 1..<push.position)
      return next()
    }

    mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] {
      answer == .success ? next() : []
    }

    private mutating func next() -> [Int] {
      defer { rest.removeFirst(min(size, rest.count)) }
      return Array(rest.prefix(size))
    }
  }

  /// Sends the newest of what was asked for, and no more.
  private struct NewestOnly: ProviderRule {
    mutating func answer(_ positions: [Int]) -> [Int] { positions.suffix(1) }
  }

  private static let newestThree = Strategy.foreign(
    ForeignStrategy(name: "newest-three") { NewestThree() })
  private static let pages = Strategy.foreign(ForeignStrategy(name: "pages") { Pages() })

  private static func world(_ strategy: Strategy) -> World {
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 40.0 / 86_400)))))
    setup.provider.link.latency = law(.exponential(mean: 0.3))
    setup.provider.link.loss = share(0.02)
    setup.provider.resend.latency = law(.exponential(mean: 5))
    setup.provider.resend.failure = share(0.2)
    setup.network = Network(
      onOff: OnOffProcess(
        up: law(.exponential(mean: 7200)), down: law(.exponential(mean: 3600))),
      reconnect: law(.exponential(mean: 0.5)))
    setup.strategy = strategy
    return World(seed: 3, devices: 60, duration: .days(14), drain: .day, setup: setup)
  }

  private static func tally(
    _ strategy: Strategy, batchSize: Int = 1, timeLimit: SimTime = .never
  ) throws -> Tally {
    var world = world(strategy)
    world.setup.serviceExtension.timeLimit = timeLimit
    return try simulate(world, replication: 0, devices: 0..<60, batchSize: batchSize)
  }

  @Test(
    "R8 gap-window, written again outside of the package, does the same",
    arguments: [SimTime.never, .seconds(5)])
  func anIndependentGapWindow(timeLimit: SimTime) throws {
    let wide = 1_000_000
    let memory = Strategy.foreign(ForeignStrategy(name: "memory") { Memory() })
    let own = try Self.tally(memory, timeLimit: timeLimit)
    let builtIn = try Self.tally(
      .gapWindow(repeatLimit: wide, window: wide), timeLimit: timeLimit)
    expect(builtIn[.resendFailures] > 100, equals: true, "there is something to compare")
    expect(own.count(.shown), equals: builtIn.count(.shown))
    expect(own[.pushesSent], equals: builtIn[.pushesSent])
    expect(own[.resendRequests], equals: builtIn[.resendRequests])
    expect(own[.resendFailures], equals: builtIn[.resendFailures])
    expect(own[ExtensionCounter.extensionRuns], equals: builtIn[ExtensionCounter.extensionRuns])
    expect(own[.interruptions], equals: builtIn[.interruptions])
    expect(own.delays, equals: builtIn.delays)
  }

  @Test("A client from outside asks for the newest three of a gap, and gets them")
  func newestThreeOfAGap() throws {
    let times: [Double] = [-10, 10, 20, 30, 40, 50, 60, 200]
    let run = try away(for: 100, at: times, Self.newestThree)
    // 6 is in the slot; of 1 to 5 the last three are asked for.
    expect(run.values(.requested), equals: [3])
    expect(run.messages(.resent), equals: [3, 4, 5])
    expect(run.messages(.shown), equals: [0, 6, 3, 4, 5, 7])
    expect(
      run.fates.map { $0 == .shown },
      equals: [true, false, false] + .init(repeating: true, count: 5))
  }

  @Test("A client from outside pages through a gap; each request has draws of its own")
  func pagesThroughAGap() throws {
    let times: [Double] = [-10, 10, 20, 30, 40, 50, 60, 200]
    let run = try away(for: 100, at: times, Self.pages) {
      $0.provider.resend.latency = law(.exponential(mean: 1))
    }
    expect(run.values(.requested), equals: [2, 2, 1])
    expect(run.messages(.resent), equals: [1, 2, 3, 4, 5])
    expect(run.fates.allSatisfy { $0 == .shown }, equals: true)
    let asked = run.times(.requested)
    expect(asked[1] - asked[0] == asked[2] - asked[1], equals: false, "one draw for both")
  }

  @Test("R2.4 a client from outside asks for the next message before the one before it has come")
  func oneByOne() throws {
    let client = Strategy.foreign(ForeignStrategy(name: "one-by-one") { Pages(size: 1) })
    let run = try away(for: 100, at: [-10, 10, 20, 30], client) {
      $0.provider.link.latency = constant(3)
      $0.provider.resend.latency = constant(1)
    }
    expect(run.times(.requested), equals: [100, 101])
    // The newest is shown with the first answer.
    expect(run.shown.dropFirst(), equals: [104, 105, 101])
  }

  @Test("R5.6 a client from outside hears nothing after the time limit")
  func timeLimit() throws {
    let times: [Double] = [-10, 10, 20, 30, 40, 50, 60]
    let run = try away(for: 100, at: times, Self.pages) {
      $0.provider.resend.latency = constant(10)
      $0.serviceExtension.timeLimit = .seconds(15)
    }
    // The second page is asked for at 110; its answer comes at 120, the end at 115.
    expect(run.times(.requested), equals: [100, 110])
    expect(run.times(.answered(.success)), equals: [110, 120])
    expect(run.tally[.resendFailures], equals: 1)
    expect(run.messages(.resent), equals: [1, 2, 3, 4])
  }

  @Test("A provider from outside sends what it chooses of what was asked for")
  func theProviderChooses() throws {
    let own = ForeignStrategy(name: "newest only", client: { Memory() }, provider: { NewestOnly() })
    let run = try away(for: 100, at: [-10, 10, 20, 30, 40], .foreign(own))
    expect(run.messages(.resent), equals: [3])
    expect(run.fates, equals: [.shown, .lost, .lost, .shown, .shown])
  }

  @Test("A client without a network asks nobody; the push is shown")
  func noNetwork() throws {
    // The answer would come after the device has gone offline again.
    let run = try away(
      for: 100, online: 50, at: [-10, 10, 20, 30], Self.newestThree, until: 300,
      change: { $0.provider.resend.latency = law(.constant(value: 1000)) })
    expect(run.messages(.shown).contains(3), equals: true)
    expect(run.tally[.resendFailures], equals: 1)
  }

  /// Asks for nothing by itself; once it hears of an answer, for the same again.
  private struct Echo: ClientRule {
    mutating func receive(_ push: ArrivedPush) -> [Int] { [] }
    mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] { positions }
  }

  @Test("R2.9 the next client from outside hears nothing of a request of the one before")
  func anAnswerForTheClientBefore() throws {
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try away(for: 100, at: [-10, 10, 20, 200], strategy) {
        $0.provider.resend.latency = constant(60)
      }
    }
    let origin = try run(Self.newestThree).origin
    let echo = Strategy.foreign(ForeignStrategy(name: "echo") { Echo() })
    let under = try run(
      Self.newestThree.then([Adoption(at: origin + .seconds(130), delay: .zero, echo)]))
    expect(under.times(.adopted), equals: [130])
    expect(under.times(.requested), equals: [100])
    expect(under.messages(.resent), equals: [1], "the provider carries the request out")
  }

  @Test("A client that asks for ever for one push is stopped at 1,000 requests")
  func asksForEver() throws {
    struct Forever: ClientRule {
      mutating func receive(_ push: ArrivedPush) -> [Int] { [push.position] }
      mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] { positions }
    }
    // Sends would meet the limit of copies first.
    struct SendsNothing: ProviderRule {
      mutating func answer(_ positions: [Int]) -> [Int] { [] }
    }
    let strategy = Strategy.foreign(
      ForeignStrategy(name: "forever", client: { Forever() }, provider: { SendsNothing() }))
    let world = smallWorld(at: [1], strategy: strategy)
    let error = #expect(throws: LimitExceeded.self) {
      _ = try simulate(world, replication: 0, devices: 0..<1)
    }
    expect(error?.limit, equals: .requestsPerPush)
  }

  @Test("A strategy from outside gives the same bytes for any batch")
  func sameBytes() throws {
    let one = try Self.tally(Self.pages)
    try expect(Self.tally(Self.pages, batchSize: 7), equals: one)
  }

  @Test func aClientAsksForPositionsThatExist() async {
    await #expect(processExitsWith: .failure) {
      struct Wild: ClientRule {
        mutating func receive(_ push: ArrivedPush) -> [Int] { [push.position + 1000] }
      }
      let strategy = Strategy.foreign(ForeignStrategy(name: "wild") { Wild() })
      let world = smallWorld(at: [1, 2], strategy: strategy)
      _ = try simulate(world, replication: 0, devices: 0..<1)
    }
  }
}
