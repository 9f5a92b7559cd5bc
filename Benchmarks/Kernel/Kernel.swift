import Benchmark
import DeliverySim
import HoldModel
import Models

// The simulator's main operations, one at a time. An iteration repeats its piece a thousand times;
// the figures are per piece.

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], scalingFactor: .kilo, maxDuration: .seconds(2),
    maxIterations: 100_000)

  benchmarkQueue()
  benchmarkRandomNumbers()
  benchmarkDevices()
}

/// The hold model, the usual measure of an event queue: take the earliest, schedule a later one.
private func benchmarkQueue() {
  for pending in [16, 1024, 65_536, 1_048_576] {
    Benchmark("Queue: hold, \(pending) pending") { benchmark, queue in
      queue.model.hold(times: benchmark.scaledIterations.count)
    } setup: {
      HeldQueue(pending: pending)
    }
  }
}

/// The model itself cannot be copied, and what a benchmark sets up can.
private final class HeldQueue {
  var model: HoldModel

  init(pending: Int) { model = HoldModel(pending: pending) }
}

/// The generator, and one variate at a time from a table, an inverse function and a rejection; in
/// windows, as the event loop asks for them.
private func benchmarkRandomNumbers() {
  Benchmark("Philox: block") { benchmark in
    var sum: UInt32 = 0
    for index in benchmark.scaledIterations {
      sum &+= Philox.block(counter: (UInt32(index), 0, 0, 0), key: (1, 2)).0
    }
    blackHole(sum)
  }
  benchmarkVariate("exponential", .exponential(mean: 0.3))
  benchmarkVariate("pareto", .pareto(scale: 0.1, shape: 2))
  benchmarkVariate("gamma", .gamma(mean: 0.3, shape: 2))
  benchmarkWindow()
}

private func benchmarkWindow() {
  let stream = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 0)
  Benchmark("Variate: exponential, in windows") { benchmark in
    var window = VariateBuffer()
    var sum = 0.0
    for index in benchmark.scaledIterations {
      sum += window.sample(.unitExponential, stream, index: UInt32(index))
    }
    blackHole(sum)
  }
}

private func benchmarkVariate(_ name: String, _ law: Distribution.Law) {
  let law = distribution(law)
  let stream = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 0)
  Benchmark("Variate: \(name)") { benchmark in
    var sum = 0.0
    for index in benchmark.scaledIterations {
      var draws = stream.draws(index: UInt32(index))
      sum += law.sample(&draws)
    }
    blackHole(sum)
  }
}

/// One device of `gap-recovery.yml` for 28 days: about 1,120 notifications.
private func benchmarkDevices() {
  let world = gapRecoveryWorld()
  Benchmark("Device-month: gap-recovery") { benchmark in
    do {
      blackHole(try simulate(world, replication: 0, devices: benchmark.scaledIterations))
    } catch {
      benchmark.error("\(error)")
    }
  }
}

/// A law whose parameters are right.
func distribution(_ law: Distribution.Law) -> Distribution {
  do { return try Distribution(law) } catch { preconditionFailure("\(error)") }
}
