"""Mutants of estimates, intervals and answers; each with the test that must fail."""

from mutant import SOURCES, Mutant

NONE = "RareEventsTests/none"
SHARES = "AgreementOfRowsTests/shares"
QUANTILES = "AgreementOfRowsTests/quantiles"
LEADS = "AnswerTests/leads"

ANSWER_MUTANTS = [
    # The rest that controls leave
    Mutant(
        NONE, SOURCES / "Intervals.swift",
        "rest = total.map { RareEvents(fit.residuals, total: $0, means) }", "rest = nil",
        "no event that was not seen is thought of"),
    Mutant(
        NONE, SOURCES / "Intervals.swift",
        "interval.include(estimate + reach, isGarwood: true)",
        "interval.include(estimate + reach / 2, isGarwood: true)",
        "events left by controls reach half as far above"),
    Mutant(
        NONE, SOURCES / "Intervals.swift",
        "interval.include(estimate - reach, isGarwood: true)",
        "interval.include(estimate, isGarwood: true)",
        "events left by controls reach nowhere below"),
    Mutant(
        "RareEventsTests/one", SOURCES / "Intervals.swift",
        "let events = max(0, residual) * total / Double(residuals.count)",
        "let events = max(0, residual) * total",
        "an event that is left counts as many"),
    Mutant(
        "RareEventsTests/pValue", SOURCES / "Intervals.swift",
        "let limit = count + abs(estimate) * total", "let limit = count + abs(estimate)",
        "the p value of a count forgets its total"),
    Mutant(
        "RareEventsTests/pValue", SOURCES / "Intervals.swift",
        "rest?.pValue(of: estimate),\n    ]", "]",
        "the events that are left do not count in p"),
    Mutant(
        "RareEventsTests/noShare", SOURCES / "Estimate.swift",
        "countsEvents: isShare, resampling)", "countsEvents: true, resampling)",
        "bytes are counted as events"),
    # Rare losses
    Mutant(
        "RareLossTests/none", SOURCES / "ReplicationSample+Risk.swift",
        "isOfFates ? replications.partsAtRisk(trials: trials) : nil", "nil",
        "a share of 0 has no more trials than devices"),
    Mutant(
        "RareLossTests/precision", SOURCES / "ReplicationSample+Controls.swift",
        "guard scenario.losesOneByOne(strategy) else { return first }", "return first",
        "coefficients are fitted to a look that has seen nothing yet"),
    Mutant(
        "RareLossTests/isMet", SOURCES / "Control+Scenario.swift",
        "let repeats = strategy.repeatsPushes && sources.hasLinkLoss", "let repeats = false",
        "nobody counts repeats that are lost"),
    # Rare losses in words
    Mutant(
        "RareTextTests/shares", SOURCES / "MetricText.swift",
        "if Self.isRare(min(share, 1 - share), ends) { return HumanText.perMillion(share) }", "",
        "a small share is told in percent"),
    Mutant(
        "RareTextTests/differences", SOURCES / "MetricText.swift",
        "Self.isRare(value, ends) ? HumanText.perMillion(value) : points(value, ends) + shareUnit",
        "points(value, ends) + shareUnit",
        "a small difference is told in percentage points"),
    Mutant(
        "RareTextTests/intervals", SOURCES / "MetricText.swift",
        "(low: 1 - high, high: 1 - low) : (low: low, high: high)",
        "(low: 1 - low, high: 1 - high) : (low: low, high: high)",
        "what is missing of a share has its ends the wrong way round"),
    # Rows that agree
    Mutant(
        SHARES, SOURCES / "BootstrapT.swift",
        "let isFarther = ratio > 0 ? far <= other : far >= other", "let isFarther = true",
        "Garwood's end may be nearer than the bootstrap's"),
    Mutant(
        SHARES, SOURCES / "BootstrapT.swift",
        "if let last = sorted.last, last < ratio { above = stretchedTail(ratio, beyond: last) }", "",
        "p ends at the outermost resample, its interval does not"),
    Mutant(
        QUANTILES, SOURCES / "DifferenceEnds.swift",
        "low: min(low, difference - reach.below)", "low: low",
        "a difference of quantiles may lie below its interval"),
    Mutant(
        QUANTILES, SOURCES / "DifferenceEnds.swift",
        "high: max(high, difference + reach.above)", "high: high",
        "a difference of quantiles may lie above its interval"),
    Mutant(
        QUANTILES, SOURCES / "DifferenceEnds.swift",
        "StudentT.twoSidedP(zero * t / end, degreesOfFreedom: degreesOfFreedom)",
        "StudentT.twoSidedP(zero, degreesOfFreedom: degreesOfFreedom)",
        "p is not on the scale of the interval"),
    Mutant(
        QUANTILES, SOURCES / "DifferenceEnds.swift",
        "-Normal.quantile(difference > 0 ? below : above)", "-Normal.quantile(difference > 0 ? above : below)",
        "p belongs to the other side"),
    Mutant(
        "RowFiguresTests/estimates", SOURCES / "RowCheck.swift",
        "if !(low <= value + slack && value <= high + slack) {", "if !(low <= value + slack) {",
        "an estimate above its interval is written"),
    Mutant(
        "RowFiguresTests/estimates", SOURCES / "RowCheck.swift",
        "let slack = Self.tolerance * max(1,", "let slack = 0 * max(1,",
        "rounding is a contradiction"),
    Mutant(
        "RowFiguresTests/pValues", SOURCES / "RowCheck.swift",
        "return excludesZero == isSmall", "return !excludesZero || isSmall",
        "a small p may go with an interval that holds 0"),
    Mutant(
        "RowFiguresTests/pValues", SOURCES / "RowCheck.swift",
        "guard abs(pValue - level) > Self.tolerance else { return nil }", "",
        "a p exactly at its level is a contradiction"),
    Mutant(
        "RowFiguresTests/missing", SOURCES / "RowCheck.swift",
        "guard let pValue, let confidence else { return nil }", "let (pValue, confidence) = (pValue ?? 0, confidence ?? 0.95)",
        "a row without p has a p of 0"),
    # The metric that leads
    Mutant(
        LEADS, SOURCES / "LeadingMetric.swift",
        "if let rule = base.selection { return .named(rule.metric) }", "",
        "the metric of best does not lead"),
    Mutant(
        LEADS, SOURCES / "LeadingMetric.swift",
        "!frame.allSetups { $0.app == nil }", "frame.allSetups { $0.app != nil }",
        "the app of a group is forgotten"),
    Mutant(
        LEADS, SOURCES / "LeadingMetric.swift",
        "$0.escalation != nil || $0.provider.digest != nil", "$0.escalation != nil",
        "a digest lets nobody know"),
    Mutant(
        LEADS, SOURCES / "LeadingMetric.swift",
        "let leads = points.allSatisfy {", "let leads = points.prefix(1).allSatisfy {",
        "one design point decides what leads at all"),
    # The answer
    Mutant(
        "AnswerTests/better", SOURCES / "RunOutcome+Answer.swift",
        "series(atPoint: point).filter { other in\n      baseline(of: other).map { $0.strategy != other.strategy } ?? false\n    }",
        "series(atPoint: point).filter { _ in false }",
        "the answer has no differences"),
    Mutant(
        "AnswerTests/equal", SOURCES / "Leader.swift",
        "return ends.low > 0 || ends.high < 0", "return ends.low >= 0 || ends.high <= 0",
        "a difference of 0 is sure"),
    Mutant(
        "AnswerTests/baseline", SOURCES / "Leader.swift",
        "best.strategy == base.strategy ? all.filter { $0.strategy != base.strategy } : [best]", "[best]",
        "a baseline that is best is never chosen"),
    Mutant(
        "AnswerTests/disagree", SOURCES / "Leader.swift",
        "return differs(shown, best, from: chosen) ? best : nil", "return nil",
        "metrics never disagree"),
    Mutant(
        "AnswerTests/single", SOURCES / "AnswerText.swift",
        "guard first.replications > 1 else {", "guard first.replications > 0 else {",
        "a single replication has a verdict"),
    Mutant(
        "AnswerTests/best", SOURCES / "Ranking.swift",
        "verdicts == nil ? outcome.leader(atPoint: point.index, costs)", "true ? outcome.leader(atPoint: point.index, costs)",
        "what best has chosen is not the answer"),
    Mutant(
        "AnswerTests/limits", SOURCES / "Ranking.swift",
        "$0.verdict == .infeasible ? nil : ($0.rank, place, series)", "($0.rank, place, series)",
        "who breaks a limit may be chosen"),
    Mutant(
        "AnswerTests/cheaperLeads", SOURCES / "Leader.swift",
        "costs.map { $0.value(series.replications) ?? 0 }", "costs.map { -($0.value(series.replications) ?? 0) }",
        "of two that gain the same the more expensive one comes first"),
    Mutant(
        "AnswerRankingTests/uncertain", SOURCES / "Leader.swift",
        "guard let draws = experiment.inputDraws else { return true }",
        "guard let draws = experiment.inputDraws, series.point < 0 else { return true }",
        "a gain is sure whatever is not known of the inputs"),
    Mutant(
        "AnswerRankingTests/doubt", SOURCES / "GainText.swift",
        "[sentence(gain, base)] + doubt(gain, base)", "[sentence(gain, base)]",
        "a gain that may be 0 is told as if it were sure"),
    Mutant(
        "AnswerRankingTests/focus", SOURCES / "RunOutcome+Answer.swift",
        "(allowed.isEmpty ? known : allowed)", "known",
        "who breaks a limit decides where to look first"),
    Mutant(
        "AnswerRankingTests/worst", SOURCES / "RunOutcome+Answer.swift",
        "sign * value(leading, $0)", "value(leading, $0)",
        "the best is taken for the worst where less is asked for"),
    Mutant(
        "AnswerRankingTests/front", SOURCES / "Ranking.swift",
        "&& (other.1 < place.1 || other.2 > place.2)", "&& other.2 > place.2",
        "who has as much at a lower price beats nobody"),
    Mutant(
        "AnswerRankingTests/front", SOURCES / "Ranking.swift",
        "outcome.roundedGain(series) * (isReversed ? -1 : 1))", "outcome.roundedGain(series))",
        "the front has the most where less is asked for"),
    Mutant(
        "AnswerRankingTests/cheaper", SOURCES / "Ranking.swift",
        "prices.min(by: { $0.1 < $1.1 })", "prices.max(by: { $0.1 < $1.1 })",
        "the dearest is called the cheapest"),
    Mutant(
        "AnswerRankingTests/unbeaten", SOURCES / "Leader.swift",
        "others.filter({ gainsMore($0, than: best) })", "others.filter({ _ in false })",
        "the leader is the first, whoever beats it"),
    Mutant(
        "AnswerRankingTests/higherPrice", SOURCES / "Ranking.swift",
        "prices[0] > prices[1] && ", "prices[0] < prices[1] && ",
        "a lower price is called higher"),
    Mutant(
        "AnswerRankingTests/openPlace", SOURCES / "Ranking.swift",
        "outcome.isSure(outcome.difference(metric, series, from: $0))", "outcome.differs(metric, series, from: $0)",
        "what the inputs leave open loses its place"),
    Mutant(
        "AnswerRankingTests/uncertain", SOURCES / "RunOutcome+Answer.swift",
        "$0.share >= 0.1 ? $0.path : nil", "$0.share >= 1.1 ? $0.path : nil",
        "no input is named"),
    Mutant(
        "SensitivityTests/answer", SOURCES / "SensitivityResult.swift",
        "($0.ciHigh ?? .infinity) >= least", "$0.value >= least",
        "only who reaches by its value may be first"),
    Mutant(
        "AnswerTests/points", SOURCES / "Leader.swift",
        "others.allSatisfy { differs(leading, $0, from: base) } ? best : nil", "best",
        "who is first by chance is chosen"),
    # Shares that add up
    Mutant(
        "ControlledSharesTests/sums", SOURCES / "RunOutcome+Differences.swift",
        "controls: replications.variates(.together)", "controls: nil",
        "fates are plain beside shares with controls"),
    Mutant(
        "ControlledSharesTests/families", SOURCES / "ReplicationSample+Controls.swift",
        "case nil: []", "case nil: expected",
        "controls move what they do not explain"),
    Mutant(
        "ControlledSharesTests/families", SOURCES / "Metric+Kinds.swift",
        "controlled: .together, needs: needs)", "controlled: nil, needs: needs)",
        "shares of what is owed are plain"),
    Mutant(
        SHARES, SOURCES / "Estimate.swift",
        "low: low.map { max($0, range.lowerBound) }", "low: low",
        "a share may be below 0"),
    Mutant(
        SHARES, SOURCES / "Estimate.swift",
        "high: high.map { min($0, range.upperBound) }", "high: high",
        "a share may be above 1"),
    Mutant(
        SHARES, SOURCES / "Difference.swift",
        "let low = { (end: Double?) in end.map { max($0, range.lowerBound) } }", "let low = { (end: Double?) in end }",
        "a difference of shares may be below -1"),
    Mutant(
        SHARES, SOURCES / "Difference.swift",
        "let high = { (end: Double?) in end.map { min($0, range.upperBound) } }", "let high = { (end: Double?) in end }",
        "a difference of shares may be above 1"),
    # Checks
    Mutant(
        "CheckFalseAlarmTests/otherSeeds", SOURCES / "RegressionCheck.swift",
        "min(1, Double(chancesToFail) * (1 - confidence) / 2)", "min(1, Double(chancesToFail) * (1 - confidence))",
        "a check says twice as many false alarms"),
    Mutant(
        "CheckFalseAlarmTests/otherSeeds", SOURCES / "RegressionCheck.swift",
        "!$0.isTooShort && $0.interval.map { $0.low < $0.high } ?? false", "!$0.isTooShort",
        "what never differed may fail by chance"),
    Mutant(
        "CheckMarginTests/standardMetrics", SOURCES / "CheckSelection.swift",
        "guard isStandard else { return self }", "guard !isStandard else { return self }",
        "a check judges all metrics by default"),
    Mutant(
        "JudgementTests/aQuantileOfTenReplicationsIsJudged", SOURCES / "Verdict.swift",
        "isQuantile && replications < Self.quantileReplicationsMin", "isQuantile && replications <= Self.quantileReplicationsMin",
        "a quantile of ten replications is too short"),
    Mutant(
        "JudgementTests/aSingleReplicationConcludesNothing", SOURCES / "Verdict.swift",
        "isQuantile && replications < Self.quantileReplicationsMin", "false",
        "a quantile of one replication is judged"),
    Mutant(
        "CheckMarginTests/standardMetrics", SOURCES / "CheckSelection.swift",
        "    } + margins.metrics", "    }",
        "a margin does not ask for its metric"),
    # Digits
    Mutant(
        "RecordTableTests/delays", SOURCES / "RecordTable.swift",
        "case .delay(let value?): .text(value.isInfinite ? \"inf\" : Units.text(of: value))",
        "case .delay(let value?): value.isInfinite ? .text(\"inf\") : .number(value)",
        "a delay is a number or a text"),
    Mutant(
        "RecordTableTests/wholeNumbers", SOURCES / "ConfigNode+Rendering.swift",
        "$0 > 1 << 53 && String($0) == text", "$0 > 1 << 54 && String($0) == text",
        "a whole number that doubles cannot hold is a number"),
    Mutant(
        "RecordTableTests/decimals", SOURCES / "HumanText.swift",
        "return min(3, max(0, 1 - Int(log10(halfWidth).rounded(.down))))",
        "return min(3, max(0, 2 - Int(log10(halfWidth).rounded(.down))))",
        "a share has more digits than its interval"),
    Mutant(
        "WorldTextTests/onlyWhatIsCounted", SOURCES / "AbsenceFigures.swift",
        "trace.isPlayedInPlace ? counted : .zero..<trace.length", ".zero..<trace.length",
        "averages have the warm-up in them"),
    Mutant(
        "WorldTextTests/messagesThatRepeatWithoutTheirAbsences", SOURCES / "AbsenceFigures.swift",
        "guard trace.repeats || !sent.repeats || sent.length >= part.upperBound else { return }", "",
        "messages of later laps are left out"),
]
