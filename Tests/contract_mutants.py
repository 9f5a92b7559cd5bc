"""Mutants of the contracts of the kernel, which hold in release builds; each with the test that must fail."""

from mutant import SOURCES, Mutant
from mutant_list import MODELS

SIMULATION = SOURCES / "Simulation.swift"
PAST = '    precondition(time >= clock, "no event happens in the past")\n'
END = "    guard time < end else { return }\n"
LIVE = '      precondition(places[index].earlier == Self.live, "who was removed has no number")\n'

CONTRACT_MUTANTS = [
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
        "ContractTests/nobodyLeavesALineTwice", SOURCES / "Line.swift",
        '    precondition(places[number].waits, "nobody leaves twice")\n', "",
        "somebody leaves a line twice"),
    Mutant(
        "EventKindTests/anEventOfNoKindIsRefused", MODELS + "Engine/EventKind.swift",
        "Int(event.kind) < Self.allCases.count", "Int(event.kind) <= Self.allCases.count",
        "there is one kind of events too many"),
]
