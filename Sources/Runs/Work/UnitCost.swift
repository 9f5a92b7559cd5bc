import DeliverySim
import Models
import Scenarios

// The expected cost of a unit, by closed forms alone: no draw, no clock. It serves to compare
// design points with each other: work that happens to every message alike is in the cost of a
// message.
//
// The unit is a message. Measured, for two strategies [ns]: a message 70, a span offline with what
// follows 100, an opening of the app 150, an extra push 220, a regional outage on a device 220, a
// poll or heartbeat 40.

extension Scenario {
  /// One replication of all strategies. The cost is at least 1, and a whole number, so that the
  /// last bits of a platform's mathematics do not change who gets what.
  var expectedCost: Double {
    let seconds = frame.horizon.seconds
    let outages = frame.regions.map { 3 * seconds / $0.onOff.cycle } ?? 0
    let shared = frame.populations.reduce(outages) { sum, population in
      sum + population.share * population.setup.costBesidesMessages(for: seconds)
    }
    let perDevice = strategies.reduce(0) { sum, named in
      let stages = named.strategy.stages
      let own = stages.map { $0.timerCost(for: seconds, messages: frame.expectedMessages) }
      // A device to which nothing happens still has a life to simulate.
      return sum + 1 + frame.expectedMessages + shared + (own.max() ?? 0)
    }
    return max(1, min(1e15, perDevice * Double(frame.devices)).rounded())
  }
}

extension DeviceSetup {
  /// The cost besides messages, which is the same for every strategy.
  fileprivate func costBesidesMessages(for seconds: Double) -> Double {
    let end = SimTime(seconds: seconds)
    let offline =
      network.onOff.map { seconds / $0.cycle(network.paces) }
      ?? network.absences?.expectedAbsences(until: end) ?? 0
    let openings = app?.openings?.rate.mean ?? 0
    let extra = workload.extraTraffic.map(\.rate.mean)
    return offline + (2 * openings + 3 * extra.reduce(0, +)) * seconds
  }
}

extension Strategy {
  /// The cost of the strategy's timers.
  fileprivate func timerCost(for seconds: Double, messages: Double) -> Double {
    let heartbeats = provider.heartbeat.map {
      min(seconds / $0.after.seconds, messages * Double($0.times))
    }
    let polls = polling.map { seconds / ($0.factor > 1 ? $0.longest : $0.every).seconds }
    return (heartbeats ?? 0) + (polls ?? 0)
  }
}

extension OnOffProcess {
  /// From one change of the same kind to the next, on average [s].
  fileprivate var cycle: Double { up.mean + down.mean }

  /// The same at mean paces: near enough to compare design points.
  fileprivate func cycle(_ paces: Paces) -> Double {
    up.mean / (paces.online?.mean ?? 1) + down.mean / (paces.offline?.mean ?? 1)
  }
}

extension WeeklyPace {
  fileprivate var mean: Double { weights.reduce(0, +) / Double(weights.count) }
}
