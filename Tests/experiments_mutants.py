"""Mutants of what a run, a check, a choice or a calibration says, each with the test that must fail."""

from mutant import SOURCES, Mutant


EXPERIMENTS_MUTANTS = [
    # Metrics
    Mutant(
        "MetricDefinitionTests/ratios", SOURCES / "Metric+Kinds.swift",
        "x: { Double($0[count]) }, y: \\.deviceDays", "x: { Double($0[count]) }, y: { Double($0.devices) }",
        "a rate of device-days is one of devices"),
    Mutant(
        "MetricDefinitionTests/ratios", SOURCES / "Metric+Kinds.swift",
        "x: { Double($0[count]) }, y: { Double($0[.owed])", "x: { Double($0[count]) }, y: { Double($0[.shown])",
        "what is sent for a notification is for one that was shown"),
    Mutant(
        "MetricDefinitionTests/ratios", SOURCES / "Metric+Kinds.swift",
        "Double(all.reduce(0) { $0 + record[$1] })", "Double(all.reduce(0) { max($0, record[$1]) })",
        "a sum of fates is the largest of them"),
    Mutant(
        "MetricDefinitionTests/shareOfZero", SOURCES / "Metric+Estimates.swift",
        "devicesAreIndependent ? replications * frame.devices : replications", "replications * frame.devices",
        "devices are trials although they share something"),
    Mutant(
        "MetricDefinitionTests/differences", SOURCES / "Metric+Estimates.swift",
        "ifZero: ifZero, familySize: familySize,\n          resampling", "ifZero: ifZero,\n          resampling",
        "differences to a baseline do not share their confidence"),
    # Verdicts
    Mutant(
        "VerdictTests/theBoundItself", SOURCES / "Verdict.swift",
        "case .above: (low.map { $0 > bound }", "case .above: (low.map { $0 >= bound }",
        "above a bound is at least the bound"),
    Mutant(
        "VerdictTests/theBoundItself", SOURCES / "Verdict.swift",
        "case .atMost: (high.map { $0 <= bound }, low.map", "case .atMost: (low.map { $0 <= bound }, low.map",
        "a lower end decides that something is at most a bound"),
    Mutant(
        "JudgementTests/verdictsFollowTheFactsOfTheModel", SOURCES / "Verdict.swift",
        "series[0].replications, from: series[1].replications", "series[1].replications, from: series[0].replications",
        "a difference is judged with the other sign"),
    # Checks
    Mutant(
        "CheckVerdictTests/theWholeIntervalDecides", SOURCES / "CheckVerdict.swift",
        "if high <= margin { return .pass }", "if low <= margin { return .pass }",
        "an interval that begins within the margin passes"),
    Mutant(
        "CheckVerdictTests/theWholeIntervalDecides", SOURCES / "CheckVerdict.swift",
        "return low > margin ? .fail", "return low >= margin ? .fail",
        "an interval that begins at the margin fails"),
    Mutant(
        "CheckVerdictTests/aFailComesBeforeInconclusive", SOURCES / "CheckVerdict.swift",
        "CheckVerdict.worstFirst.first(where: found.contains) ?? .pass", "first { $0 != .pass } ?? .pass",
        "the first verdict that is no pass counts"),
    Mutant(
        "CheckMarginTests/standardMargin", SOURCES / "Margin.swift",
        "return max(absolute, relative * abs(baseline))", "return min(absolute, relative * abs(baseline))",
        "the smaller one of two margins counts"),
    Mutant(
        "AmountTests/kinds", SOURCES / "Amount.swift",
        'text.dropLast(2) + "%" : text', "String(text.dropLast(2)) : text",
        "points of a share are shares"),
    Mutant(
        "CheckMarginTests/directions", SOURCES / "MetricCheck.swift",
        "worseningFrom: -interval.high, to: -interval.low", "worseningFrom: interval.low, to: interval.high",
        "less of what should be more is better"),
    Mutant(
        "CheckMarginTests/quantiles", SOURCES / "MetricDifference.swift",
        "hypot(max(0, now.value - mine.low), max(0, others.high - before.value))",
        "hypot(max(0, mine.high - now.value), max(0, before.value - others.low))",
        "a difference of quantiles has its upper side twice"),
    # Choices
    Mutant(
        "ChoiceTests/goals", SOURCES / "Selection.swift",
        "isMaximised ? 1 : -1", "isMaximised ? -1 : 1",
        "the worst is chosen"),
    Mutant(
        "ChoiceTests/limits", SOURCES / "Selection.swift",
        "(isUpper ? 1 : -1) * slack", "(isUpper ? -1 : 1) * slack",
        "who is at a limit does not meet it"),
    Mutant(
        "ChoiceTests/confidence", SOURCES / "Selection.swift",
        "constraints.isEmpty ? confidence : 1 - (1 - confidence) / 2", "confidence",
        "limits take nothing of the confidence"),
    Mutant(
        "ChoiceTests/confidence", SOURCES / "ContestRun.swift",
        "max(1, contest.candidates.count - 1) * sizes.count", "sizes.count",
        "gaps do not share their confidence"),
    Mutant(
        "ChoiceTests/ties", SOURCES / "ContestView.swift",
        "(tie.better == .lower ? 1 : -1)", "(tie.better == .lower ? -1 : 1)",
        "of those that are as good the most expensive is taken"),
    Mutant(
        "ChoiceTests/pareto", SOURCES / "Pareto.swift",
        "metric.better == .higher ? (low, high) : (-high, -low)", "(low, high)",
        "more is better in every metric"),
    # Sweeps and samples
    Mutant(
        "BreakEvenTests/crossing", SOURCES / "BreakEven.swift",
        "ends.0 / (ends.0 - ends.1)", "ends.1 / (ends.1 - ends.0)",
        "a break-even lies as far from the other value"),
    Mutant(
        "BreakEvenTests/crossing", SOURCES / "BreakEven.swift",
        "(found[crossing.isRising ? 1 : 0], found[crossing.isRising ? 0 : 1])",
        "(found[crossing.isRising ? 0 : 1], found[crossing.isRising ? 1 : 0])",
        "the ends of a break-even are swapped"),
    Mutant(
        "SampleTests/saltelli", SOURCES / "SampleDesign.swift",
        "$0 == factor ? b[$0] : a[$0]", "$0 == factor ? a[$0] : b[$0]",
        "all factors but one are exchanged"),
    Mutant(
        "SampleTests/trajectories", SOURCES / "SampleDesign.swift",
        "levels[factor] < 2 ? 2 : -2", "levels[factor] < 2 ? 1 : -1",
        "a step is a quarter of the range"),
    Mutant(
        "LinearSensitivityTests/morris", SOURCES / "Sensitivity.swift",
        '.init("mu", effects.mu), .init("mu_star", effects.muStar)',
        '.init("mu", effects.sigma), .init("mu_star", effects.muStar)',
        "mu is sigma"),
    # Calibration
    Mutant(
        "ObservedFigureTests/fewSamples", SOURCES / "CalibrationSurface.swift",
        "return degrees.map { StudentT.quantile(probability, degreesOfFreedom: $0) }\n      ?? ", "return ",
        "an error from few samples is known"),
    Mutant(
        "ObservedFigureTests/fewSamples", SOURCES / "CalibrationSurface.swift",
        "Double($0 - 1)", "Double($0)",
        "n samples leave n degrees of freedom"),
    Mutant(
        "ObservedFigureTests/days", SOURCES / "DeliveryData.swift",
        "zip(shares, accepted).map { $0 * $1 }, denominators: accepted",
        "shares, denominators: accepted.map { _ in 1 }",
        "days weigh the same"),
    Mutant(
        "ObservedFigureTests/messages", SOURCES / "DeliveryEvents.swift",
        "accepted[message] = min(time, accepted[message] ?? time)",
        "accepted[message] = max(time, accepted[message] ?? time)",
        "a message is accepted when that is last said"),
    Mutant(
        "ObservedFigureTests/receipts", SOURCES / "Receipts.swift",
        "delays.map { $0.filter(\\.isFinite) }", "delays",
        "pushes without a receipt are delays"),
    # Shards
    Mutant(
        "DealtPiecesTests/byHand", SOURCES / "Dealing.swift",
        "heap[child] < entry {", "heap[child] > entry {",
        "a piece goes to who has most"),
]
