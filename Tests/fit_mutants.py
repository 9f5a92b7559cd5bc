"""Mutants of what `fit` makes of logs, each with the test that must fail."""

from mutant import SOURCES, Mutant


FIT_MUTANTS = [
    # Windows and intervals
    Mutant(
        "FitRecoveryTests/theWeekBeginsOnMondayInLogsWithACalendar", SOURCES / "LogWindow.swift",
        "(start + 3 * 86_400)", "(start + 4 * 86_400)",
        "a week begins on Sunday"),
    Mutant(
        "LogReadingTests/theWindowChooses", SOURCES / "LogWindow.swift",
        "return span * count / (count - 1)", "return span",
        "a log ends with its last row"),
    Mutant(
        "LogReadingTests/theWindowChooses", SOURCES / "LogWindow.swift",
        "(span / 86_400).rounded(.down) + 1", "(span / 86_400).rounded(.down)",
        "a log of days lacks the last one"),
    Mutant(
        "LogReadingTests/intervalsOfADeviceAreJoinedWhereTheyTouch", SOURCES / "IntervalLog.swift",
        "interval.start <= last.end {", "interval.start < last.end {",
        "intervals that touch are two"),
    Mutant(
        "LogReadingTests/intervalsOfADeviceAreJoinedWhereTheyTouch", SOURCES / "IntervalLog.swift",
        "max(last.end, interval.end)", "interval.end",
        "an interval ends with one that lies within it"),
    Mutant(
        "FitArithmeticTests/medians", SOURCES / "IntervalLog.swift",
        "lengths[(lengths.count - 1) / 2]", "lengths[lengths.count / 2]",
        "the median of an even number is the upper one"),
    Mutant(
        "FitRecoveryTests/intervals", SOURCES / "SpanLaws.swift",
        "var online: FittedSpan? { areOnline ? lengths : pauses }",
        "var online: FittedSpan? { areOnline ? pauses : lengths }",
        "times online are those offline"),
    # Arrivals
    Mutant(
        "FitArithmeticTests/onePoissonRate", SOURCES / "PoissonFit.swift",
        "count * Foundation.log(rate) - rate * exposure", "count * Foundation.log(rate)",
        "the likelihood of a Poisson process forgets the time without messages"),
    Mutant(
        "FitArithmeticTests/evenHours", SOURCES / "WeeklyShape.swift",
        "cells.map { events[$0] / spans[$0] }", "cells.map { events[$0] }",
        "an hour that the window has twice is twice as loud"),
    Mutant(
        "FitArithmeticTests/bursts", SOURCES / "BurstSplit.swift",
        "if gap > threshold {", "if gap >= threshold {",
        "a gap as long as the threshold ends a burst"),
    Mutant(
        "FitArithmeticTests/bursts", SOURCES / "BurstSplit.swift",
        "starts.append(time - first)", "starts.append(gap)",
        "from start to start is from end to start"),
    Mutant(
        "FittedInputsTests/theScenarioHasTheLogsRate", SOURCES / "BurstFit.swift",
        "86_400 * meanSize / rate - (meanSize - 1) * meanWithin",
        "86_400 * meanSize / rate - meanSize * meanWithin",
        "a burst has as many gaps as messages"),
    # Numbers of the scenario
    Mutant(
        "FittedInputsTests/theScenarioHasTheLogsRate", SOURCES / "FitNumber.swift",
        ".lognormal(logMedian: logMedian + log(factor), sigma: sigma)",
        ".lognormal(logMedian: logMedian, sigma: sigma)",
        "a lognormal law is not made longer"),
    Mutant(
        "FittedInputsTests/oneRate", SOURCES / "FitNumber.swift",
        'text(perSecond * 86_400, 5) + "/d"', 'text(perSecond * 86_400, 5) + "/h"',
        "rates a day are written as rates an hour"),
    Mutant(
        "FitArithmeticTests/durations", SOURCES / "FitNumber.swift",
        'plain(value * 1e3) + "ms"', 'plain(value * 1e6) + "ms"',
        "milliseconds are a thousand too many"),
    Mutant(
        "FittedInputsTests/mixturesOfLaws", SOURCES / "FittedInputs.swift",
        "1 / (Double(total) * zeroShare * (1 - zeroShare))", "1 / (Double(total) * zeroShare)",
        "the variance of a share's odds"),
    Mutant(
        "FitRegionsTests/regions", SOURCES / "CommonOutages.swift",
        "(Double(regions) * length - outages)", "(Double(regions) * length)",
        "outages count as time between outages"),
    Mutant(
        "FitArithmeticTests/kept", SOURCES / "KeptTrials.swift",
        "trials.filter { $0.received < $0.sent }", "trials.filter { $0.received <= $0.sent }",
        "a trial in which all arrived says how many are kept"),
    Mutant(
        "FitArithmeticTests/kept", SOURCES / "KeptTrials.swift",
        "incomplete.map(\\.received).max() }", "incomplete.map(\\.received).min() }",
        "the fewest that arrived are what is kept"),
    # Messages and absences of the same devices
    Mutant(
        "FitPairsTests/devicesOfOneLogOnly", SOURCES / "LogPairs.swift",
        "2 * common >= min(", "common >= min(",
        "devices that were never away have no pairs"),
    Mutant(
        "FitPairsTests/theScenarioPlaysALogThatTheLawsMiss", SOURCES / "LogPairs.swift",
        "(other.start - window.start, length)", "(0.0, length)",
        "absences begin with their own log"),
    Mutant(
        "FitPairsTests/ownAbsencesAndThoseOfOthers", SOURCES / "PairReplay.swift",
        "let steps = [0] + ", "let steps = [1] + ",
        "the absences of another device are the own ones"),
    Mutant(
        "FitPairsTests/ownAbsencesAndThoseOfOthers", SOURCES / "PairReplay.swift",
        "Array(absences[step...] + absences[..<step])", "absences",
        "the own absences are those of others"),
    Mutant(
        "FitPairsTests/whatIsStoredForTooLongExpires", SOURCES / "LossReplay.swift",
        "count(.pushService(.expired)), Double(", "0, Double(",
        "nothing expires"),
    Mutant(
        "FitPairsTests/theScenarioPlaysALogThatTheLawsMiss", SOURCES / "FitReport.swift",
        "lawShare.map { Self.differs($0, from: pairs.share) } ?? true", "false",
        "the scenario has laws whatever they lose"),
    Mutant(
        "FitPairsTests/theScenarioHasLawsThatLoseAsMuch", SOURCES / "FitReport.swift",
        "lawShare.map { Self.differs($0, from: pairs.share) } ?? true", "true",
        "the scenario always plays the log"),
    Mutant(
        "FitPairsTests/lawsThatMissTheMean", SOURCES / "LossDifference.swift",
        "(partMax, shareMax) = (0.1, 0.0005)", "(partMax, shareMax) = (10.0, 0.0005)",
        "a law may have any mean"),
    # Receipts
    Mutant(
        "ReceiptPairsTests/theNewestOfAnAbsenceComes", SOURCES / "DeviceReceipts.swift",
        "back.newest.map { $0 > push.sent } ?? false", "false",
        "no receipt tells of a message that was overwritten"),
    Mutant(
        "ReceiptPairsTests/newerThanTheLateOne", SOURCES / "DeviceReceipts.swift",
        "back.newest.map { $0 > push.sent } ?? false", "back.newest != nil",
        "an older message takes the place of a newer one"),
    Mutant(
        "ReceiptPairsTests/whatNobodyKnows", SOURCES / "DeviceReceipts.swift",
        "pushes.filter { $0.isReceived || $0.sent < last }", "pushes",
        "messages behind the last receipt have a fate"),
    Mutant(
        "ReceiptPairsTests/exactWithoutLoss", SOURCES / "DeviceReceipts.swift",
        "isMissing ? limits.suspicious : limits.away", "limits.away",
        "messages that came soon after a return tell of no absence"),
    Mutant(
        "ReceiptPairsTests/severalComeAtOnce", SOURCES / "ReceiptPairs.swift",
        "2 * counts.several > counts.shared", "2 * counts.several > 3 * counts.shared",
        "receipts in batches tell of absences"),
    Mutant(
        "AssumptionTests/knownPathsAreLeftOut", SOURCES / "Assumption.swift",
        "guard !isKnown(assumption.path, known),", "guard",
        "what the log tells is a guess"),
    Mutant(
        "InputDrawsTests/usersAreDrawn", SOURCES / "TraceReader.swift",
        "return draws.below(count)", "return place",
        "each vector has the same users"),
    Mutant(
        "InputDrawsTests/usersAreDrawn", SOURCES / "NetworkTraceReader.swift",
        "picks.map { $0.map { streams[$0] } } ?? streams", "streams",
        "users that were drawn have the absences of others"),
    # The end of a recording
    Mutant(
        "FitRecordingEndTests/cutIntervalsHaveNoLength", SOURCES / "IntervalLog.swift",
        "{ cuts.contains(interval.end) }", "{ false }",
        "an interval that was cut off has ended"),
    Mutant(
        "FitRecordingEndTests/theUserSaysWhenTheRecordingEnded", SOURCES / "IntervalLog.swift",
        "isShared ? last : all.reduce(window.start) { max($0, $1.start) }", "last",
        "devices are watched until the latest end"),
    Mutant(
        "FitRecordingEndTests/theUserSaysWhenTheRecordingEnded", SOURCES / "IntervalLog.swift",
        "end = until ?? min(", "end = min(",
        "nobody listens to --until"),
    # Columns and units
    Mutant(
        "LogReadingTests/secondsSince2001AreRecognised", SOURCES / "LogUnit.swift",
        "((number * 1e6).rounded() + 978_307_200e6) / 1e6", "number",
        "seconds since 2001 pass for seconds since 1970"),
    Mutant(
        "LogReaderTests/units", SOURCES / "LogReader+Table.swift",
        "return LogUnit.plausible(low...high) ?? .s", "return .s",
        "all numbers are seconds"),
    Mutant(
        "LogReaderTests/whatIsPlausible", SOURCES / "LogUnit.swift",
        "unit.seconds(of: numbers.lowerBound) >= earliest", "true",
        "any number of the past is plausible"),
    Mutant(
        "LogReaderTests/decimalCommas", SOURCES / "MomentColumn.swift",
        "return hasComma ? nil : value", "return value",
        "a column may have decimal points and commas"),
    Mutant(
        "LogReaderTests/aCutOffLastLineIsLeftOutAndSaid", SOURCES / "LogReader.swift",
        "if source.isCutOff, cutsOff(", "if cutsOff(",
        "any line that lacks a field is left out"),
    Mutant(
        "LogReaderTests/refusals", SOURCES / "LogHead.swift",
        "if LogLayout.isUnclear(sample, layout, options.pattern) {",
        "if LogLayout.isUnclear(sample, layout, options.pattern), path.isEmpty {",
        "milliseconds behind a comma are a column"),
    Mutant(
        "LogReaderTests/forms", SOURCES / "TimeForm.swift",
        "(moment.part, moment.scale) = (part, 1000)", "(moment.part, moment.scale) = (part, 100)",
        "parts behind a colon are no milliseconds"),
    Mutant(
        "LogZoneTests/whatAClockChangeHidesIsRefused", SOURCES / "LogZone.swift",
        "case nil: return .twice", "case nil: return different.max().map(Reading.offset) ?? .missing",
        "a time that came twice is the earlier one"),
    Mutant(
        "LogZoneTests/aroundTheChanges", SOURCES / "ZoneRule.swift",
        "start + (place < last ? place : place - 7)", "start + place",
        "the fifth Sunday is never the last"),
    Mutant(
        "LogZoneTests/offsetsAreThoseOfFoundation", SOURCES / "LogZone.swift",
        "if !isPlain(seconds, place) { place = index(at: seconds) }", "",
        "the offset of the row before holds"),
    Mutant(
        "LogReadingTests/timesOfDayAreAQuestion", SOURCES / "TimeQuestion.swift",
        "digits % 100 < 60 && ", "",
        "seconds of a day may be above 59"),
    Mutant(
        "LogReadingTests/aColumnOfReceiptsIsCounted", SOURCES / "LogNothing.swift",
        '"null", "nil"', '"nil"',
        "null is a receipt"),
    Mutant(
        "LogReadingTests/aColumnOfReceiptsIsCounted", SOURCES / "ArrivalLog.swift",
        "where window.contains(moment) && repeated?.has(place, row) != true {\n        messages",
        "where repeated?.has(place, row) != true {\n        messages",
        "receipts outside the window count"),
    # Flaws and samples of logs
    Mutant(
        "LogFlawTests/aValueThatIsCutOff", SOURCES / "LogEnding.swift",
        "length < shortest else", "length <= shortest else",
        "a last value as short as others is cut off"),
    Mutant(
        "LogFlawTests/aValueThatIsCutOff", SOURCES / "LogEnding.swift",
        "rowCount >= Self.rowsMin", "rowCount > 0",
        "two rows show how long a value must be"),
    Mutant(
        "LogFlawTests/aCutBehindWhatIsRead", SOURCES / "LogReader.swift",
        "count == countMin && lastIndex == count - 1 ?", "count == countMin ?",
        "a value that nobody reads cuts a row off"),
    Mutant(
        "LogFlawTests/rowsOutOfOrderAreCounted", SOURCES / "MomentColumn.swift",
        "if value < last { earlierCount += 1 }", "if value <= last { earlierCount += 1 }",
        "a row of the same moment is out of order"),
    Mutant(
        "LogFlawTests/rowsThatRepeatAMessageAreLeftOut", SOURCES / "RepeatedRows.swift",
        "moment.bitPattern ^ device", "moment.bitPattern",
        "a topic's message to another device is a duplicate"),
    Mutant(
        "LogFlawTests/devicesInOneFileOnly", SOURCES / "LogPairs.swift",
        "intervals.names.count - known", "intervals.names.count",
        "every device with an interval is without a message"),
    Mutant(
        "LogFlawTests/namesOfDevicesStayInTheLog", SOURCES / "FittedTraces.swift",
        "names = report.options.keepsNames ?", "names = !report.options.keepsNames ?",
        "traces have the names of devices"),
    Mutant(
        "LogFlawTests/manyGapsAreSorted", SOURCES / "Array+Ascending.swift",
        "stride(from: 0, to: 64,", "stride(from: 0, to: 55,",
        "the last digit does not count"),
    Mutant(
        "LogSampleTests/theSameDevicesInAnyOrder", SOURCES / "DeviceDraw.swift",
        "if isDrawn.allSatisfy({ $0 }) { return self }", "if !isDrawn.isEmpty { return self }",
        "a device that was drawn at first stays"),
    Mutant(
        "LogSampleTests/otherSeedsDrawOthers", SOURCES / "DeviceDraw.swift",
        "KeyedHash.mixed(seed))", "KeyedHash.mixed(0))",
        "the seed draws nothing"),
    # Two logs of one phone
    Mutant(
        "NetworkTraceReadingTests/namelessLogsAreMatched",
        SOURCES / "NetworkTraceReader.swift",
        "return overlaps ? leader : nil", "return leader",
        "logs of different years are of one phone"),
    Mutant(
        "NetworkTraceReadingTests/namelessLogsAreMatched",
        SOURCES / "NetworkTraceReader.swift",
        "from ?? origin == origin, length ?? span == span", "from ?? origin == origin",
        "another length is the same window"),
    Mutant(
        "FitPairsTests/timesOnline", SOURCES / "LogPairs.swift",
        "(place.map { intervals.absences[$0] } ?? unknown)", "(place.map { intervals.absences[$0] } ?? [])",
        "who was never online is online"),
    Mutant(
        "FitPairsTests/timesOnline", SOURCES / "IntervalLog.swift",
        "let leaves = [origin] + intervals.map(\\.end)", "let leaves = [end] + intervals.map(\\.end)",
        "devices are online before their first time online"),
    Mutant(
        "FitPairsTests/aPhoneWhoseIntervalsTouch", SOURCES / "IntervalLog.swift",
        "if interval.start < last { count += 1 }", "if interval.start <= last { count += 1 }",
        "intervals that touch are those of several devices"),
    Mutant(
        "FitPairsTests/messagesBesideTheRecording", SOURCES / "LogPairs.swift",
        "|| $0 + window.start > last", "",
        "messages after the recording are not counted"),
    Mutant(
        "FitPairsTests/momentsOfLeavingAndReturn", SOURCES / "PairReplay.swift",
        ".map { $0.compactMap(Self.earlier) }", "",
        "a message in the moment of leaving may be shown"),
    # A log does not tell everything
    Mutant(
        "ReceiptPairsTests/rowsOfSendsAndReceipts", SOURCES / "RepeatedRows.swift",
        "isReceived(own) && !isReceived(other)", "false",
        "of repeated rows the first counts, with or without a receipt"),
    Mutant(
        "ReceiptPairsTests/zeros", SOURCES / "LogReader.swift",
        "|| head.zerosAreNothing[column] && LogNothing.isZero(bytes)", "",
        "a receipt at 0 is a moment"),
    Mutant(
        "ReceiptPairsTests/lossless", SOURCES / "ReceiptPairs.swift",
        "counts.overwritten + counts.lost == 0 ? .lossless : nil", "nil",
        "a log of what came has an answer"),
]
