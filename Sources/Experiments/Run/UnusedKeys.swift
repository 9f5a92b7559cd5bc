import DeliverySim
import Models

extension Scenario {
  /// Keys that the scenario sets although nothing in it uses them.
  package func unusedKeys(in tree: ConfigNode) -> [String] {
    var unused: [String] = []
    let kind = frame.setup.service.kind
    if kind == .keepAll {
      let keys = ["expiration", "newest_survives"].filter { tree["push_service"]?[$0] != nil }
      unused += keys.map { "push_service.\($0): \(kind.rawValue) keeps everything" }
    }
    if !strategies.contains(where: { $0.strategy.recovers }) {
      let sections = [
        ("provider", "retention"), ("provider", "resend"), ("extension", "time_limit"),
      ]
      unused += sections.filter { tree[$0.0]?[$0.1] != nil }.map {
        "\($0.0).\($0.1): no strategy here asks for anything again"
      }
    }
    let hops = [("intake", frame.setup.provider.intake), ("link", frame.setup.provider.link)]
    unused += hops.filter { $0.1.retry != nil && $0.1.incidents == nil }.map {
      "provider.\($0.0).retry: the hop has no incidents"
    }
    return unused
  }
}

extension Strategy {
  var recovers: Bool {
    if case .recoversGaps = client { true } else { false }
  }
}
