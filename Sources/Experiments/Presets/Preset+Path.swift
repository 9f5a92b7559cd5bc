extension Preset {
  // MARK: What all presets share

  /// The provider, the push service and the network.
  static let pathText = """
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
    """

  /// The extension, and the app up to how often it is opened.
  static let extensionText = """
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
    """

  /// How the app is used, when notifications are seen, and what is measured.
  static let peopleText = """
      visit: {lognormal: {median: 19.5s, sigma: 1.67}}         # one person's log
      suspended: {exponential: {mean: 8h}}                     # until the system ends the process
      kills: {users: 20%, visits: 30%}
      silent:
        launch: 50%                                             # the articles disagree
        throttle: {burst: 3, refill: 20m}                      # Apple: not more than 2-3 an hour
      voip_misuses: 5                                          # Apple gives no number

    # When users look at notifications, and what they do with them.
    user:
      sees: {lognormal: {median: 10m, sigma: 1.5}}
      asleep: [{from: 23:00, to: 7:00}]
      taps: 20%
      dismisses: 40%
      pickups:                                                 # one person's log: none from 2 to 7
        weekly:
          rate: 48.8/d
          hours: [
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    telemetry: {receipts: extension}
    """
}
