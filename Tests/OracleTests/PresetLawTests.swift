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

  /// The laws of a preset: mean spans online at pace 1 and offline [s], and the sigma of the paces.
  private struct Laws {
    let online, offline, sigma: Double

    init(_ tree: ConfigNode) throws {
      let scale = try PresetLawTests.value("network.offline.weibull.scale", in: tree)
      let shape = try PresetLawTests.value("network.offline.weibull.shape", in: tree)
      online = try PresetLawTests.value("network.online.exponential.mean", in: tree)
      offline = scale * tgamma(1 + 1 / shape)
      sigma = try PresetLawTests.value("network.device_pace.lognormal.sigma", in: tree)
    }

    /// R1.6: a device with the number r goes offline once in U/r + D on average, where U and D are
    /// the mean spans online and offline. With ln r normal(-sigma²/2, sigma), whose mean is 1, it
    /// goes offline fewer than n times a day if r < U / (day/n - D).
    func share(below perDay: Double) -> Double {
      let limit = online / (86_400 / perDay - offline)
      return PresetLawTests.normalCumulative((log(limit) + sigma * sigma / 2) / sigma)
    }

    /// The mean of D / (U/r + D): the trapezoidal rule over the normal law from -8 to 8.
    var shareOffline: Double {
      (-800...800).reduce(0) { sum, step in
        let z = Double(step) / 100
        let pace = exp(sigma * z - sigma * sigma / 2)
        let density = exp(-z * z / 2) / (2 * Double.pi).squareRoot()
        return sum + density * offline / (online / pace + offline) / 100
      }
    }
  }

  @Test(
    "Devices go offline as often as Urban Airship published in 2011, and as many as MoEngage says",
    arguments: Preset.allCases)
  func disconnections(_ preset: Preset) throws {
    let tree = try Experiment.make(try preset.tree(), file: preset.rawValue, folder: ".").resolved
    let laws = try Laws(tree)
    for (perDay, published) in [(10.0, 0.55), (100, 0.962)] {
      let share = laws.share(below: perDay)
      expect(abs(share - published) < 0.005, "fewer than \(perDay): \(share), not \(published)")
    }
    expect(abs(laws.shareOffline - 0.15) < 0.005, "\(laws.shareOffline)")
  }
}
