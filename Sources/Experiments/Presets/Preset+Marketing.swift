extension Preset {
  static let marketingText = """
    # A shop: 1.5 campaigns a day on average, many users with alerts off.
    # Figures and their sources: docs/presets.md. Unpublished figures are choices: sweep them.
    format: 1
    name: my-marketing
    title: Campaigns of a shop
    seed: 1
    warmup: 7d
    duration: 35d
    drain: 3d
    devices: 1000
    replications: 40

    workload:
      arrivals: {poisson: {rate: 1.5/d}}
      payload: {lognormal: {median: 1500, sigma: 0.5}}
      useful_for: 1d
      folders: [{name: offers, share: 1, subscribed: 70%}]
      subscriptions: {changes: {exponential: {mean: 60d}}}
    \(pathText)
    device:
      denied: 15%
      alerts_off: 20%
      tokens: {changes: {exponential: {mean: 180d}}, without_permission: true}
      power:
        normal: {exponential: {mean: 20h}}
        reserving: {exponential: {mean: 3h}}
        always: 5%
      off_at_night: {share: 5%, from: 23h, to: 7h}
      presentation: {share: 40%, quiet: [{from: 22:00, to: 7:00}], summary_at: [8:00, 18:00]}
    \(extensionText)
        weekly:
          rate: 0.5/d
          hours: [
          0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.3, 1.6, 1.5, 1.3, 1.2,
          1.4, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.4, 1.3, 1.2, 0.9, 0.5,
          0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.3, 1.6, 1.5, 1.3, 1.2,
          1.4, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.4, 1.3, 1.2, 0.9, 0.5,
          0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.3, 1.6, 1.5, 1.3, 1.2,
          1.4, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.4, 1.3, 1.2, 0.9, 0.5,
          0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.3, 1.6, 1.5, 1.3, 1.2,
          1.4, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.4, 1.3, 1.2, 0.9, 0.5,
          0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.3, 1.6, 1.5, 1.3, 1.2,
          1.4, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.4, 1.3, 1.2, 0.9, 0.5,
          0.24, 0.12, 0.06, 0.06, 0.06, 0.12, 0.6, 1.56, 1.92, 1.8, 1.56, 1.44,
          1.68, 1.56, 1.44, 1.44, 1.44, 1.56, 1.68, 1.68, 1.56, 1.44, 1.08, 0.6,
          0.24, 0.12, 0.06, 0.06, 0.06, 0.12, 0.6, 1.56, 1.92, 1.8, 1.56, 1.44,
          1.68, 1.56, 1.44, 1.44, 1.44, 1.56, 1.68, 1.68, 1.56, 1.44, 1.08, 0.6]
      sync_on_opening: false                                   # a shop has no inbox of its own
    \(peopleText)
    strategies:
      - fire-and-forget
      - gap-recovery
      - foreground-sync: {on: gap-recovery}
      - poll: {}

    """
}
