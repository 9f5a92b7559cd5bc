import DeliverySim

/// The probability that a message and the next ones of its device fall into one absence, over the
/// time that passes between them: the mean of runs without a look at when messages are created. It
/// explains what their times do to losses, too, and no message costs a look into a table.
///
/// Nil where the time to the next messages depends on the device or on what came before.
struct RunProbability {
  /// The mean number of runs that begin with a counted message, in units of 2^-32.
  let fraction: UInt64

  /// - Parameter length: The number of messages of a run.
  init?(length: Int, _ setup: DeviceSetup, in world: World) {
    let processes = [setup.network.stationary, world.regions?.onOff].compactMap { $0 }
    guard !processes.isEmpty, length > 1 else { return nil }
    let spans: Spans? =
      switch setup.workload.arrivals {
      case .poisson(let rate): .inPoisson(rate, length, world)
      // It holds for two messages alone: how long the others take depends on the burst's size.
      case .bursts(let bursts) where length == 2 && bursts.pace == nil:
        .inBursts(bursts, processes, world)
      case .bursts, .weekly, .trace: nil
      }
    guard let spans else { return nil }
    let probability = spans.laws.reduce(0) { sum, law in
      processes.reduce(sum) {
        $0 + law.share * ResidualSurvival.mean($1, overGap: law.law, counting: spans.counting)
      }
    }
    fraction = UInt64((probability * 0x1p32).rounded())
  }
}

/// The time from a counted message to the last one of its run.
private struct Spans {
  /// Each law with its probability, which holds whatever came before.
  let laws: [(share: Double, law: Distribution)]
  /// The probability that a run that takes so long [s] ends before the world does.
  let counting: (Double) -> Double

  /// Messages at a constant rate are as probable at any time, so that those near the end, whose run
  /// may be cut off, can be counted in.
  static func inPoisson(_ rate: Distribution, _ length: Int, _ world: World) -> Spans? {
    guard case .constant(let rate) = rate.law, rate > 0 else { return nil }
    let gaps = Double(length - 1)
    guard let law = try? Distribution(.gamma(mean: gaps / rate, shape: gaps)) else { return nil }
    let (counted, most) = (world.duration - world.warmup, world.horizon - world.warmup)
    return Spans(laws: [(1, law)]) { span in
      max(0, min(1, (most.seconds - span) / counted.seconds))
    }
  }

  /// Only a geometric size does not remember how large the burst is already; and no absence may go
  /// on from the last counted message to the end of the world.
  static func inBursts(
    _ bursts: Workload.Bursts, _ processes: [OnOffProcess], _ world: World
  ) -> Spans? {
    guard case .geometric(let size) = bursts.size.law,
      processes.allSatisfy({
        ResidualSurvival($0, spanMax: world.horizon)(world.drain) <= leftMax
      })
    else { return nil }
    return Spans(laws: [(1 / size, bursts.between), (1 - 1 / size, bursts.within)]) { _ in 1 }
  }

  /// A few billionths.
  private static let leftMax: UInt64 = 16
}
