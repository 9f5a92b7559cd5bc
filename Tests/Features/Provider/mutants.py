"""Mutants of Sources/Models/Provider."""

from mutant import SOURCES, Mutant

HERE = "Sources/Models/Provider/"

MUTANTS = [
    Mutant(
        "R0.2", HERE + "Provider.swift",
        "retention: SimTime = .never", "retention: SimTime = .day",
        "payloads are kept for a day by default"),
    Mutant(
        "R0.2", HERE + "Hop.swift",
        "    loss: Probability = .zero,", "    loss: Probability = .one,",
        "hops lose by default"),
    Mutant(
        "R1.2", HERE + "ProviderStation.swift",
        "turn.span(.link, plan.link.latency, push)",
        "turn.span(\n      .link, plan.link.latency,\n      Push(\n"
        "        message: UInt32(turn.books.counts.sent + (Int(push.message) < turn.ledger.count ? 0 : 1)),\n"
        "        copy: push.copy, sent: push.sent))",
        "link latency is drawn in order of sending"),
    Mutant(
        "R2.2", HERE + "ProviderPlan.swift",
        "    time < created", "    time >= .zero || time < created",
        "payloads are kept for ever"),
    Mutant(
        "R2.4", HERE + "Resend.swift",
        "chance.happens(failure)", "chance.happens(.zero)",
        "re-requests never fail"),
    Mutant(
        "R2.4", HERE + "Resend.swift",
        "    if run.timesOut { return .timedOut }\n", "",
        "a request that times out is answered"),
    Mutant(
        "R2.5", HERE + "ResendQueue.swift",
        "busy.count < capacity.servers ? time : busy[0]", "time",
        "nobody waits for a server"),
    Mutant(
        "R2.5", HERE + "ResendQueue.swift",
        "guard wait <= capacity.timeout else", "guard wait < capacity.timeout || wait == .zero else",
        "a wait that ends exactly at the limit is too long"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "(hop.isIdeal, hop.changes, hop.loss)", "(hop.isIdeal, hop.changes, .zero)",
        "hop 2 loses nothing"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "latency = arena.sampler(hop.latency)", "latency = arena.sampler(.zero)",
        "hop 2 takes no time"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "return hop.isInBurst(at: time) ? lossInBurst : loss", "return loss",
        "bursts lose nothing"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "guard hop.isReachable(at: time) else { return nil }", "",
        "hops are always reachable"),
    Mutant(
        "R2.6", HERE + "ProviderStation.swift",
        "Int(push.retries) < retry.attempts", "Int(push.retries) < 0",
        "an unreachable hop is never tried again"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))", "min(max, first)",
        "the back-off does not grow"),
    Mutant(
        "R2.6", HERE + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))",
        "SimTime(seconds: first.seconds * pow(factor, Double(place)))",
        "the back-off has no bound"),
    Mutant(
        "R2.6", HERE + "ProviderStation.swift",
        "else {\n      return refuse(push, .provider(.serverLost), &turn)\n    }",
        "else {\n      turn.books.queue.append(push.message)\n"
        "      return refuse(push, .provider(.serverLost), &turn)\n    }",
        "what hop 1 loses has a position too"),
    Mutant(
        "R2.6", HERE + "ProviderStation.swift",
        "(.service, turn.now + span)", "(.service, turn.now)",
        "not fast forward: hop 2 takes no time"),
    Mutant(
        "R2.7", HERE + "ProviderStation.swift",
        "push.items == 0, push.hasContent else", "push.items == 0 else",
        "a push without content is refused as too large"),
    Mutant(
        "R2.7", HERE + "ProviderStation.swift",
        "    if isTooLarge(push, &turn) {\n      turn.end(push, .pushService(.rejectedTooLarge))\n      return push\n    }\n", "",
        "pushes may have any size"),
    Mutant(
        "R2.9", HERE + "ProviderStation.swift",
        "    retries.forget()\n", "",
        "who has left a strategy is still sent repeats"),
    Mutant(
        "R3.7", HERE + "ProviderStation.swift",
        "    retries.await(message, copy: copy, plan, &turn)\n", "",
        "not fast forward: nothing is sent again by itself"),
    Mutant(
        "R2.11", HERE + "ProviderStation.swift",
        "guard !plan.link.awaitsAnswers else", "guard turn.now >= .zero else",
        "nobody waits for answers"),
    Mutant(
        "R2.11", HERE + "UnansweredPushes.swift",
        "      guard !device.token.isMissing else { return }\n", "",
        "repeats go to tokens that are refused"),
    Mutant(
        "R8", HERE + "ProviderPlan.swift",
        "heartbeatType = policy.heartbeat?.form.pushType ?? .alert", "heartbeatType = .alert",
        "silent heartbeats are alerts"),
    Mutant(
        "R8", HERE + "ProviderStation.swift",
        "if let digest = plan.digest { push", "if let digest = plan.digest, copy == 0 { push",
        "agreement: repeats carry no earlier messages",
        tests="AgreementTests"),
    Mutant(
        "R11.5", HERE + "SendWindow.swift",
        '    guard turn.now < kept else { return .expired }\n', '',
        "what waits for the window never expires"),
    Mutant(
        "R11.5", HERE + "SendWindow.swift",
        '    if levels.level(of: message, turn).isUrgent { return true }\n', '',
        "time-sensitive messages wait for the send window"),
    Mutant(
        "R11.5", HERE + "SendWindow.swift",
        '    return chance.happens(urgent)', '    return !chance.happens(urgent)',
        "urgent messages wait, others do not"),
    Mutant(
        "R11.5", HERE + "SendWindow.swift",
        '(push.destination, push.legEnd) = (.provider, min(opening, kept))', '(push.destination, push.legEnd) = (.provider, opening)',
        "what waits expires when the window opens"),
    Mutant(
        "R12.7", HERE + "ProviderPlan.swift",
        "guard cutOff.isEmpty, !link", "guard !link",
        "messages that nobody looks at pass a service that takes none"),
]
