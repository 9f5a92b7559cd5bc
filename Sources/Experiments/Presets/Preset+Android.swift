extension Preset {
  static let androidText = """
    # A messenger on Android phones: Doze, demoted priorities, apps that are stopped.
    # Figures and their sources: docs/presets.md. Unpublished figures are choices: sweep them.
    format: 1
    name: my-android
    title: A messenger on Android
    seed: 1
    warmup: 7d
    duration: 35d
    drain: 3d
    devices: 1000
    replications: 40

    workload:
      arrivals:
        bursts:
          between: {lognormal: {median: 7000s, sigma: 1.5}}
          size: {geometric: {mean: 5}}
          within: {weibull: {shape: 0.73, scale: 60s}}
      useful_for: 1h
      priority: 10                                             # FCM's high; 5: normal
    \(androidPathText)
    device:
      denied: 3%
      alerts_off: 5%
      tokens: {changes: {exponential: {mean: 180d}}, without_permission: true}
      android:
        doze: {used: {exponential: {mean: 10m}}, unused: {lognormal: {median: 30m, sigma: 1.3}}}
        demote: {after: 7d, per_week: 25%}
        force_stop: 1%
        vendor_kill: {share: 10%, after: {exponential: {mean: 2h}}}
    app:
      opens: {poisson: {rate: 6/d}}
      visit: {lognormal: {median: 19.5s, sigma: 1.67}}         # one person's log
    user:
      sees: {lognormal: {median: 10m, sigma: 1.5}}
      asleep: [{from: 23:00, to: 7:00}]
      taps: 20%
      dismisses: 40%
    strategies:
      - fire-and-forget
      - gap-recovery: {repeat_limit: 50}
      - extension-fetch
      - retry-until-acked: {first: 30s}

    """

  /// The provider, FCM and the network.
  private static let androidPathText = """
    provider:
      retention: 7d
      link: {loss: 0.1%, latency: {lognormal: {mean: 120ms, cv: 0.6}}}
      resend: {failure: 1%, latency: {lognormal: {mean: 300ms, cv: 0.8}}}
    push_service:
      kind: fcm
      expiration: 28d                                          # FCM's longest
      latency: {lognormal: {mean: 1.07s, cv: 0.6}}           # measured in 2013, with APNs
    network:
      online: {exponential: {mean: 6h}}
      offline: {weibull: {scale: 20m, shape: 0.6}}
      reconnect: {exponential: {mean: 2s}}
    """
}
