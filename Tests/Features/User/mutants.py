"""Mutants of Sources/Models/User."""

from mutant import SOURCES, Mutant

HERE = "Sources/Models/User/"

MUTANTS = [
    Mutant(
        "R6.4", HERE + "UserStation+Wiring.swift",
        "if device.user.plan.hasBadge {", "if device.user.plan.hasBadge, turn.now < .zero {",
        "nobody reads the badge"),
    Mutant(
        "R6.4", HERE + "Badge.swift",
        "    last = max(last, push.lastPosition)\n", "    last = push.lastPosition + 1\n",
        "the badge counts the next message too"),
    Mutant(
        "R6.4", HERE + "Badge.swift",
        "    openings.append((time, last))\n", "    openings.append((.zero, last))\n",
        "what the badge tells was known from the start"),
    Mutant(
        "R1.1", HERE + "UserStation.swift",
        "turn.span(.look, plan.sees, look.message, look.showing)",
        "turn.span(.look, plan.sees, UInt32(standing.count), look.showing)",
        "looks depend on what else is there"),
    Mutant(
        "R1.1", HERE + "Pickups.swift",
        "* rate * (1 - 1e-12)", "* rate * 1.01",
        "a pick-up after the message is skipped"),
    Mutant(
        "R1.1", HERE + "Pickups.swift",
        "plan.unitExponential, number)", "plan.unitExponential, number &+ UInt32(turn.ledger.count))",
        "pick-ups depend on what waits for them"),
    Mutant(
        "R4.2", HERE + "UserStation.swift",
        "min(count - 1, Int(draws.uniform() * Double(count)))", "min(0, Int(draws.uniform() * Double(count)))",
        "all threads are one"),
    Mutant(
        "R4.2", HERE + "UserStation.swift",
        "case .thread(let thread): take(thread: thread)", "case .thread: break",
        "a thread stays when it is dismissed"),
    Mutant(
        "R4.2", HERE + "UserStation.swift",
        "see(newest(in: group) ?? look.message, &turn)", "see(look.message, &turn)",
        "a look finds what lies below in a group"),
    Mutant(
        "R4.2", HERE + "UserStation.swift",
        "    case .app:\n      clear()\n      return .clearing\n", "    case .app: break\n",
        "a group is not dismissed as a whole"),
    Mutant(
        "R4.2", HERE + "UserStation.swift",
        "if !plan.hidesPreviews, !look.isSummary {", "if !look.isSummary {",
        "hidden previews are read"),
    Mutant(
        "R4.9", HERE + "UserStation.swift",
        "    case .silent(let start, let quietEnd):\n      awaitNotice(look, from: start, quietEnd: quietEnd, &turn)\n",
        "    case .silent(let start, _): schedule(look, from: start, &turn)\n",
        "what comes silently is looked at like an alert"),
    Mutant(
        "R4.9", HERE + "SilentArrivals.swift",
        "arrival.start <= time\n", "arrival.start <= .never\n",
        "what waits for a summary lies in the centre"),
    Mutant(
        "R4.9", HERE + "SilentArrivals.swift",
        "return isWaiting ? arrival.look : nil", "return arrival.look",
        "what has been noticed is looked at again after the quiet hours"),
    Mutant(
        "R4.9", HERE + "SilentArrivals.swift",
        "if plan.pickups == nil, quietEnd != .never {", "if quietEnd != .never {",
        "with pick-ups modelled, quiet hours still end with a look"),
    Mutant(
        "R4.9", HERE + "SilentArrivals.swift",
        "guard isTimed else { return planPickup(&turn) }", "guard isTimed else { return }",
        "nobody picks up the phone"),
    Mutant(
        "R4.9", HERE + "Pickups.swift",
        " || user.asleep.end(at: time) != nil {", " {",
        "people pick up the phone asleep"),
    Mutant(
        "R4.9", HERE + "Pickups.swift",
        "guard isSwitchedOn, let start", "guard let start",
        "people pick up a phone that is switched off"),
    Mutant(
        "R4.9", HERE + "Pickups.swift",
        "weekly?.time(ofCumulative: amount) ?? amount", "amount",
        "pick-ups know no hours"),
    Mutant(
        "R6.1", HERE + "UserStation.swift",
        "return notices[Int(message)].standing > 0", "return notices[Int(message)].seen == .never",
        "what has been seen is not replaced"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "plan.asleep.end(at: time) ?? time", "time",
        "people look while they are asleep"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "guard look.clearing == clearings else", "guard look.clearing <= clearings else",
        "what was cleared away is looked at"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "    guard !isInApp else { return isSummary ? () : see(message, &turn) }\n", "",
        "what arrives in the app is looked at later"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "if isInApp { see(message, &turn) } else { receive(message) }", "receive(message)",
        "what is fetched in the open app is not seen"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "    for place in received.indices { see(received[place], &turn) }\n", "",
        "opening the app shows nothing"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "if !look.isSummary {\n      see", "if true {\n      see",
        "a tap on a summary shows its trigger"),
    Mutant(
        "R6.2", HERE + "User.swift",
        "clearing = taps + (user?.dismisses.value ?? 0)",
        "clearing = max(taps, user?.dismisses.value ?? 0)",
        "taps and dismissals overlap"),
    Mutant(
        "R6.2", HERE + "UserStation.swift",
        "return .tap(look.message, showing: look.showing)", "return .nothing",
        "a tap opens nothing"),
    Mutant(
        "R12.2", HERE + "UserStation.swift",
        "notice.standing > 0 && notice.seen == .never && !notice.isLookedAt", "notice.standing > 0",
        "a repeat goes on after the look"),
    Mutant(
        "R12.2", HERE + "UserStation.swift",
        "guard look.isSummary || notices[Int(look.message)].standing > 0 else", "guard look.message < .max else",
        "a notification that is gone can be dismissed again"),
    Mutant(
        "R12.3", HERE + "User.swift",
        "      acting = clearing + (user?.actions?.shareInReach ?? 0)\n", "      acting = clearing\n",
        "nobody presses a button"),
    Mutant(
        "R12.3", HERE + "Actions.swift",
        " * Double(min(count, 2)) / Double(count)", "",
        "all four buttons are in reach"),
    Mutant(
        "R12.5", HERE + "UserStation.swift",
        "    if plan.isDialog { clear() }\n    if !isSummary", "    if !isSummary",
        "dialogs lie on one another"),
    Mutant(
        "R12.5", HERE + "UserStation.swift",
        "      if plan.isDialog { clear() }\n", "",
        "a dialog stays after the look"),
    Mutant(
        "R12.3", HERE + "UserStation+Wiring.swift",
        "turn.now.advanced(bySpan: device.user.unlockTime(message, showing: showing, turn))", "turn.now",
        "no action needs an unlocked phone"),
    Mutant(
        "R11.4", HERE + "UserStation+Wiring.swift",
        "if !device.centre.decide(&turn), device.authorisation == .allowed {", "if device.centre.decide(&turn), device.authorisation == .allowed {",
        "who keeps notifications turns them off"),
    Mutant(
        "R4.9", HERE + "UserStation+Wiring.swift",
        "    react(to: outcome, &device, &turn)\n    notice(&device, &turn)\n", "    react(to: outcome, &device, &turn)\n",
        "a look at an alert finds nothing that came silently"),
]
