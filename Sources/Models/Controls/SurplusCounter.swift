import DeliverySim

/// Counts, of each device at the end of the run, what ``Surplus`` is about, and knows its mean.
struct SurplusCounter: Sendable {
  private let numbers: [Surplus]
  /// By place in ``World/setups``: the survival of a device's own absences; nil: there are none, or
  /// they depend on the hour.
  private let own: [ResidualSurvival?]
  private let region: ResidualSurvival?
  /// The mean number of runs that a message begins, by place in ``World/setups``, then in
  /// `numbers`, in units of 2^-32; nil: it depends on the device, or on what has come before.
  private let runs: [[UInt64?]]
  /// The chance that the second hop loses a push, by place in ``World/setups``.
  private let linkLoss: [Probability]
  /// The chance that the first hop loses one, by place in ``World/setups``.
  private let intakeLoss: [Probability]
  /// By place in ``World/setups``: the share of devices that draw alerts.
  private let reachable: [Probability]
  let underWay: SurplusUnderWay

  init(_ world: World, _ numbers: [Surplus]) {
    self.numbers = numbers
    own = world.setups.map { setup in
      setup.network.stationary.map { ResidualSurvival($0, spanMax: world.horizon) }
    }
    region = world.regions.map { ResidualSurvival($0.onOff, spanMax: world.horizon) }
    runs = world.setups.map { setup in
      numbers.map { number in
        guard case .runs(let length) = number else { return nil }
        return RunProbability(length: length, setup, in: world)?.fraction
      }
    }
    linkLoss = world.setups.map(\.provider.link.loss)
    intakeLoss = world.setups.map(\.provider.intake.loss)
    reachable = world.setups.map { setup in
      Probability(1 - setup.settings.denied.value - setup.settings.alertsOff.value) ?? .zero
    }
    underWay = SurplusUnderWay(
      failedRequests: numbers.firstIndex(of: .failedRequests),
      repeatLosses: numbers.firstIndex(of: .repeatLosses))
  }
}

extension SurplusCounter {
  /// - Parameters:
  ///   - own: The device's own absences; nil: nobody has kept them.
  ///   - region: Those of its region.
  ///   - owed: The number of messages that are owed to it.
  func count(
    group: Int, own: TransitionLog?, region: TransitionLog?, owed: Int, isReachable: Bool,
    _ turn: inout Turn
  ) {
    // A run counts where its first message does; the others may come later.
    let counted = turn.countedMessages
    if let log = own, let survival = self.own[group] {
      count(log, survival, counted, runs[group], &turn)
    }
    if let log = region, let survival = self.region {
      count(log, survival, counted, runs[group], &turn)
    }
    for (place, run) in runs[group].enumerated() {
      guard let run else { continue }
      turn.tally.addSurplus(SurplusCount(expected: UInt128(counted.count) * UInt128(run)), place)
    }
    if let place = numbers.firstIndex(of: .reachable) {
      let expected = UInt128(owed) * UInt128(reachable[group].fraction)
      turn.tally.addSurplus(
        SurplusCount(count: isReachable ? UInt64(owed) : 0, expected: expected), place)
    }
    if let place = numbers.firstIndex(of: .linkLosses) {
      turn.tally.addSurplus(Self.losses(on: .link, linkLoss[group], counted, &turn), place)
    }
    if let place = numbers.firstIndex(of: .intakeLosses) {
      turn.tally.addSurplus(Self.losses(on: .intake, intakeLoss[group], counted, &turn), place)
    }
  }

  /// - Parameter runs: The runs by place, where the mean of runs is known otherwise.
  private func count(
    _ log: TransitionLog, _ survival: ResidualSurvival, _ counted: Range<Int>, _ runs: [UInt64?],
    _ turn: inout Turn
  ) {
    let numbers = numbers
    let found = turn.books.ledger.withElements { ledger in
      let absences = Absences(log, survival, counted, ledger)
      return zip(numbers, runs).map { number, run in
        switch number {
        case .runs(let length): absences.runs(length, meanIsKnown: run != nil)
        case .firstRuns(let length): absences.firstRuns(length)
        case .firstAbsences(let length): absences.firstAbsences(length)
        case .reachable, .linkLosses, .failedRequests, .intakeLosses, .repeatLosses: SurplusCount()
        }
      }
    }
    for (place, count) in found.enumerated() { turn.tally.addSurplus(count, place) }
  }
}

extension SurplusCounter {
  // MARK: Chances

  /// The draws of all first sends, of those too that were never made: so it needs no look at what
  /// has happened.
  private static func losses(
    on leg: Leg, _ loss: Probability, _ counted: Range<Int>, _ turn: inout Turn
  ) -> SurplusCount {
    guard loss.value > 0 else { return SurplusCount() }
    var lost = 0
    for message in counted {
      let push = Push(message: UInt32(message), copy: 0, sent: turn.ledger[message].created)
      if turn.isLost(push, on: leg, loss) { lost += 1 }
    }
    return SurplusCount(
      count: UInt64(lost), expected: UInt128(counted.count) * UInt128(loss.fraction))
  }
}

extension Probability {
  /// The probability in units of 2^-32.
  var fraction: UInt64 { UInt64((value * 0x1p32).rounded()) }
}
