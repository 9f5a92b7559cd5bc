import DeliverySim
import Files
import Models
import Scenarios

extension Experiment {
  /// Laws of spans whose mean is far from what is usual: often a shape that means something else
  /// than its writer thought.
  package var heavyTails: [String] {
    var known = KnownSpans()
    var heaviest: [(key: String, figures: SpanFigures)] = []
    for (key, law) in points.flatMap(\.scenario.frame.spans) {
      let figures = known(law)
      guard figures.mean > Self.heavyRatio * figures.median else { continue }
      if let place = heaviest.firstIndex(where: { $0.key == key }) {
        if figures.mean > heaviest[place].figures.mean { heaviest[place].figures = figures }
      } else {
        heaviest.append((key, figures))
      }
    }
    return heaviest.map { Self.warning($0.key, $0.figures) }
  }

  private static let heavyRatio = 20.0

  private static func warning(_ key: String, _ figures: SpanFigures) -> String {
    let (mean, median) = (HumanText.span(figures.mean), HumanText.span(figures.median))
    let ratio = figures.mean / figures.median
    let words =
      ratio.isFinite
      ? "the mean, \(mean), is \(HumanText.digits(ratio, 2)) times the median, \(median)"
      : "the mean is \(mean), the median \(median)"
    return "\(key): \(words): a few very long spans decide the results"
  }
}

extension World {
  /// The spans' laws with the keys that set them.
  fileprivate var spans: [(key: String, law: Distribution)] {
    let own = zip(groups.map { "groups.\($0.name)." } + [""], populations.map(\.setup)).flatMap {
      place, setup in
      let bursts: Workload.Bursts? =
        if case .bursts(let bursts) = setup.workload.arrivals { bursts } else { nil }
      let laws = [
        ("network.online", setup.network.onOff?.up), ("network.offline", setup.network.onOff?.down),
        ("workload.arrivals.bursts.between", bursts?.between),
      ]
      return laws.compactMap { key, law in law.map { (place + key, $0) } }
    }
    let outages = regions.map {
      [
        ("network.regions.outages.every", $0.onOff.up),
        ("network.regions.outages.last", $0.onOff.down),
      ]
    }
    return own + (outages ?? [])
  }
}
