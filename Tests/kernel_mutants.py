"""Mutants of the kernel, Sources/DeliverySim: of its contracts, which hold in release builds, and of rules."""

from mutant import SOURCES, Mutant

SIMULATION = SOURCES / "Simulation.swift"
PAST = '    precondition(time >= clock, "no event happens in the past")\n'
END = "    guard time < end else { return }\n"
LIVE = '      precondition(places[index].earlier == Self.live, "who was removed has no number")\n'

KERNEL_MUTANTS = [
    # Contracts
    Mutant(
        "ContractTests/noEventHappensInThePast", SIMULATION, PAST, "",
        "an event in the past is taken"),
    Mutant(
        "ContractTests/aStoppedSimulationHasAPastToo", SIMULATION, PAST + END, END + PAST,
        "a stopped simulation has no past"),
    Mutant(
        "ContractTests/theClockDoesNotRunBackwards", SIMULATION,
        "time >= clock && queue.isFree(before: time)", "queue.isFree(before: time)",
        "the clock runs backwards"),
    Mutant(
        "ContractTests/theClockPassesNoPendingEvent", SIMULATION,
        "time >= clock && queue.isFree(before: time)", "time >= clock",
        "the clock passes a pending event"),
    Mutant(
        "ContractTests/theClockDoesNotRunBackwardsWhereItIsFreeEither", SIMULATION,
        '    precondition(time >= clock, "the clock does not run backwards")\n', "",
        "the clock runs backwards where it is free"),
    Mutant(
        "SimulationWalkTests/walk", SIMULATION,
        "(clock, end) = (.zero, wholeSpan)", "clock = .zero",
        "a stopped simulation stays dead when it is rewound"),
    Mutant(
        "ContractTests/aNumberOfAPoolIsGivenBackOnce", SOURCES / "Pool.swift",
        '    precondition(places[index].earlier == Self.live, "a number is given back once")\n', "",
        "a number has two owners"),
    Mutant(
        "ContractTests/whatWasRemovedFromAPoolIsNotRead", SOURCES / "Pool.swift",
        "    _read {\n" + LIVE, "    _read {\n",
        "what was removed from a pool is read"),
    Mutant(
        "ContractTests/nobodyLeavesALineTwice", SOURCES / "LinkedQueue.swift",
        '    precondition(places[number].waits, "nobody leaves twice")\n', "",
        "somebody leaves a line twice"),
    # Rules
    Mutant(
        "R1.3", SOURCES / "WeeklyProfile.swift",
        "(Double(hour) + share) * 3600", "(Double((hour + 24) % 168) + share) * 3600",
        "the week starts on Tuesday"),
    Mutant(
        "R1.6", SOURCES / "OnOffProcess.swift",
        "down).sampleResidual(&draws)", "down).sample(&draws)",
        "the first span is a whole one"),
    Mutant(
        "R1.8", SOURCES / "KroneckerSequence.swift",
        "device: Self.noDevice", "device: device",
        "what devices are is drawn independently"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "start.microseconds % Self.week", "start.microseconds % SimTime.day.microseconds",
        "every day is a Monday"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "(hour + 1) % WeeklyPace.hours", "(hour + 1) % 24",
        "after Monday comes Monday"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "rest / weights[hour] + 0.5", "rest / max(0.5, weights[hour]) + 0.5",
        "an hour of pace 0 uses something up"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "(rest / ofWeek).rounded(.up) - 1", "(rest / ofWeek).rounded(.down)",
        "a span that ends with an hour waits for the next one that counts"),
    Mutant(
        "R3.3", SOURCES / "Simulation.swift",
        "    guard isFree(until: time) else { return false }\n", "    guard time < end else { return false }\n",
        "a push arrives before what happens on its way"),
    Mutant(
        "R3.10", SOURCES / "Throttle.swift",
        "max(full, now) + refill", "now + refill",
        "the bucket is full all the time"),
    Mutant(
        "R3.10", SOURCES / "Throttle.swift",
        "max(full, now) + refill", "full + refill",
        "the bucket fills without an end"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "[start..<week, 0..<end - week]", "[start..<week]",
        "no hours go on past the week's end"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "spans.count > 1, spans[0].lowerBound == 0,", "spans.count > 1, spans[0].lowerBound == 1,",
        "hours end with the week"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "max(last.upperBound, piece.upperBound)", "piece.upperBound",
        "hours that overlap end with the window that began last"),
]
