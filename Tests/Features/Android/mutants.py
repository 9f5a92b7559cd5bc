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
        "R11.3", HERE + "AndroidStation.swift",
        'let idle = turn.now - lastVisit - law.after', 'let idle = turn.now - lastVisit',
        "high priority is demoted at once"),
    Mutant(
        "R11.2", HERE + "AndroidStation+Wiring.swift",
        "    device.app.stopByForce(&turn)\n    SocketStation.end(&device, &turn)\n",
        "    device.app.stopByForce(&turn)\n",
        "the connection outlives an app that the vendor stops"),
]
