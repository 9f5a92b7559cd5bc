import DeliverySim

/// How probably a message and the next one of its device fall into one absence, over the time that
/// passes between them: the mean of runs of two without a look at when messages are created. It
/// explains what their times do to losses, too.
///
/// Nil where the time to the next message depends on the device or on what came before, or where
/// the run may end inside an absence that a counted message fell into: then messages near the end
/// would make a difference.
struct PairProbability {
  /// In units of 2^-32.
  let fraction: UInt64

  init?(_ setup: DeviceSetup, in world: World) {
    guard let gaps = setup.workload.arrivals.independentGaps else { return nil }
    let processes = [setup.network.stationary, world.regions?.onOff].compactMap { $0 }
    let last = processes.map { ResidualSurvival($0, spanMax: world.horizon)(world.drain) }
    guard !processes.isEmpty, last.allSatisfy({ $0 <= Self.leftMax }) else { return nil }
    let probability = gaps.reduce(0) { sum, gap in
      processes.reduce(sum) { $0 + gap.share * ResidualSurvival.mean($1, overGap: gap.law) }
    }
    fraction = UInt64((probability * 0x1p32).rounded())
  }

  /// A few billionths.
  private static let leftMax: UInt64 = 16
}

extension Workload.Arrivals {
  /// The laws of the time to the next message, and how probably each one holds, whatever came
  /// before; nil: there are no such laws.
  fileprivate var independentGaps: [(share: Double, law: Distribution)]? {
    switch self {
    case .poisson(let rate):
      guard case .constant(let rate) = rate.law, rate > 0,
        let law = try? Distribution(.exponential(mean: 1 / rate))
      else { return nil }
      return [(1, law)]
    case .bursts(let bursts):
      // Only a geometric size does not remember how large the burst is already.
      guard case .geometric(let size) = bursts.size.law else { return nil }
      return [(1 / size, bursts.between), (1 - 1 / size, bursts.within)]
    case .weekly, .trace: return nil
    }
  }
}
