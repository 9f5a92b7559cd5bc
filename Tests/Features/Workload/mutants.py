"""Mutants of Sources/Models/Workload."""

from mutant import Mutant

HERE = "Sources/Models/Workload/"

MUTANTS = [
    Mutant(
        "R1.4", HERE + "WorkloadStation.swift",
        "plan.unitExponential, messages)", "plan.unitExponential, messages &+ UInt32(clock.rate * 1e6))",
        "another rate draws other arrivals"),
    Mutant(
        "R1.4", HERE + "WorkloadStation.swift",
        "law.between.sampleResidual(&draws)", "law.between.sample(&draws)",
        "bursts start with a whole gap"),
    Mutant(
        "R1.4", HERE + "WorkloadStation.swift",
        "random.sample(.rate, law, device: device)", "random.sample(.rate, law, device: 0)",
        "all devices have one rate"),
    Mutant(
        "R1.4", HERE + "Trace.swift",
        "let wrap = length - shift", "let wrap = length",
        "a shifted trace does not wrap"),
    Mutant(
        "R1.4", HERE + "Trace.swift",
        "trace.shuffles ?", "trace.shuffles && trace.samples ?",
        "a trace is not shuffled"),
    Mutant(
        "R4.3", HERE + "WorkloadStation.swift",
        "guard plan.blank.value > 0, push.carriesMessage else",
        "guard plan.blank.value > 1, push.carriesMessage else",
        "payloads with nothing to draw are drawn"),
    Mutant(
        "R4.3", HERE + "WorkloadPlan.swift",
        "hasKinds ? .all : []", "[]",
        "fast forward: nothing is ignored"),
    Mutant(
        "R1.4", HERE + "WorkloadPlan.swift",
        "pace?.end(of: between, from: start) ?? start + between", "start + between",
        "hours change nothing between bursts"),
    Mutant(
        "R1.4", HERE + "Workload.swift",
        "self.pace = pace?.scaled", "self.pace = pace",
        "the weights of bursts are not scaled"),
    Mutant(
        "R1.4", HERE + "WorkloadStation.swift",
        "lastTime = plan.bursts.end(of: rest, from: .zero)", "lastTime = rest",
        "the first wait passes at the pace of the clock"),
    Mutant(
        "R1.4", HERE + "Trace.swift",
        "if times[middle].microseconds < end", "if times[middle].microseconds <= end",
        "a message at the end is expected before it"),
    Mutant(
        "R1.4", HERE + "Trace.swift",
        "Double(rowCount) * Double(laps) + part", "part",
        "only the last lap's messages are expected"),
]
