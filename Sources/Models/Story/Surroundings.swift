public import DeliverySim

/// Outages, incidents and bursts that a device shares with others. They can explain why a push was
/// lost, or why the device was offline.
public struct Surroundings: Sendable {
  /// The kinds of disturbances.
  public enum Part: Sendable, Hashable, CaseIterable {
    /// The device's region has an outage.
    case region
    /// Hop 1, to the provider, or hop 2, to the push service, is unreachable.
    case intake, link
    /// The hop loses more than usual.
    case intakeBurst, linkBurst
  }

  /// The number of the device's region; nil where there are no regions.
  public let region: Int?
  private let spans: [Part: [Range<SimTime>]]
}

extension Surroundings {
  /// Plays what is shared again from its own streams.
  init(_ world: World, replication: Int, device: Int) {
    let random = RandomSource(seed: world.seed, replication: replication)
    let horizon = world.horizon
    region = world.regions.map { device % $0.count }
    var spans: [Part: [Range<SimTime>]] = [:]
    if let law = world.regions, let region {
      var outages = SharedSpans(
        law.onOff, law.streams(region: region, random),
        limit: world.limits.eventsPerDeviceDay)
      spans[.region] = outages.downs(until: horizon)
    }
    let provider = world.setup.provider
    var intake = SharedHop(provider.intake, number: 1, random, world.limits)
    var link = SharedHop(provider.link, number: 2, random, world.limits)
    spans[.intake] = intake.outages(until: horizon)
    spans[.link] = link.outages(until: horizon)
    spans[.intakeBurst] = intake.badSpans(until: horizon)
    spans[.linkBurst] = link.badSpans(until: horizon)
    self.spans = spans
  }

  /// The disturbances of a part, in order of time; cut off at the end of the run.
  public subscript(_ part: Part) -> [Range<SimTime>] { spans[part] ?? [] }

  /// The disturbance that covers a moment, if there is one.
  public func span(of part: Part, at time: SimTime) -> Range<SimTime>? {
    let all = self[part]
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(time) ? all[low] : nil
  }
}
