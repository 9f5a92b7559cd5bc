extension Preset {
  static let marketingText = """
    # A shop: two campaigns a day at most, many users with alerts off.
    # Figures and their sources: docs/presets.md. What nobody publishes is a choice: sweep it.
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
    provider:
      retention: 7d
      intake:
        loss: 0.1%
        bursts: {every: {exponential: {mean: 7d}}, last: {exponential: {mean: 2m}}}
      link: {loss: 0.1%, latency: {lognormal: {mean: 120ms, cv: 0.6}}}
      resend: {failure: 1%, latency: {lognormal: {mean: 300ms, cv: 0.8}}}
    push_service:
      kind: apns
      payload_limit: ios9                                      # 4096 bytes
      newest_survives: {p: 0.98, within: 5s}                   # Apple: usually the newest
      latency: {lognormal: {mean: 1.07s, cv: 0.6}}           # measured in 2013
      half_open: {detect: {uniform: {min: 0s, max: 15m}}, resume: 0.5}
    network:
      online: {exponential: {mean: 6h}}
      offline: {weibull: {scale: 20m, shape: 0.6}}
      reconnect: {exponential: {mean: 2s}}
      regions:
        count: 4
        outages:
          every: {exponential: {mean: 30d}}
          last: {lognormal: {median: 3592s, sigma: 0.616}}   # measured
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
    extension:
      absent: 3%                                               # before iOS 10
      run_time: {lognormal: {median: 300ms, sigma: 1}}
      memory: {use: {lognormal: {median: 6000000, sigma: 0.3}}, limit: 24MB}
      crash: {p: 0.1%, shows: original}
      double_invocation: 0.1%
      before_first_unlock: {unlock: {exponential: {mean: 10m}}}

    # How people use the app. Nobody publishes openings, kills and the life of the process.
    app:
      opens:
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
      visit: {lognormal: {median: 19.5s, sigma: 1.67}}         # one person's log
      suspended: {exponential: {mean: 8h}}                     # until the system ends the process
      kills: {users: 20%, visits: 30%}
      silent:
        launch: 50%                                             # the articles disagree
        throttle: {burst: 3, refill: 20m}                      # Apple: not more than 2-3 an hour
      voip_misuses: 5                                          # Apple tells no number

    # When notifications are seen, and what becomes of them.
    user:
      sees: {lognormal: {median: 10m, sigma: 1.5}}
      asleep: [{from: 23:00, to: 7:00}]
      taps: 20%
      dismisses: 40%
    telemetry: {receipts: extension}
    strategies:
      - fire-and-forget
      - gap-recovery
      - foreground-sync: {on: gap-recovery}
      - poll: {}

    """
}
