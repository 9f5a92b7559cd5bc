extension Preset {
  static let messengerText = """
    # A messenger: many short conversations; a message is useful for an hour.
    # Figures and their sources: docs/presets.md. Unpublished figures are choices: sweep them.
    format: 1
    name: my-messenger
    title: A messenger
    seed: 1
    warmup: 7d
    duration: 35d
    drain: 3d
    devices: 1000
    replications: 40

    # Conversations: more and longer bursts than text messages have.
    workload:
      arrivals:
        bursts:
          between: {lognormal: {median: 7000s, sigma: 1.5}}
          size: {geometric: {mean: 5}}
          within: {weibull: {shape: 0.73, scale: 60s}}
      payload: {lognormal: {median: 400, sigma: 0.8}}
      useful_for: 1h
      read_receipts: {rate: 20/d}
      badge_updates: {rate: 10/d}
    \(pathText)
    device:
      denied: 3%
      alerts_off: 5%
      tokens: {changes: {exponential: {mean: 180d}}, without_permission: true}
      power:
        normal: {exponential: {mean: 20h}}
        reserving: {exponential: {mean: 3h}}
        always: 5%
      off_at_night: {share: 5%, from: 23h, to: 7h}
      presentation: {share: 40%, quiet: [{from: 22:00, to: 7:00}], exceptions: 2%}
    \(extensionText)
        weekly:
          rate: 12/d
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
          0.18, 0.09, 0.05, 0.05, 0.05, 0.09, 0.45, 1.17, 1.44, 1.35, 1.17, 1.08,
          1.26, 1.17, 1.08, 1.08, 1.08, 1.17, 1.26, 1.26, 1.17, 1.08, 0.81, 0.45,
          0.18, 0.09, 0.05, 0.05, 0.05, 0.09, 0.45, 1.17, 1.44, 1.35, 1.17, 1.08,
          1.26, 1.17, 1.08, 1.08, 1.08, 1.17, 1.26, 1.26, 1.17, 1.08, 0.81, 0.45]
    \(peopleText)
    strategies:
      - fire-and-forget
      - gap-recovery: {repeat_limit: 50, wait: 500ms}          # Telegram waits half a second
      - heartbeat: {after: 15m, filtering: true}               # and fetches after 15 idle minutes
      - digest: {items: 8}                                     # SimpleX: the last 8 to 10
      - retry-until-acked: {first: 30s, on: {extension-fetch: {content: none}}}   # Wire
      - voip-fetch

    """
}
