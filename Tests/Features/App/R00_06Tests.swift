import DeliverySim
import Models
import TestSupport
import Testing

/// R0.6: causes point at the right hop.
@Suite struct R00_06Tests {
  private static let wakes: [Strategy] = [.silentFetch, .voipFetch]

  /// The push of the second message replaces the first one's while the device is away.
  @Test(
    "R0.3 what a push under way would make the app fetch is pending, as far as it would wake it",
    arguments: [
      (Strategy.silentFetch, HandlerMatrix.AppState.background, Fate.pending),
      (.silentFetch, .killed, .lost), (.voipFetch, .background, .pending),
      (.voipFetch, .killed, .pending),
    ])
  func pending(strategy: Strategy, state: HandlerMatrix.AppState, fate: Fate) throws {
    let run = try away(for: 3600, at: [10, 20], strategy, until: 3599) {
      $0.app = R04_06Tests.never(state)
    }
    expect(run.times(.destroyed(by: .pushService(.overwritten))), equals: [20])
    expect(run.fates, equals: [fate, .pending])
  }

  @Test("R0.3 R4.7 no VoIP push wakes an app that is blocked: what it would fetch is lost")
  func blocked() throws {
    for (limit, fate) in [(1, Fate.lost), (2, .pending)] {
      let run = try away(for: 3600, at: [-10, 10, 20], .voipFetch, until: 3599) {
        $0.app = App(voipMisuses: limit)
      }
      expect(run.fates, equals: [.shown, fate, .pending])
    }
  }

  @Test("R0.6 a fetch that fails destroys nothing but the message of the push that has asked")
  func failed() throws {
    for strategy in Self.wakes {
      let run = try online(
        at: [10, 20], strategy, given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [0] },
        change: {
          $0.provider.link.loss = share(0.5)
          $0.provider.resend.failure = .one
        })
      expect(run.causes, equals: [.provider(.linkLost), .app(.fetchFailed)])
      expect(run.repairs, equals: [.failed, .failed])
      expect(run.fates, equals: [.lost, .lost])
    }
    expect(Cause.app(.fetchFailed).stage, equals: .device)
  }

  @Test("R0.6 the same of a fetch that takes too long, or loses the network")
  func cutShort() throws {
    for strategy in Self.wakes {
      let long = try online(at: [10], strategy) {
        $0.app = App(backgroundTime: .seconds(30))
        $0.provider.resend.latency = constant(31)
      }
      expect(long.causes, equals: [.app(.fetchFailed)])
      let away = try away(for: 100, at: [-5], strategy, until: 50) {
        $0.provider.resend.latency = constant(10)
      }
      expect(away.causes, equals: [.app(.fetchFailed)])
      expect(away.times(.destroyed(by: .app(.fetchFailed))), equals: [0])
    }
  }

  @Test("R0.6 a mixed push is shown; that its fetch failed is known of the others")
  func mixed() throws {
    let run = try online(
      at: [10, 20], given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [0] },
      change: {
        $0.workload.kinds = MessageKinds(kind: .mixed)
        $0.provider.link.loss = share(0.5)
        $0.provider.resend.failure = .one
      })
    expect(run.fates, equals: [.lost, .shown])
    expect(run.causes[0], equals: .provider(.linkLost))
    expect(run.repairs[0], equals: .failed)
  }

  @Test("R0.6 a later fetch that succeeds leaves no trace of the failure")
  func succeedsLater() throws {
    let run = try online(
      at: [10, 20], .silentFetch, given: { $0.times(.destroyed(by: .app(.fetchFailed))) == [10] },
      change: { $0.provider.resend.failure = share(0.5) })
    expect(run.shown, equals: [20, 20])
  }

  @Test("R0.6 what the provider no longer kept when the app asked has expired there")
  func tooLate() throws {
    for strategy in Self.wakes {
      let run = try online(at: [10], strategy) {
        $0.provider.resend.latency = constant(10)
        $0.provider.retention = .seconds(10)
      }
      expect(run.causes, equals: [.provider(.retentionOver)])
      expect(run.fates, equals: [.lost])
    }
  }

  @Test("R0.6 a poll that fails: of what nobody has asked for again the repair has failed")
  func poll() throws {
    let run = try online(at: [10], .poll()) {
      $0.provider.resend.failure = .one
      $0.provider.retention = .hours(1)
    }
    expect(run.causes, equals: [.provider(.retentionOver)])
    expect(run.repairs, equals: [.failed])
  }

  @Test("R0.6 what was lost on hop 1 keeps its cause beside a poll that never comes")
  func lostBefore() throws {
    let run = try online(at: [10], Strategy.fireAndForget.with(Polling())) {
      $0.provider.intake = Hop(loss: .one)
      $0.app = App(backgroundRefresh: .zero)
    }
    expect(run.causes, equals: [.provider(.serverLost)])
    expect(run.fates, equals: [.lost])
  }

  /// The user has ended the app before the first message.
  private static func killed(_ app: App) throws -> RecordedRun {
    var app = app
    app.kills = .init(users: .one)
    return try online(at: [100], .poll(), until: 200) { [app] in $0.app = app }
  }

  @Test("R0.6 what no poll and no opening will ever bring is lost, not pending")
  func neverAsked() throws {
    let run = try Self.killed(App())
    expect(run.fates, equals: [.lost])
    expect(run.causes, equals: [.app(.neverAsked)])
    expect(Cause.app(.neverAsked).stage, equals: .device)
    expect(Cause.app(.neverAsked).name, equals: "never-asked")
  }

  @Test("R0.6 an opening to come, however late, fetches it, or lets the app poll again")
  func opens() throws {
    for syncs in [true, false] {
      let openings = App.Openings(rate: constant(1e-9))
      let run = try Self.killed(App(openings: openings, syncsOnOpening: syncs))
      expect(run.times(.app(.opened)).isEmpty)
      expect(run.fates, equals: [.pending])
    }
  }
}
