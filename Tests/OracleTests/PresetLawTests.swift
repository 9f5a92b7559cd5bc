import Files
import Foundation
import Scenarios
import TestSupport
import Testing

/// Laws of presets give the shares that are published.
@Suite("Laws of presets")
struct PresetLawTests {
  private static func value(_ path: String, in tree: ConfigNode) throws -> Double {
    try Varied(path, in: tree).value
  }

  private static func normalCumulative(_ z: Double) -> Double {
    0.5 * (1 + erf(z / 2.0.squareRoot()))
  }

  /// R1.6: a device with the number r goes offline once in U/r + D on average, where U and D are the
  /// mean spans online and offline. With ln r normal(-sigma²/2, sigma), whose mean is 1, fewer than
  /// n times a day means r < U / (day/n - D).
  private static func share(below perDay: Double, in tree: ConfigNode) throws -> Double {
    let online = try value("network.online.exponential.mean", in: tree)
    let scale = try value("network.offline.weibull.scale", in: tree)
    let offline = scale * tgamma(1 + 1 / (try value("network.offline.weibull.shape", in: tree)))
    let sigma = try value("network.device_pace.lognormal.sigma", in: tree)
    let limit = online / (86_400 / perDay - offline)
    return normalCumulative((log(limit) + sigma * sigma / 2) / sigma)
  }

  @Test(
    "As many devices go offline rarely, and seldom, as Urban Airship published in 2011",
    arguments: Preset.allCases)
  func disconnections(_ preset: Preset) throws {
    let tree = try Experiment.make(try preset.tree(), file: preset.rawValue, folder: ".").resolved
    for (perDay, published) in [(10.0, 0.55), (100, 0.962)] {
      let share = try Self.share(below: perDay, in: tree)
      expect(abs(share - published) < 0.005, "fewer than \(perDay): \(share), not \(published)")
    }
  }
}
