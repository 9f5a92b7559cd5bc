// A second model of the kernel: one server and its queue (M/M/1), against Erlang's formulas.
import DeliverySim

enum Kind: UInt8 { case arrival, departure }

let load = 0.8  // Customers arrive at 0.8 a second; the server takes 1 s for each on average.
let between = try Distribution(.exponential(mean: 1 / load))
let service = try Distribution(.exponential(mean: 1))
let random = RandomSource(seed: 7, replication: 0)
var simulation = Simulation(until: SimTime(seconds: 1_000_000))

/// Schedules the n-th arrival or departure; each has random numbers of its own.
@MainActor func schedule(_ kind: Kind, _ law: Distribution, number: UInt32) {
  var draws = random.stream(purpose: kind.rawValue, device: 0).draws(index: number)
  let time = simulation.now.advanced(bySpan: law.sampleTime(&draws))
  simulation.schedule(at: time, owner: Int(kind.rawValue), number: number, kind: kind.rawValue)
}

var (arrivals, departures, waiting, area, last): (UInt32, UInt32, Int, Double, SimTime)
(arrivals, departures, waiting, area, last) = (0, 0, 0, 0, .zero)
schedule(.arrival, between, number: arrivals)
while let event = simulation.next() {
  area += Double(arrivals - departures) * (simulation.now - last).seconds
  last = simulation.now
  if event.kind == Kind.arrival.rawValue {
    if arrivals > departures { waiting += 1 }
    arrivals += 1
    schedule(.arrival, between, number: arrivals)
    if arrivals == departures + 1 { schedule(.departure, service, number: departures) }
  } else {
    departures += 1
    if arrivals > departures { schedule(.departure, service, number: departures) }
  }
}
let (wait, inside) = (Double(waiting) / Double(arrivals), area / simulation.horizon.seconds)
print("have to wait: \(wait) (Erlang: \(load)); inside: \(inside) (\(load / (1 - load)))")
precondition(abs(wait - load) < 0.0066 && abs(inside - load / (1 - load)) < 0.21)
