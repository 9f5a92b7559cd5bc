import DeliverySim
import Models

/// R1.10 from its definition: at time t a device is offline if the recording has an absence at the
/// place that t has in it, turned by the device's shift.
struct SimpleAbsences {
  let trace: AbsenceTrace
  let source: RandomSource
  let device: Int

  /// The n-th number below `count`, at an address of docs/explanation/determinism.md.
  private func choice(_ purpose: UInt8, below count: Int) -> Int {
    var draws = source.stream(purpose: purpose, device: device).draws(index: 0)
    return min(count - 1, Int(draws.uniform() * Double(count)))
  }

  private var stream: Int {
    let count = trace.streams.count
    return trace.samples ? choice(trace.followsArrivals ? 6 : 55, below: count) : device % count
  }

  /// The shift in microseconds.
  private var shift: Int {
    let purpose: UInt8 = trace.followsArrivals ? 7 : 62
    let length = Int(trace.length.microseconds)
    let week = 7 * 24 * 3_600_000_000
    if !trace.hasDevices { return choice(purpose, below: length) }
    return trace.samples ? week * choice(purpose, below: max(1, length / week)) : 0
  }

  /// Whether the device is online before anything else, and when that changes before the end.
  func changes(until end: SimTime) -> (isOnline: Bool, times: [SimTime]) {
    let length = Int(trace.length.microseconds)
    let absences = trace.streams[stream].map {
      (start: Int($0.lowerBound.microseconds), end: Int($0.upperBound.microseconds))
    }
    let shift = shift
    func isOffline(_ time: Int) -> Bool {
      if time >= length, !trace.repeats { return false }
      let place = (time - shift + length) % length
      return absences.contains { $0.start <= place && place < $0.end }
    }
    let laps = trace.repeats ? Int(end.microseconds) / length + 1 : 1
    let edges = absences.flatMap { [$0.start, $0.end] }.map { ($0 + shift) % length }
    let moments = (0..<laps).flatMap { lap in
      ([0, length] + edges).map { $0 + lap * length }
    }
    let changes = Set(moments).sorted().filter {
      $0 > 0 && $0 < Int(end.microseconds) && isOffline($0) != isOffline($0 - 1)
    }
    return (!isOffline(0), changes.map { SimTime(microseconds: Int64($0)) })
  }
}
