import DeliverySim
import Models
import TestSupport
import Testing

/// R3.3 to R3.5, R3.9 and R3.10: examination, storing, expiry, reordering, other services.
@Suite struct R03StoreTests {
  // MARK: R3.3

  @Test("R3.3 a push that finds the device gone on arrival enters the slot at that moment")
  func deviceGoneOnArrival() throws {
    // Accepted at -5, it would arrive at 5.
    let run = try away(for: 100, at: [-5]) { $0.service.latency = constant(10) }
    expect(run.times(.stored), equals: [5])
    expect(run.times(.handedOver), equals: [100])
    expect(run.shown, equals: [110])
  }

  @Test("R3.3 a push that finds the device away at acceptance is stored at once")
  func deviceGoneAtAcceptance() throws {
    let run = try away(for: 100, at: [95]) { $0.service.latency = constant(10) }
    expect(run.times(.stored), equals: [95])
    expect(run.times(.arrived), equals: [110])
  }

  @Test("R3.3 a hand-over draws a latency of its own")
  func handOverDrawsItsOwnLatency() throws {
    // The first attempt takes 20 s and finds the device gone at 10, the second takes 1 s.
    let run = try away(
      for: 100, at: [-10], given: { $0.times(.stored) == [10] && $0.shown != [120] },
      change: { $0.service.latency = anyOf([1, 20]) })
    expect(run.shown, equals: [101])
  }

  @Test("R3.3 a hand-over that finds the device gone returns to the slot")
  func handOverMayFail() throws {
    // Online for 5 s at a time, 10 s are needed: handed over at 100 and at 205, returned at 110 and
    // at 215.
    let run = try away(for: 100, online: 5, at: [-1], until: 250) {
      $0.service.latency = constant(10)
    }
    expect(run.times(.handedOver), equals: [100, 205])
    expect(run.times(.stored), equals: [9, 110, 215])
    expect(run.fates, equals: [.pending])
  }

  // MARK: R3.4

  @Test("R3.4 a push for a device that is not connected is stored and handed over on its return")
  func pushesAreStored() throws {
    let run = try away(for: 100, at: [-10, 10, 200])
    expect(run.messages(.stored), equals: [1])
    expect(run.messages(.handedOver), equals: [1])
    expect(run.shown, equals: [-10, 100, 200])
  }

  // MARK: R3.5

  @Test("R3.5 the expiration ends a stored push, at its moment")
  func storedPushesExpire() throws {
    let run = try away(for: 100, at: [10]) { $0.service.expiration = .seconds(30) }
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [40])
    expect(run.fates, equals: [.lost])
    expect(run.causes, equals: [.pushService(.expired)])
  }

  @Test("R3.5 an expired push is not overwritten: it is gone before the next one comes")
  func expiredPushesAreNotOverwritten() throws {
    let run = try away(for: 100, at: [10, 80]) { $0.service.expiration = .seconds(30) }
    expect(run.causes, equals: [.pushService(.expired), .none])
    expect(run.shown, equals: [nil, 100])
  }

  @Test("R3.5 a push that has expired on its way does not enter the slot")
  func expiredOnTheWay() throws {
    // Sent at -5, the device is found gone at 5.
    let run = try away(for: 100, at: [-5]) {
      $0.service.latency = constant(10)
      $0.service.expiration = .seconds(9)
    }
    expect(run.times(.stored), equals: [])
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [4])
  }

  @Test("R3.5 the expiration counts from each send")
  func expirationCountsFromEachSend() throws {
    // Away 0 ... 100 and 1100 ... 1200. Message 1 is made at 10, overwritten, and sent again at
    // 1130; 95 s cover both absences, but not what lies between them.
    let run = try away(for: 100, online: 1000, at: [-10, 10, 20], gapRecovery(), until: 2000) {
      $0.provider.resend.latency = constant(1030)
      $0.service.expiration = .seconds(95)
    }
    expect(run.times(.stored, of: 1, copy: 1), equals: [1130])
    expect(run.shown[1], equals: 1200)
  }

  @Test("R3.5 expiration 0 means one attempt: never stored")
  func expirationZeroIsNeverStored() throws {
    let run = try away(for: 100, at: [-20, -5, 10, 200]) {
      $0.service.latency = constant(10)
      $0.service.expiration = .zero
    }
    // 0 and 3 arrive at the first attempt; 1 finds the device gone on arrival, 2 at acceptance.
    expect(run.shown, equals: [-10, nil, nil, 210])
    expect(run.causes, equals: [.none, .pushService(.notStored), .pushService(.notStored), .none])
    expect(run.times(.destroyed(by: .pushService(.notStored))), equals: [5, 10])
    expect(run.times(.stored), equals: [])
  }

  @Test("R3.5 an expiration of 30 days is the longest allowed")
  func expirationIsAtMostThirtyDays() throws {
    func scenario(_ expiration: String) -> String {
      """
      format: 1
      name: expiration
      seed: 1
      duration: 1d
      workload: {arrivals: {poisson: {rate: 1/d}}}
      push_service: {expiration: \(expiration)}
      strategies: [fire-and-forget]
      """
    }
    _ = try experiment(scenario("30d"))
    #expect(throws: (any Error).self) { _ = try experiment(scenario("721h")) }
    // The default is 30 days.
    expect(PushService().expiration, equals: .days(30))
  }

  // MARK: R3.9

  @Test("R3.9 pushes overtake each other when their latencies differ")
  func latencyReorders() throws {
    // 30 messages a second apart with a mean latency of a minute; each arrives after its own
    // latency, so all in order would have a probability below 1/30!.
    let run = try online(at: (1...30).map { Double($0) }) {
      $0.service.latency = law(.exponential(mean: 60))
    }
    let order = run.messages(.arrived)
    expect(order.count, equals: 30)
    expect(order != order.sorted())
    expect(run.messages(.accepted), equals: order.sorted())
  }

  @Test("R3.9 a push that is overtaken on the link is accepted later")
  func linkLatencyReorders() throws {
    let run = try online(
      at: [10, 11],
      given: { $0.times(.accepted, of: 0) == [30] && $0.times(.accepted, of: 1) == [12] },
      change: { $0.provider.link.latency = anyOf([1, 20]) })
    expect(run.messages(.arrived), equals: [1, 0])
    expect(run.shown, equals: [30, 12])
  }

  @Test("R3.9 a push that overtakes another one does not find it in its place")
  func overtakingShowsAGap() throws {
    // Message 1 is on the link from 100 to 120; 2 overtakes it and asks for it at 102.
    let run = try online(
      at: [0, 100, 101], gapRecovery(),
      given: {
        $0.times(.accepted, of: 1, copy: 0) == [120] && $0.times(.accepted, of: 2) == [102]
      },
      change: { $0.provider.link.latency = anyOf([1, 20]) })
    expect(run.messages(.gap), equals: [2])
    expect(run.times(.requested), equals: [102])
  }

  // MARK: R3.10

  @Test("R3.10 keep-all keeps everything for ever and hands it over in order")
  func keepAllKeepsEverything() throws {
    for expiration in [SimTime.zero, .seconds(1), .days(30)] {
      let run = try away(for: 3600, at: [10, 20, 30, 40]) {
        $0.service.kind = .keepAll
        $0.service.expiration = expiration
        $0.service.newestSurvives.probability = .zero
      }
      expect(run.messages(.arrived), equals: [0, 1, 2, 3])
      expect(run.shown, equals: [3600, 3600, 3600, 3600])
    }
  }

  @Test("R3.10 keep-all keeps in order of acceptance")
  func keepAllKeepsInOrderOfAcceptance() throws {
    // Message 0 is accepted at -5, but enters the store only at 5, after message 1.
    let run = try away(for: 100, at: [-5, 2]) {
      $0.service.kind = .keepAll
      $0.service.latency = constant(10)
    }
    expect(run.messages(.stored), equals: [1, 0])
    expect(run.messages(.arrived), equals: [0, 1])
    expect(run.shown, equals: [110, 110])
  }
}
