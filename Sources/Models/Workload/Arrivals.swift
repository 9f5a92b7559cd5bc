import DeliverySim

/// One device's message times, one after the other.
struct ArrivalState: Sendable {
  /// As ``Workload/Arrivals``, without the laws: to look costs nothing.
  private enum Kind: Sendable {
    case poisson, weekly, bursts, trace
  }

  private let kind: Kind
  private var messages: UInt32 = 0
  private var rate = 0.0
  /// How much unit-rate time has passed: for laws of constant or weekly rate.
  private var unitTime = 0.0
  private var lastTime = SimTime.zero
  private var bursts: UInt32 = 0
  private var leftInBurst = 0
  private var playback: Trace.Playback?

  init(
    _ setup: UnsafePointer<DeviceSetup>, _ laws: UnsafePointer<DeviceLaws>, device: Int,
    _ random: RandomSource
  ) {
    switch setup.pointee.workload.arrivals {
    case .poisson(let law):
      kind = .poisson
      rate = Self.rate(law, device: device, random)
    case .weekly(let law, _):
      kind = .weekly
      rate = Self.rate(law, device: device, random)
    case .bursts(let law):
      kind = .bursts
      var draws = random.stream(.burstStart, device: device).draws(index: 0)
      lastTime = SimTime(seconds: law.between.sampleResidual(&draws))
      let size = random.stream(.burstSize, device: device).draws(index: 0)
      leftInBurst = Self.count(ofSize: laws.pointee.bursts.size.sample(size))
    case .trace(let trace):
      kind = .trace
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
  ///
  /// - Parameter windows: Of the same device.
  @inline(__always)
  mutating func next(
    _ laws: UnsafePointer<DeviceLaws>, _ windows: inout SampleWindows, device: Int,
    _ random: RandomSource
  ) -> SimTime {
    kind == .poisson
      ? SimTime(seconds: advanceUnitTime(laws, &windows, device: device, random))
      : nextOther(laws, &windows, device: device, random)
  }

  @inline(never)
  private mutating func nextOther(
    _ laws: UnsafePointer<DeviceLaws>, _ windows: inout SampleWindows, device: Int,
    _ random: RandomSource
  ) -> SimTime {
    switch kind {
    case .poisson, .weekly:
      let amount = advanceUnitTime(laws, &windows, device: device, random)
      // Rounding may step back by a unit in the last place at an hour's edge.
      let time = laws.pointee.weekly?.time(ofCumulative: amount) ?? amount
      lastTime = max(lastTime, SimTime(seconds: time))
      return lastTime
    case .bursts:
      return nextInBursts(laws, &windows, device: device, random)
    case .trace:
      return playback?.next() ?? .never
    }
  }

  /// Unit-rate time divided by the rate [s]; infinite at rate 0.
  @inline(__always)
  private mutating func advanceUnitTime(
    _ laws: UnsafePointer<DeviceLaws>, _ windows: inout SampleWindows, device: Int,
    _ random: RandomSource
  ) -> Double {
    unitTime += windows[.arrival].sample(
      laws.pointee.unitExponential, random.stream(.arrival, device: device), index: messages)
    messages &+= 1
    return unitTime / rate
  }

  private mutating func nextInBursts(
    _ laws: UnsafePointer<DeviceLaws>, _ windows: inout SampleWindows, device: Int,
    _ random: RandomSource
  ) -> SimTime {
    if leftInBurst == 0 {
      bursts &+= 1
      let size = windows[.burstSize].sample(
        laws.pointee.bursts.size, random.stream(.burstSize, device: device), index: bursts)
      leftInBurst = Self.count(ofSize: size)
      let span = windows[.burstBetween].sample(
        laws.pointee.bursts.between, random.stream(.burstBetween, device: device), index: bursts)
      lastTime = lastTime + SimTime(seconds: span)
    } else if messages > 0 {
      let span = windows[.burstWithin].sample(
        laws.pointee.bursts.within, random.stream(.burstWithin, device: device), index: messages)
      lastTime = lastTime + SimTime(seconds: span)
    }
    leftInBurst -= 1
    messages &+= 1
    return lastTime
  }

  private static func count(ofSize size: Double) -> Int { Int(min(1e9, max(1, size.rounded()))) }
}

/// Of arrivals in bursts; unused where there are none.
struct BurstLaws {
  let between: Sampler
  let size: Sampler
  let within: Sampler

  init(_ bursts: Workload.Bursts?, _ shelf: inout LawShelf) {
    between = shelf.sampler(bursts?.between ?? .zero)
    size = shelf.sampler(bursts?.size ?? .zero)
    within = shelf.sampler(bursts?.within ?? .zero)
  }
}
