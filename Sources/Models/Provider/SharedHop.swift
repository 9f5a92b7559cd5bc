import DeliverySim

/// The parts of one hop that all devices share: its bursts and its incidents.
struct SharedHop {
  private let number: Int
  private var bursts: SharedSpans?
  private var incidents: SharedSpans?

  /// - Parameter number: Hop 1 or hop 2.
  init(_ hop: Hop, number: Int, _ random: RandomSource, _ limits: World.Limits) {
    self.number = number
    let limit = limits.eventsPerDeviceDay
    bursts = hop.bursts.map {
      SharedSpans(
        $0.spans,
        OnOffProcess.Streams(
          start: random.stream(ProviderStream.hopBurstStart, device: number),
          up: random.stream(ProviderStream.hopBurstUp, device: number),
          down: random.stream(ProviderStream.hopBurstDown, device: number)), limit: limit)
    }
    incidents = hop.incidents.map {
      SharedSpans(
        $0,
        OnOffProcess.Streams(
          start: random.stream(ProviderStream.hopIncidentStart, device: number),
          up: random.stream(ProviderStream.hopIncidentUp, device: number),
          down: random.stream(ProviderStream.hopIncidentDown, device: number)), limit: limit)
    }
  }
}

extension SharedHop {
  mutating func isReachable(at time: SimTime) -> Bool { incidents?.isUp(at: time) ?? true }

  mutating func isInBurst(at time: SimTime) -> Bool { !(bursts?.isUp(at: time) ?? true) }

  /// The times when it is unreachable, in order.
  mutating func outages(until horizon: SimTime) -> [Range<SimTime>] {
    incidents?.downs(until: horizon) ?? []
  }

  /// The times when it loses more than usual, in order.
  mutating func badSpans(until horizon: SimTime) -> [Range<SimTime>] {
    bursts?.downs(until: horizon) ?? []
  }

  mutating func rewind() {
    bursts?.rewind()
    incidents?.rewind()
  }

  /// It is told of the first device, so that it does not depend on the batch.
  var limitExceeded: LimitExceeded? {
    let time = bursts?.limitExceeded ?? incidents?.limitExceeded
    return time.map { LimitExceeded(limit: .changesPerHopDay, device: 0, time: $0) }
  }

  mutating func fingerprint(until horizon: SimTime) -> UInt64 {
    // Devices and regions have the smaller owners.
    let owner = 1 &<< 33 | UInt64(number) &<< 1
    return (bursts?.fingerprint(owner: owner, until: horizon) ?? 0)
      &+ (incidents?.fingerprint(owner: owner | 1, until: horizon) ?? 0)
  }
}
