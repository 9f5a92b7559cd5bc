"""Mutants of what `fit` makes of logs, each with the test that must fail."""

from mutant import Mutant

FIT = "Sources/Fit/"

FIT_MUTANTS = [
    # Windows and intervals
    Mutant(
        "FitRecoveryTests/theWeekBeginsOnMondayInLogsWithACalendar", FIT + "LogWindow.swift",
        "(start + 3 * 86_400)", "(start + 4 * 86_400)",
        "a week begins on Sunday"),
    Mutant(
        "LogReadingTests/theWindowChooses", FIT + "LogWindow.swift",
        "return span * count / (count - 1)", "return span",
        "a log ends with its last row"),
    Mutant(
        "LogReadingTests/theWindowChooses", FIT + "LogWindow.swift",
        "(span / 86_400).rounded(.down) + 1", "(span / 86_400).rounded(.down)",
        "a log of days lacks the last one"),
    Mutant(
        "LogReadingTests/intervalsOfADeviceAreJoinedWhereTheyTouch", FIT + "IntervalLog.swift",
        "interval.start <= last.end {", "interval.start < last.end {",
        "intervals that touch are two"),
    Mutant(
        "LogReadingTests/intervalsOfADeviceAreJoinedWhereTheyTouch", FIT + "IntervalLog.swift",
        "max(last.end, interval.end)", "interval.end",
        "an interval ends with one that lies within it"),
    Mutant(
        "FitArithmeticTests/medians", FIT + "IntervalLog.swift",
        "lengths[(lengths.count - 1) / 2]", "lengths[lengths.count / 2]",
        "the median of an even number is the upper one"),
    Mutant(
        "FitRecoveryTests/intervals", FIT + "FittedNetwork.swift",
        "package var online: FittedSpan? { log.areOnline ? lengths : pauses }",
        "package var online: FittedSpan? { log.areOnline ? pauses : lengths }",
        "times online are those offline"),
    # Arrivals
    Mutant(
        "FitArithmeticTests/onePoissonRate", FIT + "PoissonFit.swift",
        "count * Foundation.log(rate) - rate * exposure", "count * Foundation.log(rate)",
        "the likelihood of a Poisson process forgets the time without messages"),
    Mutant(
        "FitArithmeticTests/evenHours", FIT + "WeeklyShape.swift",
        "counts[$0] / Self.exposure($0, phase, window.length)", "counts[$0]",
        "an hour that the window has twice is twice as loud"),
    Mutant(
        "FitArithmeticTests/bursts", FIT + "BurstSplit.swift",
        "if gap > threshold {", "if gap >= threshold {",
        "a gap as long as the threshold ends a burst"),
    Mutant(
        "FitArithmeticTests/bursts", FIT + "BurstSplit.swift",
        "starts.append(time - first)", "starts.append(gap)",
        "from start to start is from end to start"),
    Mutant(
        "FittedInputsTests/theScenarioHasTheLogsRate", FIT + "BurstFit.swift",
        "86_400 * size / rate - (size - 1) * inner", "86_400 * size / rate - size * inner",
        "a burst has as many gaps as messages"),
    # Numbers of the scenario
    Mutant(
        "FittedInputsTests/theScenarioHasTheLogsRate", FIT + "FitNumber.swift",
        ".lognormal(logMedian: logMedian + log(factor), sigma: sigma)",
        ".lognormal(logMedian: logMedian, sigma: sigma)",
        "a lognormal law is not made longer"),
    Mutant(
        "FittedInputsTests/oneRate", FIT + "FitNumber.swift",
        'text(perSecond * 86_400, 5) + "/d"', 'text(perSecond * 86_400, 5) + "/h"',
        "rates a day are written as rates an hour"),
    Mutant(
        "FitArithmeticTests/durations", FIT + "FitNumber.swift",
        'plain(value * 1e3) + "ms"', 'plain(value * 1e6) + "ms"',
        "milliseconds are a thousand too many"),
    Mutant(
        "FittedInputsTests/mixturesOfLaws", FIT + "FittedInputs.swift",
        "1 / (Double(total) * zeroShare * (1 - zeroShare))", "1 / (Double(total) * zeroShare)",
        "the variance of a share's odds"),
    Mutant(
        "FitRegionsTests/regions", FIT + "CommonOutages.swift",
        "(Double(regions) * length - outages)", "(Double(regions) * length)",
        "outages count as time between outages"),
    Mutant(
        "FitArithmeticTests/kept", FIT + "KeptTrials.swift",
        "trials.filter { $0.received < $0.sent }", "trials.filter { $0.received <= $0.sent }",
        "a trial in which all arrived says how many are kept"),
    Mutant(
        "FitArithmeticTests/kept", FIT + "KeptTrials.swift",
        "incomplete.map(\\.received).max() }", "incomplete.map(\\.received).min() }",
        "the fewest that arrived are what is kept"),
]
