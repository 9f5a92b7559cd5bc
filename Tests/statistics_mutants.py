"""Mutants of what estimates, intervals and fits of laws come to, each with the test that must fail."""

from mutant import SOURCES, Mutant


STATISTICS_MUTANTS = [
    # Intervals
    Mutant(
        "EstimateTests/byHand", SOURCES / "Intervals.swift",
        "(1 - confidence) / (2 * Double(familySize))", "(1 - confidence) / Double(familySize)",
        "an interval leaves out its whole error on either side"),
    Mutant(
        "DifferenceTests/family", SOURCES / "Intervals.swift",
        "(1 - confidence) / (2 * Double(familySize))", "(1 - confidence) / 2",
        "differences of a family do not share their confidence"),
    Mutant(
        "BootstrapTests/pValue", SOURCES / "Intervals.swift",
        "return found.compactMap { $0 }.reduce(0, max)", "return found.compactMap { $0 }.reduce(1, min)",
        "the smaller p value of two counts"),
    Mutant(
        "BootstrapTests/ranks", SOURCES / "BootstrapT.swift",
        "estimate - ratio * standardError", "estimate + ratio * standardError",
        "the ends of a bootstrap-t are on the side of their resamples"),
    Mutant(
        "EstimateTests/extremeShares", SOURCES / "Estimate.swift",
        "Interval(low: 1 - end, high: 1, method", "Interval(low: end, high: 1, method",
        "a share of 1 has the end of a share of 0"),
    Mutant(
        "EstimateTests/extremeShares", SOURCES / "Estimate.swift",
        "log1p(-confidence) / Double(trials)", "log1p(-confidence)",
        "a share of 0 has one trial"),
    Mutant(
        "HalfWidthTests/largerSide", SOURCES / "Estimate.swift",
        "return max(high - mean, mean - low)", "return min(high - mean, mean - low)",
        "the half-width is the shorter side"),
    Mutant(
        "RatioSampleTests/plainMean", SOURCES / "RatioSample.swift",
        "/ (n * (n - 1))", "/ (n * n)",
        "a standard error with n in place of n - 1"),
    Mutant(
        "DifferenceTests/oneAgainstZero", SOURCES / "Difference.swift",
        "let reach = 2 * shareOfZeroMax", "let reach = shareOfZeroMax",
        "a trial that ends otherwise changes a difference of shares by 1"),
    Mutant(
        "IndependentDifferenceTests/scipy", SOURCES / "Difference.swift",
        "variance * variance / Double(count - 1)", "variance * variance / Double(count)",
        "degrees of freedom with n in place of n - 1"),
    Mutant(
        "HolmTests/published", SOURCES / "Holm.swift",
        "Double(pValues.count - rank) * pValues[index]", "Double(pValues.count) * pValues[index]",
        "Holm's factor does not fall"),
    Mutant(
        "VarianceSplitTests/theLowerEndIsMissedAsSeldomAsItSays", SOURCES / "VarianceSplit.swift",
        "ChiSquare.quantile(confidence, ", "ChiSquare.quantile(1 - confidence, ",
        "a lower end with the confidence of the other side"),
    # Parts at risk
    Mutant(
        "PartsAtRiskTests/byHand", SOURCES / "PartsAtRisk.swift",
        "share * Double(parts + 1) + beyond", "share * Double(parts) + beyond",
        "no trial has more parts at risk than those that were seen"),
    Mutant(
        "PartsAtRiskTests/byHand", SOURCES / "PartsAtRisk.swift",
        "Double(parts + 1) + beyond / total)", "Double(parts + 1))",
        "trials with many parts at risk lose no more than others"),
    Mutant(
        "PartsAtRiskTests/allAtRisk", SOURCES / "PartsAtRisk.swift",
        "var (least, beyond, trials) = (size * share, 0.0, 0.0)",
        "var (least, beyond, trials) = (2 * size * share, 0.0, 0.0)",
        "a trial may miss more parts than it has"),
    Mutant(
        "PartsAtRiskTests/together", SOURCES / "PartsAtRisk.swift",
        "trials[one.parts + two.parts, default: 0]", "trials[max(one.parts, two.parts), default: 0]",
        "of two policies one alone can lose"),
    Mutant(
        "PartsAtRiskTests/ends", SOURCES / "PartsAtRisk.swift",
        "map { $0.limit(ofTrials: share) } ?? share", "share",
        "a share of 0 takes no notice of what is at risk"),
    Mutant(
        "PartsAtRiskTests/ends", SOURCES / "Difference.swift",
        "          atRisk.shareOfZeroMax(confidence: confidence, trials: trials),",
        "          shareOfZeroMax(confidence: confidence, trials: trials),",
        "a difference of 0 takes no notice of what is at risk"),
    Mutant(
        "RareEventsTests/resolution", SOURCES / "Intervals.swift",
        "means.resolution * scale", "ControlVariates.Means.tables.resolution * scale",
        "chances are known no better than tables"),
    Mutant(
        "RareEventsTests/fractions", SOURCES / "Intervals.swift",
        "return sum + min(events, events * events)", "return sum + events",
        "many fractions of an event are an event"),
    Mutant(
        "RareEventsTests/contradiction", SOURCES / "ControlVariates.swift",
        "guard controls.means == .chances, let place", "guard controls.means == .tables, let place",
        "a control that contradicts the sample takes all chances with it"),
    # Quantiles
    Mutant(
        "QuantileSampleTests/inversion", SOURCES / "QuantileSample.swift",
        "share(upTo: $0, intervals)?.high ?? 1", "share(upTo: $0, intervals)?.low ?? 1",
        "a quantile has its upper end twice"),
    Mutant(
        "QuantileSampleTests/rareDifference", SOURCES / "UnsharedValues.swift",
        "guard tail < exp(-count) else", "guard count == 0, tail < exp(-count) else",
        "a rare difference of quantiles is as sure as a frequent one"),
    Mutant(
        "QuantileSampleTests/rareDifference", SOURCES / "UnsharedValues.swift",
        "sum > 0 ? max(1, variance * n / sum) : 1", "1.0",
        "values of a cluster count as if each came by itself"),
    Mutant(
        "QuantileSampleTests/unseenDifference", SOURCES / "UnsharedValues.swift",
        "guard tail < exp(-count) else", "guard count > 0, tail < exp(-count) else",
        "a difference of quantiles that was not seen cannot be"),
    Mutant(
        "CountDistributionTests/ranks", SOURCES / "CountDistribution.swift",
        "position(q, of: count).rounded(.up)", "position(q, of: count).rounded(.down)",
        "a quantile is one rank too low"),
    Mutant(
        "ClusteredSampleTests/quantile", SOURCES / "ClusteredSample.swift",
        "return (value, (high - low) / 2)", "return (value, high - low)",
        "the error of a quantile of clusters is twice as large"),
    Mutant(
        "ClusteredSampleTests/quantile", SOURCES / "ClusteredSample.swift",
        "(q * Double(sorted.count)).rounded(.up)", "(q * Double(sorted.count)).rounded(.down)",
        "a quantile of clusters is one rank too low"),
    # Sensitivity
    Mutant(
        "ElementaryEffectsTests/signs", SOURCES / "ElementaryEffects.swift",
        "(center, mean(abs))", "(center, abs(center))",
        "effects of both signs cancel in mu_star"),
    Mutant(
        "ElementaryEffectsTests/product", SOURCES / "ElementaryEffects.swift",
        " * count / (count - 1)).squareRoot()", ").squareRoot()",
        "the deviation of effects with n in place of n - 1"),
    Mutant(
        "ElementaryEffectsTests/ranks", SOURCES / "SensitivityIndex.swift",
        "let tail = (1 - confidence) / 2", "let tail = 1 - confidence",
        "a sensitivity's interval leaves out its whole error on either side"),
    Mutant(
        "SobolIndicesTests/byHand", SOURCES / "SobolIndices.swift",
        "bases.map { b[$0] * (value($0, factor) - a[$0]) }", "bases.map { a[$0] * (value($0, factor) - a[$0]) }",
        "a first-order index is taken from the wrong points"),
    Mutant(
        "SobolIndicesTests/byHand", SOURCES / "SobolIndices.swift",
        "(a[$0] - value($0, factor)) / 2 }", "(a[$0] - value($0, factor)) }",
        "a total index counts twice"),
    # Choices, inputs
    Mutant(
        "KimNelsonTests/arithmetic", SOURCES / "KimNelson.swift",
        "factor = 2 * eta * freedom", "factor = eta * freedom",
        "a candidate is left out at half the distance"),
    Mutant(
        "GapSelectionTests/severalPlausible", SOURCES / "GapSelection.swift",
        "max(0, leads.map(\\.high).max() ?? 0)", "max(0, leads.map(\\.high).min() ?? 0)",
        "a gap reaches to the nearest of those that may be the best"),
    Mutant(
        "InputVarianceTests/components", SOURCES / "InputVariance.swift",
        "draws.map { $0.first - $0.second }) / 4", "draws.map { $0.first - $0.second }) / 2",
        "noise is taken off the inputs' variance twice"),
    # Laws
    Mutant(
        "LawFitTests/goodness", SOURCES / "SpanLaw.swift",
        "(shape - 1) * logRatio", "shape * logRatio",
        "the density of a Weibull law"),
    Mutant(
        "LawFitTests/goodness", SOURCES / "GoodnessOfFit.swift",
        "2 * Double(parameterCount) - 2 * logLikelihood", "Double(parameterCount) - 2 * logLikelihood",
        "Akaike's criterion takes a parameter for half of one"),
    Mutant(
        "LawFitTests/sizes", SOURCES / "CountLaw.swift",
        "law.survival(Double(n) + 0.5)", "law.survival(Double(n))",
        "sizes are rounded up"),
    Mutant(
        "RareEventsTests/spike", SOURCES / "BootstrapT+Controls.swift",
        "known > 1e-10 * sum ? known : 0", "max(0, known)",
        "what rounding leaves of equal replications is a spread"),
]
