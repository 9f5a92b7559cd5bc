// A strategy of one's own, blind repeats, against the built-in ones.
import DeliverySim
import Models

/// Sends every message again so often, evenly spaced, whether it has arrived or not.
struct BlindRepeats: RetrySchedule {
  let count: Int
  let every: SimTime

  func wait(before retry: Int) -> SimTime? { retry < count ? every : nil }
}

// A provider policy and a client policy: this client never acknowledges.
let blind = Strategy(
  provider: .retries(.init(BlindRepeats(count: 2, every: .minute))), client: .showsIt)

let strategies: [(name: String, strategy: Strategy)] = [
  ("fire-and-forget", .fireAndForget), ("gap-recovery", .gapRecovery()),
  ("retry-until-acked", .retryUntilAcked()), ("blind repeats", blind),
]

// 40 messages a day; 6 h online, 30 min offline on average; a link that loses one push in 100.
var setup = DeviceSetup(
  workload: Workload(arrivals: .poisson(rate: try Distribution(.constant(value: 40.0 / 86_400)))))
setup.provider.link.loss = Probability(0.01) ?? .zero
setup.network.onOff = OnOffProcess(
  up: try Distribution(.exponential(mean: 21_600)),
  down: try Distribution(.exponential(mean: 1800)))

print("shown %\tpushes for each\tstrategy")
for (name, strategy) in strategies {
  setup.strategy = strategy
  let world = World(
    seed: 7, devices: 200, duration: SimTime(seconds: 28 * 86_400), drain: .day, setup: setup)
  let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
  let (owed, shown) = (Double(tally[.owed]), Double(tally.count(.shown)))
  let percent = (shown / owed * 10_000).rounded() / 100
  print(percent, (Double(tally[.pushesSent]) / owed * 1000).rounded() / 1000, name, separator: "\t")
}
