extension Preset {
  static let mailText = """
    # A mail app: a few bursts of messages a day; a message is useful for half a day.
    # Figures and their sources: docs/presets.md. Unpublished figures are choices: sweep them.
    format: 1
    name: my-mail
    title: A mail app
    seed: 1
    warmup: 7d
    duration: 35d
    drain: 3d
    devices: 1000
    replications: 40

    # Bursts as measured on text messages: 82 % of the messages lie in bursts of two or more.
    workload:
      arrivals:
        bursts:
          between: {lognormal: {median: 24631s, sigma: 1.66}}
          size: {geometric: {mean: 2.77}}
          within: {weibull: {shape: 0.73, scale: 264s}}
      payload: {lognormal: {median: 900, sigma: 0.6}}          # bytes
      useful_for: 12h
      accounts: 2
      folders:
        - {name: inbox, share: 0.8, subscribed: 98%}
        - {name: lists, share: 0.2, subscribed: 40%}
      subscriptions: {changes: {exponential: {mean: 90d}}}
      badge_updates: {rate: 4/d}
    \(pathText)
    device:
      denied: 2%
      alerts_off: 8%
      tokens: {changes: {exponential: {mean: 180d}}, without_permission: true}
      power:
        normal: {exponential: {mean: 20h}}
        reserving: {exponential: {mean: 3h}}
        always: 5%
      off_at_night: {share: 5%, from: 23h, to: 7h}
      presentation: {share: 40%, quiet: [{from: 22:00, to: 7:00}], exceptions: 2%}
    \(extensionText)
        weekly:
          rate: 3/d
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
          0.06, 0.03, 0.01, 0.01, 0.01, 0.03, 0.15, 0.39, 0.48, 0.45, 0.39, 0.36,
          0.42, 0.39, 0.36, 0.36, 0.36, 0.39, 0.42, 0.42, 0.39, 0.36, 0.27, 0.15,
          0.06, 0.03, 0.01, 0.01, 0.01, 0.03, 0.15, 0.39, 0.48, 0.45, 0.39, 0.36,
          0.42, 0.39, 0.36, 0.36, 0.36, 0.39, 0.42, 0.42, 0.39, 0.36, 0.27, 0.15]
    \(peopleText)
    strategies:
      - fire-and-forget
      - gap-recovery: {repeat_limit: 20}
      - digest: {items: 8, on: gap-recovery}
      - silent-fetch

    """
}
