"""Mutants of what a calibration reads, refuses and says, each with the test that must fail."""

from mutant import SOURCES, Mutant


CALIBRATE_MUTANTS = [
    # Pushes that reach a device and are not shown
    Mutant(
        "KeyFactTests/reachedAndShown", SOURCES / "ReachedAndShown.swift",
        "([setup] + groups.map(\\.setup)).allSatisfy", "[setup].allSatisfy",
        "groups are not asked whether what reaches them is shown"),
    Mutant(
        "ReachedShareTests/arrivals", SOURCES / "ObservableMetrics.swift",
        " || cause == Cause(AppCause.forceQuit)", "",
        "a push has reached an app that is stopped"),
    Mutant(
        "ReachedShareTests/arrivals", SOURCES / "ObservableMetrics.swift",
        "case .device, .extension, nil: false", "case .device, .extension, nil: true",
        "what the phone hides has not reached it"),
    Mutant(
        "KeyFactTests/reachedAndShown", SOURCES / "DeviceReader.swift",
        ".hides { $0.settings.alertsOff.value > 0 }", "",
        "with alerts off, what reaches a device is shown"),
    Mutant(
        "KeyFactTests/reachedAndShown", SOURCES / "DeviceReader.swift",
        "$0.settings.provisional.value > 0 && $0.settings.provisionalKept.value < 1",
        "$0.settings.provisional.value > 0",
        "users who keep all notifications do not see them"),
    # Jumps
    Mutant(
        "ClusteredSampleTests/jump", SOURCES / "ClusteredSample.swift",
        "let allowed = 3 * 3 * quantile.standardError", "let allowed = 1e9 * quantile.standardError",
        "quantiles near a jump of less than a factor of ten are figures"),
    Mutant(
        "ClusteredSampleTests/jump", SOURCES / "ClusteredSample.swift",
        "      && high <= 10 * quantile.value && quantile.value <= 10 * low\n", "",
        "a standard error that is as large as the jump allows it"),
    Mutant(
        "ObservedFigureTests/jumps", SOURCES / "Receipts.swift",
        "guard isSmooth else {", "guard isSmooth || !metric.isEmpty else {",
        "quantiles at a jump are figures"),
    # Receipts
    Mutant(
        "ObservedFigureTests/questions", SOURCES / "ReceiptColumns.swift",
        "last - first > Self.longest", "last - first > 1e3 * Self.longest",
        "a log of many years counts in seconds"),
    Mutant(
        "ObservedFigureTests/questions", SOURCES / "ReceiptColumns.swift",
        "abs($0) >= LogUnit.latest", "abs($0) >= 1e9 * LogUnit.latest",
        "milliseconds since 1970 are seconds"),
    Mutant(
        "ObservedFigureTests/questions", SOURCES / "ReceiptColumns.swift",
        "if unit == nil, table.unit == .s, let question", "if unit != nil, table.unit == .s, let question",
        "nobody asks about times of day"),
    Mutant(
        "ObservedFigureTests/otherLogs", SOURCES / "LogReader+Table.swift",
        "isConverted ? $0.values.map(unit.seconds(of:)) : $0.values", "$0.values",
        "numbers are in seconds, whatever their unit"),
    # Intervals
    Mutant(
        "CalibrationEndsTests/uneven", SOURCES / "Calibration.swift",
        "result.spread[$0] > Self.waldMax", "result.spread[$0] > 1e9 * Self.waldMax",
        "all intervals come from the slopes"),
    Mutant(
        "CalibrationEndsTests/open", SOURCES / "Profile.swift",
        "return bound == farthest ? nil : bound", "return bound",
        "an end is never open"),
    Mutant(
        "CalibrationEndsTests/withOthers", SOURCES / "Profile.swift",
        "for (other, length) in zip(others, fit.step) { step[other] = length }",
        "for (other, length) in zip(others, fit.step) { step[other] = 0 * length }",
        "the other unknowns stay where they are"),
    # The search and what is said of it
    Mutant(
        "CalibrationEndsTests/farStart", SOURCES / "Calibration+Search.swift",
        "if next == nil, isAstray(surface) {", "if next == nil, isAstray(surface), surface.place.isEmpty {",
        "a search ends where the figures hardly change"),
    Mutant(
        "CalibrationEndsTests/farStartWithOthers", SOURCES / "Calibration+Search.swift",
        "for direction in surface.fit.open {", "for direction in surface.fit.open.prefix(0) {",
        "a search never leaps"),
    Mutant(
        "CalibrationEndsTests/noLatency", SOURCES / "CalibrationResult.swift",
        "abs(produced) < 1e-9", "abs(produced) < 0",
        "a scenario without latency should start elsewhere"),
    # Clocks
    Mutant(
        "ReceiptClockTests/behind", SOURCES / "ReceiptClock.swift",
        "received - sent + offset", "received - sent",
        "the offset of a clock changes nothing"),
    Mutant(
        "ReceiptClockTests/jitter", SOURCES / "ReceiptClock.swift",
        "values.map { max(0, $0) }", "values",
        "a delay may be below 0"),
    Mutant(
        "ReceiptClockTests/single", SOURCES / "ReceiptClock.swift",
        "sorted[Int(few * Double(sorted.count))]", "sorted[0]",
        "a single row makes the offset"),
    Mutant(
        "ReceiptClockTests/zones", SOURCES / "ReceiptClock.swift",
        "guard fastest > Self.slow else", "guard fastest > 1e9 * Self.slow else",
        "nobody asks about receipts that all take an hour"),
    # Laws
    Mutant(
        "CalibrationShapeTests/laws", SOURCES / "LawShape.swift",
        "let wanted = factor * variation", "let wanted = 0 * factor + variation",
        "other laws have the same spread"),
    Mutant(
        "CalibrationShapeTests/laws", SOURCES / "LawShape.swift",
        "case .lognormalMedian: expm1(shape * shape).squareRoot()", "case .lognormalMedian: shape",
        "the spread of a lognormal law is its sigma"),
    Mutant(
        "CalibrationShapeTests/rejectedLaw", SOURCES / "ShapeFit.swift",
        "pValue.map { $0 < 0.05 } ?? false", "pValue.map { $0 < 0 } ?? false",
        "a law that does not produce the figures counts"),
    Mutant(
        "CalibrationShapeTests/average", SOURCES / "ShapeAverage.swift",
        "exp((least - $0.statistic) / 2)", "exp(least - $0.statistic)",
        "shapes weigh exp(-J)"),
    Mutant(
        "CalibrationShapeTests/average", SOURCES / "ShapeAverage.swift",
        "(middle - part.1.value) / error", "(middle - parts[0].1.value) / error",
        "what is between shapes is no error"),
    Mutant(
        "CalibrationShapeTests/oneInterval", SOURCES / "CalibrationResult+Shapes.swift",
        "return ((low + high) / 2, (high - low) / (2 * reach))",
        "return (place[unknown], spread[unknown])",
        "inputs are drawn with another interval than the answer has"),
    # Apple's console
    Mutant(
        "ConsoleExportTests/byHand", SOURCES / "ConsoleExport.swift",
        "let absent = needed.filter { counts[$0] == nil }",
        "let absent = needed.filter { _ in false }",
        "a status without a row is not named"),
    Mutant(
        "ConsoleExportTests/absentDay", SOURCES / "ConsoleExport.swift",
        "{ $0.intersection($1) }", "{ $0.union($1) }",
        "a day without a row of a status has 0 of it"),
    Mutant(
        "ConsoleExportTests/rounding", SOURCES / "ConsoleExport.swift",
        "mean($0) < rounding && rounding > 1", "mean($0) < 0 * rounding",
        "rounding makes figures"),
    Mutant(
        "ConsoleExportTests/rare", SOURCES / "CalibrationTarget.swift",
        "private static let errorMax = 0.25", "private static let errorMax = 25.0",
        "two pushes make a figure"),
    # Whole numbers
    Mutant(
        "CapacityCalibrationTests/silentDevices", SOURCES / "WholeNumbers.swift",
        "if others.count >= calibration.model.targets.count, ends.low != ends.high { return true }",
        "", "one of many numbers is the answer"),
    Mutant(
        "CapacityCalibrationTests/interval", SOURCES / "WholeNumbers.swift",
        "$0.statistic - best.statistic <= reach * reach", "$0.statistic - best.statistic <= reach",
        "an interval ends at the root of its reach"),
    Mutant(
        "CapacityCalibrationTests/openEnd", SOURCES / "WholeNumbers.swift",
        "high: isOpen && !isLast ? nil : key.wholePlace(high))", "high: key.wholePlace(high))",
        "the upper end of a whole number is never open"),
    Mutant(
        "CapacityCalibrationTests/rareMessages", SOURCES / "WholeNumbers.swift",
        "return ends.high.map { key.wholePlace(key.scale.number($0).rounded() + 1) == nil } ?? true",
        "return ends.high.map { key.wholePlace(key.scale.number($0).rounded() + 1) == nil } ?? false",
        "a number of which nothing is known is found"),
    Mutant(
        "CapacityCalibrationTests/withAbsences", SOURCES / "WholeNumbers.swift",
        "let middle = trial.surface.place[unknown] + trial.surface.step[unknown]",
        "let middle = trial.surface.place[unknown] + 1",
        "the interval of another unknown lies elsewhere"),
]
