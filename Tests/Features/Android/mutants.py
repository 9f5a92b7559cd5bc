"""Mutants of Sources/Models/Android."""

from mutant import Mutant

HERE = "Sources/Models/Android/"

MUTANTS = [
    Mutant(
        "R11.3", HERE + "AndroidStation.swift",
        'wait = isWindow ? longer : doze.first', 'wait = doze.first',
        "maintenance windows do not grow rarer"),
    Mutant(
        "R11.3", HERE + "AndroidStation.swift",
        'doze.longest.seconds', 'doze.longest.seconds * 10',
        "waits for a window grow without end"),
    Mutant(
        "R11.3", HERE + "AndroidStation.swift",
        '    step = .never\n    guard isDozing', '    guard isDozing',
        "who uses the phone does not start the windows anew"),
    Mutant(
        "R11.3", HERE + "AndroidStation.swift",
        '    (isAppOpen, isStopped, stop) = (true, false, .never)', '    (isAppOpen, stop) = (true, .never)',
        "an app that is opened stays stopped"),
    Mutant(
        "R11.3", HERE + "Demotion.swift",
        "Double(visible) / Double(count) < share.value", "Double(visible) / Double(count) <= share.value",
        "a share that is met exactly is too little"),
    Mutant(
        "R11.3", HERE + "Demotion.swift",
        "handOvers[first].time <= start {", "handOvers[first].time < start {",
        "the window includes its beginning"),
    Mutant(
        "R11.3", HERE + "AndroidStation+Demotion.swift",
        "chance.happens(law.share)", "chance.happens(.one)",
        "all are demoted, whatever the share"),
    Mutant(
        "R11.3", HERE + "AndroidStation+Demotion.swift",
        "device.authorisation == .allowed && push.hasAlert", "push.hasAlert",
        "what users have switched off is visible"),
    Mutant(
        "R11.3", HERE + "AndroidStation+Demotion.swift",
        "&& push.hasAlert && !push.isFiltered", "&& !push.isFiltered",
        "badge updates are visible"),
    Mutant(
        "R11.3", HERE + "AndroidStation+Demotion.swift",
        "    guard device.service.plan.priorities.isUrgent(push) else { return }\n", "",
        "pushes of normal priority count too"),
    Mutant(
        "R11.2", HERE + "AndroidStation+Wiring.swift",
        "    device.app.stopByForce(&turn)\n    SocketStation.end(&device, &turn)\n",
        "    device.app.stopByForce(&turn)\n",
        "the connection outlives an app that the vendor stops"),
]
