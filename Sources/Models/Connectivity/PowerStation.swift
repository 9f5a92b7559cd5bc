import DeliverySim

/// The law of the times when a device reserves power, compiled once.
struct PowerPlan {
  let process: OnOffProcess?
  let always: Probability
  let normal: Sampler
  let reserving: Sampler
  let isIdeal: Bool

  init(_ power: Power, _ arena: inout PlanArena) {
    (process, always, isIdeal) = (power.spans, power.always, power.isIdeal)
    normal = arena.sampler(power.spans?.up ?? .zero)
    reserving = arena.sampler(power.spans?.down ?? .zero)
  }
}

/// The state of a device between power to spare and power reserved (model.md R3.4).
struct PowerStation: ~Copyable {
  private let plan: Kept<PowerPlan>
  private var spans = OnOffProcess.State.alwaysUp
  /// Low-power mode: it reserves power all the time.
  private(set) var isLow = false

  init(_ plan: Kept<PowerPlan>) { self.plan = plan }
}

extension PowerStation {
  var isReserving: Bool { isLow || !spans.isUp }

  /// Stationary start.
  mutating func start(_ turn: inout Turn) {
    guard !plan.isIdeal else { return }
    isLow = turn.happens(.lowPower, plan.always)
    if let process = plan.process {
      let streams = OnOffProcess.Streams(
        start: turn.stream(ConnectivityStream.powerStart),
        up: turn.stream(ConnectivityStream.powerNormal),
        down: turn.stream(ConnectivityStream.powerReserving))
      let (state, end) = process.start(streams)
      spans = state
      turn.schedule(ConnectivityEventKind.powerFlips, at: end)
    }
    if isReserving { turn.note(.power(.reserving)) }
  }

  /// - Returns: Whether the device has power to spare again, and when the next span ends.
  mutating func flip(_ turn: inout Turn) -> (hasMore: Bool, end: SimTime, number: UInt32) {
    precondition(!plan.isIdeal, "power that lasts has no spans")
    let wasReserving = isReserving
    let index = spans.beginSpan()
    let span =
      spans.isUp
      ? turn.span(.powerNormal, plan.normal, index)
      : turn.span(.powerReserving, plan.reserving, index)
    let (end, number) = (turn.now + span, turn.reserveNumber())
    guard isReserving != wasReserving else { return (false, end, number) }
    turn.note(isReserving ? .power(.reserving) : .power(.normal))
    return (!isReserving, end, number)
  }
}

extension PowerPlan: StationPlan {
  /// The fast way asks the station each time (``Device/fastForward(before:_:)``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
