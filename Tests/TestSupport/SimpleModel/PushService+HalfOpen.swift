package import DeliverySim
import Models

/// R3.8: how long after the network has gone the other side notices, and how often the connection
/// has survived when the device is back before.
package struct SimpleHalfOpenRules: Sendable {
  package var detect = Distribution.zero
  package var resume = 0.0
}

/// A connection that is dead, of which the push service does not know yet.
struct SimpleHalfOpen {
  /// The service notices then; never: there is none.
  var detection = SimTime.never
  /// The pushes that were sent into it.
  var pushes: [SimplePush] = []
  /// The number of connections that have ended.
  var ends = 0
}

extension SimpleDevice {
  // MARK: Half-open (R3.8)

  mutating func breakConnection() {
    defer { halfOpen.ends += 1 }
    guard let rule = rules.halfOpen else { return }
    halfOpen.detection = now + luck.detection(ofEnd: halfOpen.ends, rule.detect)
    schedule(.detected, at: halfOpen.detection)
  }

  mutating func detect() {
    if halfOpen.detection == now { for push in takeHalfOpen() { store(push) } }
  }

  /// The device is back; if that is early enough, what was sent into the connection may still come.
  mutating func reviveConnection(return ordinal: Int) {
    guard let rule = rules.halfOpen, halfOpen.detection != .never else { return }
    let survives = luck.resumes(ordinal, rule.resume)
    for push in takeHalfOpen() { if survives { receive(noteArrival(push)) } else { store(push) } }
  }

  mutating func takeHalfOpen() -> [SimplePush] {
    defer { (halfOpen.detection, halfOpen.pushes) = (.never, []) }
    return halfOpen.pushes.sorted { $0.acceptance < $1.acceptance }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func detection(ofEnd number: Int, _ law: Distribution) -> SimTime {
    var draws = source.stream(purpose: 34, device: device).draws(index: UInt32(number))
    return law.sampleTime(&draws)
  }

  func resumes(_ ordinal: Int, _ share: Double) -> Bool {
    if share == 0 || share == 1 { return share == 1 }
    var draws = source.stream(purpose: 35, device: device).draws(index: UInt32(ordinal))
    return draws.uniform() < share
  }
}
