import DeliverySim
import Models
import Testing

/// Some inequalities can be proven under common random numbers, notification by notification; each
/// proof stands with its test.
///
/// Common ground: the draws of a push are those of its message, copy and attempt, and connectivity
/// is exogenous. So with one push per message the way of a push (when it is accepted, attempted,
/// sent into a half-open connection, handed over, arrives) depends on the world alone, until
/// something destroys it; other pushes matter only by destroying it.
@Suite("More of what helps never shows fewer")
struct MonotonicityTests {
  /// Of two pushes the one accepted later was sent later (hop 2 takes a constant time), so it
  /// expires later. Where the short expiration has already ended the later one, it has ended the
  /// earlier one too. So what is alive under the short expiration is alive, and in the same place,
  /// under the long one: an overwriting that the long one sees either hits an expired push or
  /// happens under the short one too. Latency to the device, half-open connections, regions and
  /// reconnects may be random; `newest_survives` below 1 would let the earlier one win, and a
  /// random hop 2 would part the orders of sending and acceptance.
  @Test("Fire and forget: what a short expiration shows, a longer one shows at the same time")
  func expiration() {
    RandomWorlds.check { world, generator in
      let plain = Self.withoutPriorities(world).changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.service.kind = .apns
        $0.setup.service.newestSurvives = .init()
        // A retry would be accepted later than what was sent after it.
        $0.setup.provider.link.retry = nil
        let mean = world.setup.provider.link.latency.mean
        $0.setup.provider.link.latency = Self.constant(mean.isFinite ? mean : 1)
      }
      let spans: [SimTime] = [.zero, .second, .minute, .hour, .day, .never]
      let places = [generator.number(0...5), generator.number(0...5)].sorted()
      return try Self.missing(
        in: plain.changed { $0.setup.service.expiration = spans[places[1]] },
        of: plain.changed { $0.setup.service.expiration = spans[places[0]] })
    }
  }

  /// Nothing destroys a push of keep-all but the link, whose draws are the same: its way is the one
  /// above to the end. Other services only destroy.
  @Test("Fire and forget: what any push service shows, keep-all shows at the same time")
  func keepAll() {
    RandomWorlds.check { world, generator in
      let plain = Self.withoutPriorities(world).changed { $0.setup.strategy = .fireAndForget }
      let kind = generator.pick(PushService.Kind.allCases)
      return try Self.missing(
        in: plain.changed { $0.setup.service.kind = .keepAll },
        of: plain.changed { $0.setup.service.kind = kind })
    }
  }

  /// A service that stores nothing shows what is attempted while the device is connected, and any
  /// service attempts that.
  @Test("Fire and forget: what wns-toast shows, any push service shows at the same time")
  func nothingKept() {
    RandomWorlds.check { world, generator in
      let plain = Self.withoutPriorities(world).changed { $0.setup.strategy = .fireAndForget }
      let kind = generator.pick(PushService.Kind.allCases)
      return try Self.missing(
        in: plain.changed { $0.setup.service.kind = kind },
        of: plain.changed { $0.setup.service.kind = .wnsToast })
    }
  }

  /// Without a limit that is reached, and with one push per message, nothing but expiry parts the
  /// services that keep more than one push: two ways through the code, one result.
  @Test("Stores that never fill up are the same")
  func neverFull() {
    RandomWorlds.check { world, generator in
      let plain = Self.withoutPriorities(world).changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.service.capacity = 1_000_000
        $0.setup.service.expiration = min(
          $0.setup.service.expiration, FCM.expirationMax)
      }
      let stories = try [PushService.Kind.webPush, .mqtt, .fcm].map { kind in
        try plain.changed { $0.setup.service.kind = kind }.stories()
      }
      let ends = stories.map { devices in
        devices.flatMap(\.outcomes).map { "\($0.shown?.microseconds ?? -1) \($0.cause)" }
      }
      var findings = Findings()
      findings.require(ends[0] == ends[1] && ends[1] == ends[2], "the same ends")
      return findings.wrong
    }
  }

  /// A queue that holds more keeps what a shorter one keeps: both take the first that come; without
  /// expiry nothing leaves before the hand-over, and without latency to the device no hand-over
  /// fails, so that nothing returns to compete.
  @Test("Fire and forget: what a short queue shows, a longer one shows at the same time")
  func capacity() {
    RandomWorlds.check { world, generator in
      let plain = world.changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.service.kind = .mqtt
        $0.setup.service.expiration = .never
        $0.setup.service.latency = .zero
        Self.withoutReactions(&$0.setup)
      }
      let capacities = [generator.number(1...5), generator.number(1...30)].sorted()
      return try Self.missing(
        in: plain.changed { $0.setup.service.capacity = capacities[1] },
        of: plain.changed { $0.setup.service.capacity = capacities[0] })
    }
  }

  /// The same draw is compared with a smaller probability, and with keep-all a push that gets
  /// through hurts no other. (With apns it may overwrite one.)
  @Test("Keep-all: what a lossy link shows, a better one shows at the same time")
  func linkLoss() {
    RandomWorlds.check { world, generator in
      let plain = world.changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.service.kind = .keepAll
        Self.withoutReactions(&$0.setup)
      }
      let losses = [generator.pick([0, 0.1, 0.4]), generator.pick([0.4, 0.8, 1])]
      return try Self.missing(
        in: plain.changed { $0.setup.provider.link.loss = Probability(losses[0]) ?? .zero },
        of: plain.changed { $0.setup.provider.link.loss = Probability(losses[1]) ?? .zero })
    }
  }

  /// Without any latency a repeat is asked for, sent and shown while the device is connected: it
  /// never meets the slot. So what arrives from the slot, hence every gap, is the same for all
  /// limits, and a gap within the smaller limit is within the larger one, with the same draws of
  /// failure and loss.
  @Test("Gap recovery without latency: what a small repeat limit shows, a larger one shows")
  func repeatLimit() {
    RandomWorlds.check { world, generator in
      let limits = [generator.number(0...5), generator.number(0...30)].sorted()
      let asPrinted = generator.happens(0.5)
      let recovering = { (limit: Int) in
        Self.withoutLatency(world).changed {
          $0.setup.strategy = .gapRecovery(
            GapRecovery(repeatLimit: limit, asPrinted: asPrinted))
        }
      }
      return try Self.missing(in: recovering(limits[1]), of: recovering(limits[0]))
    }
  }

  /// For the same reason gap recovery only adds: the trigger of a gap is shown or covered by its
  /// summary.
  @Test("Gap recovery without latency: the user knows of all that fire and forget shows")
  func awareness() {
    RandomWorlds.check { world, generator in
      let instant = Self.withoutLatency(world)
      let limit = generator.pick([0, 1, 20])
      let plain = try instant.changed { $0.setup.strategy = .fireAndForget }.stories()
      let recovered = try instant.changed {
        $0.setup.strategy = .gapRecovery(GapRecovery(repeatLimit: limit))
      }.stories()
      var findings = Findings()
      for (one, other) in zip(plain, recovered) {
        for (message, (before, after)) in zip(one.outcomes, other.outcomes).enumerated() {
          let isKnown = after.shown == before.shown || after.summarised == before.shown
          findings.require(before.shown == nil || isKnown, "message \(message) is known of")
        }
      }
      return findings.wrong
    }
  }

  /// R9: of the pushes of an offline period one always survives, whichever. Without latency,
  /// half-open connections, loss and expiry nothing else decides; without drain and warm-up all of
  /// them count.
  @Test("Fire and forget without latency: which one survives does not change how many are shown")
  func newestSurvives() {
    RandomWorlds.check { world, generator in
      let plain = Self.withoutLatency(world).changed {
        $0.setup.strategy = .fireAndForget
        $0.setup.service = PushService(expiration: .never)
        // The one that survives must be a message.
        ($0.setup.workload.badgeUpdates, $0.setup.workload.readReceipts) = (nil, nil)
        $0.setup.workload.otherService = nil
        ($0.warmup, $0.drain) = (.zero, .zero)
      }
      let survives = Probability(generator.pick([0, 0.3, 0.9])) ?? .zero
      let other = plain.changed { $0.setup.service.newestSurvives.probability = survives }
      var findings = Findings()
      for (one, other) in zip(try plain.stories(), try other.stories()) {
        let shown = { (story: DeviceStory) in story.outcomes.count { $0.shown != nil } }
        findings.requireEqual(shown(one), shown(other), "shown on a device")
      }
      return findings.wrong
    }
  }

  /// Repair is instant and reliable and no push takes time or is tried again later (it could meet
  /// the next absence, and another one in the slot), so a client asks in the moment of a
  /// return, and what is re-sent arrives in the same moment; without re-sent copies under way the
  /// slot sees the same pushes with both. What gap-recovery shows is the newest of an offline
  /// period, what is sent while online, and gaps within the limit: gap-window does the same, and
  /// may ask again.
  @Test("Instant, reliable repair: what gap-recovery shows, gap-window shows at the same time")
  func gapWindow() {
    RandomWorlds.check { world, generator in
      let limit = generator.pick([0, 1, 3, 20])
      let ideal = Self.withoutPriorities(world).changed {
        $0.setup.provider.resend = .init()
        $0.setup.provider.intake = Hop()
        $0.setup.provider.link.latency = .zero
        $0.setup.provider.link.retry = nil
        $0.setup.service.latency = .zero
        $0.setup.service.halfOpen = nil
        $0.setup.serviceExtension = .init()
        $0.setup.strategy = .gapRecovery(.init(repeatLimit: limit))
      }
      return try Self.missing(
        in: ideal.changed { $0.setup.strategy = .gapWindow(repeatLimit: limit) }, of: ideal)
    }
  }

  /// With keep-all nothing destroys a push but the hops, so that pushes do not meet. The n-th send
  /// of a message has the same draws and, as long as the message is not acknowledged, the same
  /// time; who gives up later sends what the other one sends, and more. Nobody waits for the run of
  /// another push.
  @Test("Keep-all: what few retries show, more retries show no later")
  func retries() {
    RandomWorlds.check { world, generator in
      let plain = world.changed {
        $0.setup.service.kind = .keepAll
        $0.setup.serviceExtension.overlaps = true
        Self.withoutReactions(&$0.setup)
      }
      let attempts = [generator.number(0...3), generator.number(0...20)].sorted()
      let first = generator.pick([SimTime.second, .minute, .hour])
      let retrying = { (attempts: Int) in
        plain.changed {
          $0.setup.strategy = .retryUntilAcked(Hop.Retry(attempts: attempts, first: first))
        }
      }
      return try Self.missing(
        in: retrying(attempts[1]), of: retrying(attempts[0]), mayBeEarlier: true)
    }
  }

  /// Nothing else is done when nothing is sent again, and the extension neither takes time nor
  /// crashes.
  @Test("Without retries, retry-until-acked shows what fire-and-forget shows")
  func noRetries() {
    RandomWorlds.check { world, _ in
      let reliable = world.changed { Self.makeReliable(&$0.setup.serviceExtension) }
      let plain = reliable.changed { $0.setup.strategy = .fireAndForget }
      let once = reliable.changed {
        $0.setup.strategy = .retryUntilAcked(Hop.Retry(attempts: 0, first: .second))
      }
      return try Self.missing(in: once, of: plain) + Self.missing(in: plain, of: once)
    }
  }

  /// Every push carries at least as much, and nothing else differs.
  @Test("Fire and forget: what a digest shows, a larger one shows no later")
  func digest() {
    RandomWorlds.check { world, generator in
      let plain = world.changed {
        $0.setup.strategy = .fireAndForget
        Self.withoutReactions(&$0.setup)
      }
      let items = [generator.number(1...3), generator.number(3...9)]
      let larger = plain.changed {
        $0.setup.strategy = .fireAndForget.with(Digest(items: items[1]))
      }
      let smaller = plain.changed {
        $0.setup.strategy = .fireAndForget.with(Digest(items: items[0]))
      }
      return try Self.missing(in: larger, of: smaller, mayBeEarlier: true)
    }
  }
}

// MARK: - Comparing

extension MonotonicityTests {
  private static func constant(_ seconds: Double) -> Distribution {
    (try? Distribution(.constant(value: seconds))) ?? .zero
  }

  private static func withoutLatency(_ world: World) -> World {
    world.changed {
      $0.setup.provider.link.latency = .zero
      // Waiting for a retry is latency too.
      $0.setup.provider.link.retry = nil
      $0.setup.provider.resend.latency = .zero
      $0.setup.provider.resend.capacity = nil
      $0.setup.service.latency = .zero
      makeReliable(&$0.setup.serviceExtension)
      // And so is waiting for power. A repeat takes a token of the throttle.
      $0.setup.power = Power()
      $0.setup.service.collapseKeys = nil
      withoutReactions(&$0.setup)
    }
  }

  /// Nothing waits until the device has power to spare, and nothing is collapsible: neither is the
  /// same with all services.
  private static func withoutPriorities(_ world: World) -> World {
    world.changed {
      $0.setup.power = Power()
      $0.setup.service.collapseKeys = nil
      withoutReactions(&$0.setup)
    }
  }

  /// Nobody opens the app because of what is shown, and no app is installed anew: else what is
  /// shown earlier may keep something later from being shown.
  private static func withoutReactions(_ setup: inout DeviceSetup) {
    (setup.app, setup.tokens, setup.telemetry) = (nil, nil, nil)
    // No push wakes the app or takes the place of another, and all services reach the same devices.
    (setup.workload.kinds, setup.service.perToken) = (MessageKinds(), nil)
    (setup.service.optIn, setup.provider.cutOff, setup.service.webSilentMax) = (nil, nil, nil)
    // Nobody is away for too long, or is sent too much.
    setup.service.quotas = []
    (setup.service.inactiveAfter, setup.service.tokenExpiresAfter) = (nil, nil)
    // Nor does one wait until the extension is done with another.
    setup.serviceExtension.overlaps = true
  }

  /// At once, and with every push; it may be absent or called twice.
  private static func makeReliable(_ limited: inout ServiceExtension) {
    (limited.runTime, limited.overlaps) = (.zero, true)
    (limited.crash, limited.memory) = (.init(), nil)
  }

  /// The notifications that `less` shows and `more` does not, or at another time; and the devices
  /// of which `more` shows fewer.
  private static func missing(
    in more: World, of less: World, mayBeEarlier: Bool = false
  ) throws -> [String] {
    var findings = Findings()
    for (device, (one, other)) in zip(try less.stories(), try more.stories()).enumerated() {
      for (message, (before, after)) in zip(one.outcomes, other.outcomes).enumerated() {
        let isEarlier = mayBeEarlier && (after.shown ?? .never) < (before.shown ?? .never)
        findings.require(
          before.shown == nil || after.shown == before.shown || isEarlier,
          "device \(device) shows message \(message) again")
      }
    }
    let (fewer, most) = (try less.simulated().count(.shown), try more.simulated().count(.shown))
    findings.require(fewer <= most, "\(most) shown, at least \(fewer)")
    return findings.wrong
  }
}
