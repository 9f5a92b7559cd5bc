import DeliverySim
package import Models

/// A random small world that both models can play; a function of its seed.
///
/// Constant latencies are numbers without a common measure, so that nothing but what the rules
/// order happens in the same microsecond: zero latencies, repeats sent in one go, bursts created at
/// once, an answer exactly at the extension's limit.
package struct AgreementWorld {
  /// The subject of the comparison.
  package enum Subject: String, CaseIterable, Sendable {
    case fireAndForget = "fire-and-forget"
    case gapRecovery = "gap-recovery"
    case asPrinted = "gap-recovery as printed"
    case gapWindow = "gap-window"
    case digest
    case digestOnGapRecovery = "digest on gap-recovery"
    case digestOnGapWindow = "digest on gap-window"
    case fcm = "fire-and-forget, fcm"
    case gapRecoveryOnFCM = "gap-recovery, fcm"
    case gapWindowOnFCM = "gap-window, fcm"
    case digestOnFCM = "digest, fcm"
    case digestOnGapRecoveryOnFCM = "digest on gap-recovery, fcm"
    case extensionFetch = "extension-fetch"
    case emptyPushes = "extension-fetch, content none"
    case fetchOnGap = "extension-fetch, on-gap"
  }

  package let rules: SimpleRules
  package let world: World

  package init(_ subject: Subject, seed: UInt64) {
    var dice = Dice(random: SplitMix64(state: seed))
    var rules = SimpleRules()
    rules.end = dice.pick([.hours(7), .days(1), .days(2)])
    dice.choosePath(&rules)
    dice.choose(subject, &rules)
    var world = World(
      seed: seed, devices: 2, duration: rules.end,
      regions: dice.happens(0.15) ? dice.regions() : nil, setup: dice.setup(rules))
    // Features that were added later are thrown last, so that the worlds before stay the same.
    if world.setup.service.kind == .fcm, dice.happens(0.5) {
      dice.chooseKeys(&rules, &world.setup.service)
    }
    if world.setup.service.kind == .apns, dice.happens(0.5) {
      dice.chooseSlot(&rules, &world.setup.service)
    }
    if dice.happens(0.2) {
      rules.absences = dice.absences()
      (world.regions, world.setup.network.onOff) = (nil, nil)
      world.setup.network.absences = rules.absences
    } else if dice.happens(0.3) {
      dice.choosePaces(&rules, &world.setup.network)
    }
    if world.setup.service.kind == .fcm, dice.happens(0.5) {
      dice.shareCursor(&rules, &world.setup.strategy)
    }
    if dice.happens(0.2) {
      rules.cutOff = .hours(2.013_331)..<(.hours(5.900_117))
      world.setup.provider.cutOff = rules.cutOff
    }
    if dice.happens(0.2) { dice.escalate(&rules, &world.setup.strategy) }
    if dice.happens(0.4), rules.escalatesAfter == nil { dice.react(&rules, &world.setup) }
    if dice.happens(0.4) { dice.openApp(&rules, &world.setup) }
    if dice.happens(rules.socket == nil ? 0.1 : 0.6) {
      dice.deferDetection(&rules, &world.setup.service)
    }
    dice.addPeople(&rules, &world.setup)
    dice.addLast(&rules, &world.setup)
    (self.rules, self.world) = (rules, world)
  }
}
