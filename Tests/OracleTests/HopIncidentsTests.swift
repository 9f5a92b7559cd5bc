import Foundation
import Oracles
import TestSupport
import Testing

@Suite("Incidents of a hop: the closed form against other ways to the same number")
struct HopIncidentsTests {
  private let oracle = HopIncidents(everyMean: 600, lastMean: 150)

  @Test("Without a retry it is the share of the time; with one at once nothing is gained")
  func limits() {
    expect(abs(oracle.lost() - 0.2) < 1e-15)
    expect(abs(oracle.lost(loss: 0.25) - 0.05) < 1e-15)
    expect(oracle.lost(afterWaits: []), equals: oracle.lost())
    expect(abs(oracle.lost(afterWaits: [0, 0]) - 0.2) < 1e-15)
    // After a long time the hop has forgotten that it was down.
    expect(abs(oracle.lost(afterWaits: [1e9]) - 0.04) < 1e-15)
  }

  /// P(down after w | down) by steps of Kolmogorov's forward equation, p' = (1 - p)/E - p/L.
  @Test("One retry: the forward equation gives the same", arguments: [1.0, 40, 150, 900])
  func forwardEquation(wait: Double) {
    let slope = { (down: Double) in (1 - down) / 600 - down / 150 }
    var down = 1.0
    let steps = 10_000
    let step = wait / Double(steps)
    for _ in 0..<steps {
      let middle = down + step / 2 * slope(down)
      down += step * slope(middle)
    }
    expect(abs(oracle.lost(afterWaits: [wait]) - 0.2 * down) < 1e-8)
  }
}
