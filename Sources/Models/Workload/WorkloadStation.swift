import DeliverySim

/// The maker of the messages and pushes of one device (model.md R1.4, R3.7).
struct WorkloadStation: ~Copyable {
  /// The cases of ``Workload/Arrivals``, without the laws: to look costs nothing.
  private enum Kind: Sendable {
    case poisson, weekly, bursts, trace
  }

  private let plan: Kept<WorkloadPlan>
  private var kind: Kind
  private var messages: UInt32 = 0
  /// The clock of laws of constant or weekly rate.
  private var clock = PoissonClock(rate: 0)
  private var lastTime = SimTime.zero
  private var bursts: UInt32 = 0
  private var leftInBurst = 0
  private var playback: Trace.Playback?
  /// The rate at which the device gets pushes of extra traffic [1/s].
  private var badgeUpdateRate = 0.0
  private var readReceiptRate = 0.0
  private var otherServiceRate = 0.0

  init(_ plan: Kept<WorkloadPlan>, device: Int, _ random: RandomSource) {
    self.plan = plan
    switch plan.arrivals {
    case .poisson(let law):
      kind = .poisson
      clock = PoissonClock(rate: Self.rate(law, device: device, random))
    case .weekly(let law, _):
      kind = .weekly
      clock = PoissonClock(rate: Self.rate(law, device: device, random))
    case .bursts(let law):
      kind = .bursts
      var draws = random.stream(WorkloadStream.burstStart, device: device).draws(index: 0)
      let rest = SimTime(seconds: law.between.sampleResidual(&draws))
      lastTime = plan.bursts.end(of: rest, from: .zero)
      let size = random.stream(WorkloadStream.burstSize, device: device).draws(index: 0)
      leftInBurst = Self.count(ofSize: plan.bursts.size.sample(size))
    case .trace(let trace):
      kind = .trace
      playback = Trace.Playback(trace, device: device, random)
    }
  }

  private static func rate(_ law: Distribution, device: Int, _ random: RandomSource) -> Double {
    random.sample(.rate, law, device: device)
  }
}

extension WorkloadStation {
  // MARK: Messages

  /// The first message's time; at the horizon or later: there is none.
  mutating func firstMessage(_ turn: inout Turn) -> SimTime {
    let time = makeArrival(&turn)
    turn.books.arrivals.start(at: time)
    return time
  }

  /// The next message's time; the same.
  @inline(__always)
  mutating func nextMessage(_ turn: inout Turn) -> SimTime {
    if turn.books.arrivals.isUsedUp { makeArrivals(&turn) }
    return turn.books.arrivals.advance()
  }

  @inline(never)
  private mutating func makeArrivals(_ turn: inout Turn) {
    let times = turn.books.arrivals.startBlock()
    guard kind == .poisson else {
      for place in 0..<ArrivalBlock.size { times[place] = makeArrival(&turn) }
      return
    }
    let units = UnsafeMutableRawPointer(times).assumingMemoryBound(to: Double.self)
    // The first message was made alone, with the first variate of a block.
    let last = ArrivalBlock.size - 1
    units.update(
      from: turn.samples(.arrival, plan.unitExponential, from: messages), count: last)
    messages &+= UInt32(last)
    units[last] = unit(&turn)
    clock.next(units, into: times)
  }

  private mutating func makeArrival(_ turn: inout Turn) -> SimTime {
    switch kind {
    case .poisson:
      return SimTime(seconds: clock.next(unit(&turn)))
    case .weekly:
      let amount = clock.next(unit(&turn))
      // Rounding may step back by a unit in the last place at an hour's edge.
      let time = plan.weekly?.time(ofCumulative: amount) ?? amount
      lastTime = max(lastTime, SimTime(seconds: time))
      return lastTime
    case .bursts:
      return nextInBursts(&turn)
    case .trace:
      // Not `never`: spans are added to it.
      return playback?.next() ?? .latest
    }
  }

  @inline(__always)
  private mutating func unit(_ turn: inout Turn) -> Double {
    defer { messages &+= 1 }
    return turn.sample(.arrival, plan.unitExponential, messages)
  }

  private mutating func nextInBursts(_ turn: inout Turn) -> SimTime {
    let law = plan.bursts
    if leftInBurst == 0 {
      bursts &+= 1
      leftInBurst = Self.count(ofSize: turn.sample(.burstSize, law.size, bursts))
      lastTime = law.end(of: turn.span(.burstBetween, law.between, bursts), from: lastTime)
    } else if messages > 0 {
      lastTime = lastTime + turn.span(.burstWithin, law.within, messages)
    }
    leftInBurst -= 1
    messages &+= 1
    return lastTime
  }

  private static func count(ofSize size: Double) -> Int { Int(min(1e9, max(1, size.rounded()))) }
}

extension WorkloadStation {
  // MARK: Extra traffic

  mutating func startExtraTraffic(_ turn: inout Turn) {
    guard plan.extraTraffic.isOn else { return }
    badgeUpdateRate = rate(of: .badgeUpdate, .badgeUpdateRate, turn)
    readReceiptRate = rate(of: .readReceipt, .readReceiptRate, turn)
    otherServiceRate = rate(of: .otherService, .otherServiceRate, turn)
    for content in PushContent.extraTraffic { scheduleExtraPush(content, number: 0, &turn) }
  }

  private func rate(
    of content: PushContent, _ trait: DeviceTrait, _ turn: borrowing Turn
  ) -> Double {
    guard let traffic = plan.extraTraffic[content] else { return 0 }
    return traffic.rate.sample(word: turn.random.word(trait, device: turn.device))
  }

  private func rate(of content: PushContent) -> Double {
    switch content {
    case .badgeUpdate: badgeUpdateRate
    case .readReceipt: readReceiptRate
    case .otherService: otherServiceRate
    case .message, .heartbeat: 0
    }
  }

  /// Part of the world, the same for every strategy.
  mutating func scheduleExtraPush(_ content: PushContent, number: UInt32, _ turn: inout Turn) {
    guard rate(of: content) > 0 else { return }
    let time = nextExtraPush(content, number: number, &turn)
    turn.schedule(WorkloadEventKind.extraPushMade, at: time, payload: Int(content.rawValue))
  }

  /// A Poisson process with streams of its own.
  ///
  /// - Precondition: There are pushes of this content.
  @inline(__always)
  mutating func nextExtraPush(_ content: PushContent, number: UInt32, _ turn: inout Turn) -> SimTime
  {
    let unit = turn.sampleOther(.arrival, plan.unitExponential, number, content)
    return turn.now + SimTime(seconds: unit / rate(of: content))
  }
}

extension WorkloadStation {
  // MARK: Payloads (R1.5, R4.3)

  @inline(__always)
  var hasKinds: Bool { plan.hasKinds }

  /// A message's push wakes the app as well.
  func isMixed(_ push: Push) -> Bool { plan.isMixed && push.carriesMessage }

  /// Nothing in a push asks for an alert, a badge or a sound: the same for each copy of a message.
  mutating func isBlank(_ push: Push, _ turn: borrowing Turn) -> Bool {
    guard plan.blank.value > 0, push.carriesMessage else { return false }
    var chance = turn.draws(WorkloadStream.blank, push.message, 0)
    return chance.happens(plan.blank)
  }
}
