import DeliverySim
import Foundation

/// One device's message times, one after the other.
struct ArrivalState: Sendable {
  private var messages: UInt32 = 0
  private var rate = 0.0
  /// How much unit-rate time has passed: for laws of constant or weekly rate.
  private var unitTime = 0.0
  private var lastTime = SimTime.zero
  private var bursts: UInt32 = 0
  private var leftInBurst = 0
  private var playback: Trace.Playback?

  init(_ setup: UnsafePointer<DeviceSetup>, device: Int, _ random: RandomSource) {
    switch setup.pointee.workload.arrivals {
    case .poisson(let law), .weekly(let law, _):
      var draws = random.stream(.rate, device: device).draws(index: 0)
      rate = law.sample(&draws)
    case .bursts(let law):
      var draws = random.stream(.burstStart, device: device).draws(index: 0)
      lastTime = SimTime(seconds: law.between.sampleResidual(&draws))
      leftInBurst = Self.size(of: law, burst: 0, device: device, random)
    case .trace(let trace):
      playback = Trace.Playback(trace, device: device, random)
    }
  }
}

extension ArrivalState {
  /// The next message's time, or nil when there is none.
  mutating func next(
    _ setup: UnsafePointer<DeviceSetup>, device: Int, _ random: RandomSource
  ) -> SimTime? {
    defer { messages &+= 1 }
    switch setup.pointee.workload.arrivals {
    case .poisson:
      return SimTime(seconds: advanceUnitTime(device: device, random))
    case .weekly(_, let profile):
      let amount = advanceUnitTime(device: device, random)
      // Rounding may step back by a unit in the last place at an hour's edge.
      lastTime = max(lastTime, SimTime(seconds: profile.time(ofCumulative: amount)))
      return lastTime
    case .bursts(let law):
      return nextInBursts(law, device: device, random)
    case .trace:
      return playback?.next()
    }
  }

  /// Unit-rate time divided by the rate [s]; infinite at rate 0.
  private mutating func advanceUnitTime(device: Int, _ random: RandomSource) -> Double {
    var draws = random.stream(.arrival, device: device).draws(index: messages)
    unitTime -= log(draws.uniform())
    return unitTime / rate
  }

  private mutating func nextInBursts(
    _ law: Workload.Bursts, device: Int, _ random: RandomSource
  ) -> SimTime {
    if leftInBurst == 0 {
      bursts &+= 1
      leftInBurst = Self.size(of: law, burst: bursts, device: device, random)
      var draws = random.stream(.burstBetween, device: device).draws(index: bursts)
      lastTime = lastTime + law.between.sampleTime(&draws)
    } else if messages > 0 {
      var draws = random.stream(.burstWithin, device: device).draws(index: messages)
      lastTime = lastTime + law.within.sampleTime(&draws)
    }
    leftInBurst -= 1
    return lastTime
  }

  private static func size(
    of law: Workload.Bursts, burst: UInt32, device: Int, _ random: RandomSource
  ) -> Int {
    var draws = random.stream(.burstSize, device: device).draws(index: burst)
    return Int(min(1e9, max(1, law.size.sample(&draws).rounded())))
  }
}
