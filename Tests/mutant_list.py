"""The mutants: for each rule one or more exact replacements that switch it off."""

from typing import NamedTuple


class Mutant(NamedTuple):
    rule: str
    file: str
    old: str
    new: str
    what: str


MODELS = "Sources/Models/"
KERNEL = "Sources/DeliverySim/"

MUTANTS = [
    # R0 Accounts kept
    Mutant(
        "R0.1", MODELS + "Closing.swift",
        "    owed += 1\n", "    owed += fate == .lost ? 0 : 1\n",
        "what is lost is not owed"),
    Mutant(
        "R0.2", MODELS + "Provider.swift",
        "retention: SimTime = .never", "retention: SimTime = .day",
        "payloads are kept for a day by default"),
    Mutant(
        "R0.2", MODELS + "Hop.swift",
        "    loss: Probability = .zero,", "    loss: Probability = .one,",
        "hops lose by default"),
    Mutant(
        "R0.3", MODELS + "Ledger.swift",
        "if shown != .never {", "if shown != .never, summarised == .never {",
        "summarised comes before shown"),
    Mutant(
        "R0.3", MODELS + "Ledger.swift",
        "copiesOut > 0 ? .pending : .lost", "copiesOut > 255 ? .pending : .lost",
        "nothing is pending"),
    Mutant(
        "R0.3", MODELS + "Closing.swift",
        "ledger[Int(message(at: position))].copiesOut += 1", "ledger[Int(message(at: position))].copiesOut += 0",
        "what has been asked for is not pending"),
    Mutant(
        "R0.4", MODELS + "Ledger.swift",
        "guard time >= destroyed else", "guard time >= .zero else",
        "the cause noticed last counts, not the last in simulated time"),
    Mutant(
        "R0.4", MODELS + "NotificationCentre.swift",
        "    ledger[place].repair = repair\n", "    _ = repair\n",
        "a summary does not tell the repair"),
    Mutant(
        "R0.5", MODELS + "PushService.swift",
        "if expiry <= context.now {", "if expiry < context.now {",
        "an expiry at exactly the hand-over has not expired"),
    Mutant(
        "R0.5", MODELS + "Closing.swift",
        "entry.shown <= limit", "entry.shown < limit",
        "shown exactly at the limit is late"),
    Mutant(
        "R0.5", MODELS + "ServiceExtension.swift",
        "    if answer > run.deadline {", "    if answer >= run.deadline {",
        "an answer exactly at the extension's limit is late"),
    # R1 World
    Mutant(
        "R1.1", MODELS + "Network.swift",
        "down: random.stream(.offline, device: number)",
        "down: random.stream(.offline, device: number + sentPushes)",
        "offline spans hang on what the strategy has sent"),
    Mutant(
        "R1.2", MODELS + "Provider.swift",
        "draws(.linkLoss, message, copy, context)", "draws(.linkLoss, message, 0, context)",
        "every send of a message has the same loss"),
    Mutant(
        "R1.2", MODELS + "Provider.swift",
        ".linkLatency, message, copy, context)", ".linkLatency, UInt32(sentPushes), copy, context)",
        "link latency is drawn in order of sending"),
    Mutant(
        "R1.2", MODELS + "PushService.swift",
        ".serviceLatency, push.message, push.copy,", ".serviceLatency, push.acceptance, push.copy,",
        "service latency is drawn in order of acceptance"),
    Mutant(
        "R1.3", MODELS + "WeeklyProfile.swift",
        "(Double(low) + share) * 3600", "(Double((low + 24) % 168) + share) * 3600",
        "the week starts on Tuesday"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "draws(index: messages)\n    unitTime", "draws(index: messages &+ UInt32(rate * 1e6))\n    unitTime",
        "another rate draws other arrivals"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "law.between.sampleResidual(&draws)", "law.between.sample(&draws)",
        "bursts start with a whole gap"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "random.stream(.rate, device: device)", "random.stream(.rate, device: 0)",
        "all devices have one rate"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        ": device % trace.streams.count", ": 0",
        "all devices play the first stream of a trace"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        "let wrap = length - shift", "let wrap = length",
        "a shifted trace does not wrap"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        "trace.shuffles\n", "trace.shuffles && trace.samples\n",
        "a trace is not shuffled"),
    Mutant(
        "R1.5", MODELS + "Closing.swift",
        "UInt128(bytes) * UInt128(entry.sends)", "UInt128(bytes)",
        "a repeat weighs nothing"),
    Mutant(
        "R1.6", KERNEL + "Alternation.swift",
        "law.sampleResidual(&rest)", "law.sample(&rest)",
        "the first span is a whole one"),
    Mutant(
        "R1.6", MODELS + "Network.swift",
        "own.isUp && regionIsUp", "(own.isUp || regionIsUp)",
        "online although the region is down"),
    Mutant(
        "R1.6", MODELS + "Network.swift",
        "let wasOnline = network.isOnline\n    let span",
        "guard network.regionIsUp else { return }\n    let wasOnline = network.isOnline\n    let span",
        "its own alternation stops in an outage"),
    Mutant(
        "R1.6", MODELS + "Regions.swift",
        "device % law.count == regions[place].number", "device / law.count == regions[place].number",
        "outages hit other devices"),
    Mutant(
        "R1.7", MODELS + "Network.swift",
        "draw(setup.pointee.network.reconnect, .reconnect, network.returns, 0, context)",
        "draw(.zero, .reconnect, network.returns, 0, context)",
        "a device that is online is connected"),
    Mutant(
        "R1.7", MODELS + "Network.swift",
        ".reconnect, network.returns, 0, context)", ".reconnect, network.disconnections / 2, 0, context)",
        "two returns share a delay"),
    Mutant(
        "R1.8", MODELS + "Cell.swift",
        "setup.initialize(to: world.setup)",
        "setup.initialize(\n      to: DeviceSetup(\n        workload: world.setup.workload, network: world.setup.network,\n"
        "        strategy: world.setup.strategy))",
        "the device's own parameters are ignored"),
    # R2 Provider
    Mutant(
        "R2.2", MODELS + "Resend.swift",
        "    time < ledger", "    time >= .zero || time < ledger",
        "payloads are kept for ever"),
    Mutant(
        "R2.3", MODELS + "ServiceExtension.swift",
        "let position = position(of: push.message)\n", "let position = client.arrivals\n",
        "positions number what arrives"),
    Mutant(
        "R2.4", MODELS + "Resend.swift",
        "for position in positions {", "for position in positions.reversed() {",
        "repeats are sent in descending position"),
    Mutant(
        "R2.4", MODELS + "ServiceExtension.swift",
        "if answer == .success { resend", "if answer == .success, run.awaitsAnswer { resend",
        "the provider forgets the request of a device that has left"),
    Mutant(
        "R2.4", MODELS + "Network.swift",
        "    failOpenRequests(&context)\n", "",
        "a device that has left still gets its answer"),
    Mutant(
        "R2.4", MODELS + "Resend.swift",
        "chance.happens(setup.pointee.provider.resend.failure)", "chance.happens(.zero)",
        "re-requests never fail"),
    Mutant(
        "R2.6", MODELS + "Provider.swift",
        "loss.happens(setup.pointee.provider.link.loss)", "loss.happens(.zero)",
        "hop 2 loses nothing"),
    Mutant(
        "R2.6", MODELS + "Provider.swift",
        "    if latency == .zero {", "    if latency >= .zero {",
        "hop 2 takes no time"),
    # R3 Push service
    Mutant(
        "R3.1", MODELS + "PushService.swift",
        "guard new.acceptance > old.acceptance else { return false }",
        "guard new.acceptance > old.acceptance else { return true }",
        "whatever comes last stays in the slot"),
    Mutant(
        "R3.1", MODELS + "PushService.swift",
        "if survives(index, over: other, context) {", "if !survives(index, over: other, context) {",
        "the oldest stays in the slot"),
    Mutant(
        "R3.2", MODELS + "PushService.swift",
        "chance.happens(rule.probability)", "chance.happens(.one)",
        "the newest always survives"),
    Mutant(
        "R3.2", MODELS + "PushService.swift",
        "guard new.accepted - old.accepted < rule.within", "guard new.accepted - old.accepted <= rule.within",
        "the window includes its end"),
    Mutant(
        "R3.3", MODELS + "PushService.swift",
        "    if network.isConnected {\n      receive", "    if network.isConnected || service.detection == .never {\n      receive",
        "the connection is not examined on arrival"),
    Mutant(
        "R3.3", MODELS + "PushService.swift",
        "attempt: Int(push.attempts), context)", "attempt: 0, context)",
        "a hand-over has the latency of the first attempt"),
    Mutant(
        "R3.4", MODELS + "PushService.swift",
        "    } else {\n      store(index, &context)\n    }\n  }\n\n  private mutating func attemptDelivery",
        "    } else {\n      end(index, .notStored, &context)\n    }\n  }\n\n  private mutating func attemptDelivery",
        "nothing is stored for a device that is away"),
    Mutant(
        "R3.5", MODELS + "PushService.swift",
        "    push.sent.advanced(bySpan", "    ledger[Int(push.message)].created.advanced(bySpan",
        "the expiration counts from the creation"),
    Mutant(
        "R3.5", MODELS + "PushService.swift",
        "if setup.pointee.service.expiration == .zero {", "if setup.pointee.service.expiration == .never {",
        "expiration 0 is nothing special"),
    Mutant(
        "R3.6", MODELS + "PushService.swift",
        "if survives(index, over: other, context) {",
        "if setup.pointee.strategy.collapses || survives(index, over: other, context) {",
        "a collapse id makes the arriving one survive"),
    Mutant(
        "R3.7", MODELS + "PushService.swift",
        "guard new.acceptance > old.acceptance else", "guard new.message > old.message else",
        "an old message does not overwrite a newer one"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "guard delay > .zero else { return }", "guard delay < .zero else { return }",
        "a dead connection is noticed at once"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "chance.happens(resume) else", "chance.happens(resume), resume == .zero else",
        "no connection is resumed"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "{ pushes[$0].acceptance < pushes[$1].acceptance }", "{ pushes[$0].acceptance > pushes[$1].acceptance }",
        "limbo is emptied newest first"),
    Mutant(
        "R3.9", MODELS + "PushService.swift",
        ".serviceLatency, push.message, push.copy,", ".serviceLatency, 0, push.copy,",
        "all pushes have the same latency"),
    Mutant(
        "R3.10", MODELS + "PushService.swift",
        "guard setup.pointee.service.kind == .apns, let stored", "guard let stored",
        "keep-all lets pushes expire"),
    Mutant(
        "R3.10", MODELS + "PushService.swift",
        "{ pushes[$0].acceptance < push.acceptance }", "{ pushes[$0].acceptance > 0 }",
        "keep-all keeps in order of storing"),
    # R5 Notification service extension
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "    guard let saved = client.savedPosition else {\n      client.savedPosition = position\n"
        "      return showCarrier(index, &context)\n    }\n",
        "    let saved = client.savedPosition ?? 0\n",
        "the first push misses all before it"),
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "run.missed.count <= recovery.repeatLimit", "run.missed.count < recovery.repeatLimit",
        "the repeat limit is exclusive"),
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "run.missed.count <= recovery.repeatLimit", "run.missed.count >= 0 || recovery.repeatLimit > 0",
        "there is no repeat limit"),
    Mutant(
        "R5.2", MODELS + "NotificationCentre.swift",
        "    cover(carrier, repair, &context)\n", "",
        "a summary does not cover its carrier"),
    Mutant(
        "R5.2", MODELS + "NotificationCentre.swift",
        "    for position in missed { cover(message(at: position), repair, &context) }\n", "",
        "a summary covers its carrier only"),
    Mutant(
        "R5.3", MODELS + "ServiceExtension.swift",
        "if position > saved, !recovery.asPrinted {", "if position > saved {",
        "as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "ServiceExtension.swift",
        "if position > saved, !recovery.asPrinted {", "if position > saved, recovery.repeatLimit < 0 {",
        "an in-order push never advances the position"),
    Mutant(
        "R5.4", MODELS + "ServiceExtension.swift",
        "    client.savedPosition = position\n    let run", "    let run",
        "the position does not advance on a gap"),
    Mutant(
        "R5.4", MODELS + "ServiceExtension.swift",
        "if position > saved, !recovery.asPrinted {", "if !recovery.asPrinted {",
        "a repeat sets the position back"),
    Mutant(
        "R5.5", MODELS + "ServiceExtension.swift",
        "    if span == .zero {", "    if span >= .zero {",
        "late pushes are not waited for"),
    Mutant(
        "R5.5", MODELS + "ServiceExtension.swift",
        "missed = lowest..<run.missed.upperBound",
        "missed = min(lowest, run.missed.lowerBound)..<run.missed.upperBound",
        "what arrived during the wait is asked for"),
    Mutant(
        "R5.6", MODELS + "ServiceExtension.swift",
        "    if answer > run.deadline {", "    if answer > run.deadline.advanced(bySpan: .day) {",
        "the carrier waits for a late answer"),
    Mutant(
        "R5.6", MODELS + "ServiceExtension.swift",
        "} else if end > run.deadline {", "} else if end > run.deadline.advanced(bySpan: .day) {",
        "the wait may last longer than the extension"),
    # R6 Notification centre, R8 Strategies
    Mutant(
        "R6.1", MODELS + "NotificationCentre.swift",
        "} else if setup.pointee.strategy.collapses {", "} else if !setup.pointee.strategy.collapses {",
        "collapse ids do the opposite"),
    Mutant(
        "R6.1", MODELS + "NotificationCentre.swift",
        "if setup.pointee.centre.alertsAgainOnCollapse { context.countInterruption() }",
        "context.countInterruption()",
        "a replacement always interrupts again"),
    Mutant(
        "R8", MODELS + "Strategies/FireAndForget.swift",
        "client: .showsIt", "client: .recoversGaps(GapRecovery())",
        "fire-and-forget recovers gaps"),
    Mutant(
        "R8", MODELS + "Strategies/GapRecovery.swift",
        "client: .recoversGaps(parameters)", "client: .showsIt",
        "gap-recovery recovers nothing"),
    # R2.6 Hops
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "return hop.isInBurst(at: time) ? law.lossInBurst : law.loss", "return law.loss",
        "bursts lose nothing"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "guard hop.isReachable(at: time) else { return nil }", "",
        "hops are always reachable"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "Int(push.retries) < retry.attempts", "Int(push.retries) < 0",
        "an unreachable hop is never tried again"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))", "min(max, first)",
        "the back-off does not grow"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))",
        "SimTime(seconds: first.seconds * pow(factor, Double(place)))",
        "the back-off has no bound"),
    Mutant(
        "R2.3", MODELS + "Crossing.swift",
        "    ledger[Int(push.message)].position = position\n",
        "    ledger[Int(push.message)].position = push.message + 1\n",
        "a position is the message's number + 1, whatever hop 1 loses"),
]
