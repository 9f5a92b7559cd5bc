import DeliverySim
import Models

// Nothing is published of the tool but its two libraries; this is a user's side of them. Everything
// is ideal, so the answer is known.
let arrivals = Workload.Arrivals.poisson(rate: try Distribution(.constant(value: 0.001)))
let world = World(
  seed: 1, devices: 3, duration: .day,
  setup: DeviceSetup(workload: Workload(arrivals: arrivals), strategy: .retryUntilAcked()))
let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
precondition(
  tally[.owed] > 100 && tally[.shown] == tally[.owed], "an ideal world loses nothing")
precondition(tally[.acknowledgements] == tally[.owed], "each is acknowledged once")
print("\(tally[.owed]) notifications owed, all shown")
