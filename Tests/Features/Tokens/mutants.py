"""Mutants of Sources/Models/Tokens."""

from mutant import Mutant

HERE = "Sources/Models/Tokens/"

MUTANTS = [
    Mutant(
        "R2.8", HERE + "TokenStation.swift",
        "if chance.happens(plan.registrationFailure) {", "if chance.happens(.zero) {",
        "registrations never fail"),
    Mutant(
        "R2.8", HERE + "TokenStation.swift",
        "guard chance.happens(plan.reinstalls) else", "guard chance.happens(.one) else",
        "every change is a reinstallation"),
    Mutant(
        "R2.8", HERE + "TokenStation.swift",
        "    revoked = .never\n    return true\n", "    return true\n",
        "a revocation outlives a reinstallation"),
    Mutant(
        "R2.8", HERE + "TokenStation+Wiring.swift",
        "if device.token.change(&turn), device.app.forgetMisuses() {", "if device.token.change(&turn), turn.now < .zero, device.app.forgetMisuses() {",
        "a VoIP block outlives a reinstallation"),
    Mutant(
        "R2.10", HERE + "TokenStation.swift",
        "    isRefused = true\n", "    isRefused = false\n",
        "the provider ignores a 410"),
    Mutant(
        "R2.10", HERE + "TokenStation.swift",
        "!isRefused, sent >= registered else", "!isRefused else",
        "the 410 of an older token counts for the newer one"),
    Mutant(
        "R2.10", HERE + "TokenStation.swift",
        "(isUnregistered, isRefused, hasExpired, registered) = (false, false, false, turn.now)",
        "(isUnregistered, hasExpired, registered) = (false, false, turn.now)",
        "the provider never sends again"),
    Mutant(
        "R11.5", HERE + "Tokens.swift",
        'provider.sendWindow == nil && strategy', 'strategy',
        "messages have their positions before they are sent"),
    Mutant(
        "R12.6", HERE + "TokenStation.swift",
        "    guard silentPushes >= most else { return false }\n", "    guard silentPushes > most else { return false }\n",
        "one silent push more than allowed"),
    Mutant(
        "R12.6", HERE + "TokenStation.swift",
        "guard isUnregistered, revoked == .never else", "guard isUnregistered else",
        "a registration brings the permission back"),
    Mutant(
        "R8", HERE + "TokenStation+Wiring.swift",
        "if isInstalledAnew { device", "if !isInstalledAnew { device",
        "the cursor does not start at the registration of the token"),
    Mutant(
        "R2.10", HERE + "TokenStation+Wiring.swift",
        "    device.app.uninstall(&turn)\n", "",
        "fetches and held pushes outlive the app"),
    Mutant(
        "R2.10", HERE + "TokenStation+Wiring.swift",
        "    device.serviceExtension.uninstall(&turn)\n", "",
        "the extension outlives the app"),
    Mutant(
        "R2.10", HERE + "TokenStation+Wiring.swift",
        "    device.service.emptyForToken(&turn)\n    device.serviceExtension.uninstall(&turn)\n",
        "    device.serviceExtension.uninstall(&turn)\n",
        "what is stored outlives the app"),
    Mutant(
        "R2.10", HERE + "TokenStation+Wiring.swift",
        "    device.subscriptions.leave(after: turn.ledger.count)\n", "",
        "messages are owed to who has left"),
    Mutant(
        "R2.8", HERE + "TokenStation+Wiring.swift",
        "    device.service.emptyForToken(&turn)\n    device.serviceExtension.forgetAll()\n", "    device.serviceExtension.forgetAll()\n",
        "what is stored outlives its token"),
    Mutant(
        "R2.1", HERE + "TokenStation+Wiring.swift",
        "    device.subscriptions.register(&turn)\n", "",
        "the provider never hears of changes"),
    Mutant(
        "R3.16", HERE + "TokenStation.swift",
        "let isOver = !isUnregistered && !isAbsent",
        "let isOver = isUnregistered && !isAbsent",
        "no token expires"),
    Mutant(
        "R3.16", HERE + "TokenStation+Wiring.swift",
        "    device.settleDrawing()\n    device.service.emptyForToken(&turn)\n  }\n\n  /// R2.10: what is under",
        "    device.settleDrawing()\n  }\n\n  /// R2.10: what is under",
        "an app whose token has expired is told of what was dropped"),
    Mutant(
        "R3.16", HERE + "TokenStation+Wiring.swift",
        "if isInstalledAnew { device", "do { device",
        "an app whose token has expired begins anew"),
]
