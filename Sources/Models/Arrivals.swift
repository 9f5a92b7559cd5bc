import DeliverySim

/// One device's message times, one after the other.
struct ArrivalState: Sendable {
  private var messages: UInt32 = 0
  private var rate = 0.0
  /// The rate is constant.
  private var isPoisson = false
  /// How much unit-rate time has passed: for laws of constant or weekly rate.
  private var unitTime = 0.0
  private var lastTime = SimTime.zero
  private var bursts: UInt32 = 0
  private var leftInBurst = 0
  private var playback: Trace.Playback?

  init(_ setup: UnsafePointer<DeviceSetup>, device: Int, _ random: RandomSource) {
    switch setup.pointee.workload.arrivals {
    case .poisson(let law):
      rate = Self.rate(law, device: device, random)
      isPoisson = true
    case .weekly(let law, _):
      rate = Self.rate(law, device: device, random)
    case .bursts(let law):
      var draws = random.stream(.burstStart, device: device).draws(index: 0)
      lastTime = SimTime(seconds: law.between.sampleResidual(&draws))
      leftInBurst = Self.size(of: law, burst: 0, device: device, random)
    case .trace(let trace):
      playback = Trace.Playback(trace, device: device, random)
    }
  }

  private static func rate(_ law: Distribution, device: Int, _ random: RandomSource) -> Double {
    var draws = random.stream(.rate, device: device).draws(index: 0)
    return law.sample(&draws)
  }
}

extension ArrivalState {
  /// The next message's time, or never.
  mutating func next(
    _ laws: UnsafePointer<DeviceLaws>, _ setup: UnsafePointer<DeviceSetup>,
    _ window: inout SampleWindow, device: Int, _ random: RandomSource
  ) -> SimTime {
    isPoisson
      ? SimTime(seconds: advanceUnitTime(laws, &window, device: device, random))
      : nextOther(laws, setup, &window, device: device, random)
  }

  @inline(never)
  private mutating func nextOther(
    _ laws: UnsafePointer<DeviceLaws>, _ setup: UnsafePointer<DeviceSetup>,
    _ window: inout SampleWindow, device: Int, _ random: RandomSource
  ) -> SimTime {
    switch setup.pointee.workload.arrivals {
    case .poisson: preconditionFailure("asked before")
    case .weekly(_, let profile):
      let amount = advanceUnitTime(laws, &window, device: device, random)
      // Rounding may step back by a unit in the last place at an hour's edge.
      lastTime = max(lastTime, SimTime(seconds: profile.time(ofCumulative: amount)))
      return lastTime
    case .bursts(let law):
      return nextInBursts(law, device: device, random)
    case .trace:
      return playback?.next() ?? .never
    }
  }

  /// Unit-rate time divided by the rate [s]; infinite at rate 0.
  private mutating func advanceUnitTime(
    _ laws: UnsafePointer<DeviceLaws>, _ window: inout SampleWindow, device: Int,
    _ random: RandomSource
  ) -> Double {
    let stream = random.stream(.arrival, device: device)
    unitTime += window.sample(laws.pointee.unitExponential, stream, index: messages)
    messages &+= 1
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
    messages &+= 1
    return lastTime
  }

  private static func size(
    of law: Workload.Bursts, burst: UInt32, device: Int, _ random: RandomSource
  ) -> Int {
    var draws = random.stream(.burstSize, device: device).draws(index: burst)
    return Int(min(1e9, max(1, law.size.sample(&draws).rounded())))
  }
}
