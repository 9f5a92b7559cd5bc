"""Mutants of Sources/Models/Phone."""

from mutant import Mutant

HERE = "Sources/Models/Phone/"

MUTANTS = [
    Mutant(
        "R1.8", HERE + "NotificationSettings.swift",
        "let place = random.uniform(.settings, device: device)\n    if place",
        "let place = random.uniform(.group, device: device)\n    if place",
        "who denies notifications goes by the group"),
    Mutant(
        "R4.1", HERE + "NotificationSettings.swift",
        "case .alertsOff: .phone(.alertsOff)", "case .alertsOff: nil",
        "the extension runs although alerts are off"),
    Mutant(
        "R4.1", HERE + "NotificationSettings.swift",
        "case .denied: .phone(.disabled)", "case .denied: nil",
        "notifications are shown although they are denied"),
    Mutant(
        "R4.1", HERE + "NotificationSettings.swift",
        "place < denied.value + alertsOff.value", "place < max(denied.value, alertsOff.value)",
        "the shares of devices overlap"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "return quiet.isQuiet(law.hours, turn) || law.hasSummaries",
        "return law.hasSummaries",
        "there are no quiet hours"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "return quiet.isQuiet(law.hours, turn) || law.hasSummaries",
        "return quiet.isQuiet(law.hours, turn)",
        "what waits for the scheduled summary alerts"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "guard !isInApp, let reason", "guard let reason",
        "the app on the screen is quiet"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        " && !isException(message, &turn) ?", " ?",
        "there are no exceptions"),
    Mutant(
        "R4.2", HERE + "PresentationSchedule.swift",
        "midnight + summary >= time.microseconds",
        "midnight + summary > time.microseconds",
        "a summary leaves out what arrives just then"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "let isQuiet = quiet.isQuiet(plan.presentation.hours, turn)", "let isQuiet = turn.now < .zero",
        "a scheduled summary alerts in quiet hours"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "    return .silent(from: start, until: end < turn.simulation.horizon ? end : .never)\n",
        "    return end < turn.simulation.horizon ? .alert(at: start) : .silent(from: start, until: .never)\n",
        "what came in quiet hours is seen in them"),
    Mutant(
        "R4.2", HERE + "CentreStation.swift",
        "let start = law.nextSummary(at: turn.now) ?? turn.now",
        "let start = turn.now",
        "what waits for the scheduled summary is seen before"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, .tap)",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, never)",
        "one cell of the table is empty"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "(.arrival, .arrival, [.arrival, .nextLaunchIfDeclined], never)",
        "(.arrival, .arrival, .arrival, never)",
        "the footnote is missing"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "      && (implemented.contains(.fetchCompletionHandler)\n        || ", "      && (",
        "the fetch handler silences nothing"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "isSuperset(of: [.willPresent, .didReceive])", "isSuperset(of: [.didReceive])",
        "one UN method silences"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "method != .didReceive && implemented.contains(.didReceive)",
        "method == .willPresent && implemented.contains(.didReceive)",
        "the tap goes to all"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "payload.hasAlert && (state != .foreground || implemented.contains(.willPresent))",
        "payload.hasAlert",
        "the system draws alerts in the foreground by itself"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "wakes ? taps.union(.arrival) : taps", "wakes ? taps : taps",
        "a call at the arrival launches nothing"),
    Mutant(
        "R4.5", HERE + "HandlerMatrix.swift",
        "let taps: Moments = payload.hasAlert ? .tap : []", "let taps: Moments = []",
        "a tap launches nothing"),
    Mutant(
        "R5.8", HERE + "CentreStation.swift",
        "let isKnown = turn.ledger[place].synced != .never", "let isKnown = false",
        "an alert for what the app has is not redundant"),
    Mutant(
        "R6.1", HERE + "CentreStation.swift",
        "if plan.collapses, isThere {", "if !plan.collapses, isThere {",
        "collapse ids do the opposite"),
    Mutant(
        "R6.1", HERE + "CentreStation.swift",
        "if plan.alertsAgainOnCollapse {", "if true {",
        "a replacement always interrupts again"),
    Mutant(
        "R6.1", HERE + "CentreStation.swift",
        "if plan.collapses, isThere {", "if plan.collapses {",
        "what the user has taken away is replaced"),
    Mutant(
        "R6.1", HERE + "CentreStation.swift",
        "      return alert(message, isKnown ? .redundant : .news, isInApp: isInApp, &turn)\n",
        "      return .alert(at: turn.now)\n",
        "not fast forward: what is shown does not interrupt"),
    Mutant(
        "R6.3", HERE + "CentreStation.swift",
        "    turn.count(PhoneCounter.silenced)\n", "    turn.count(CoreCounter.interruptions)\n",
        "what is silent is an interruption"),
    Mutant(
        "R10.1", HERE + "CentreStation.swift",
        "      return .silent(from: turn.now, until: .never)\n", "      return .alert(at: turn.now)\n",
        "what was silenced is looked at all the same"),
    Mutant(
        "R10.1", HERE + "CentreStation.swift",
        "(isMuted, maySilence) = (true, true)", "isMuted = true",
        "who silences alerts goes on hearing them"),
    Mutant(
        "R11.4", HERE + "CentreStation.swift",
        '    case .critical: return nil\n', '    case .critical: return isMuted ? .muted : isProvisional ? .onTrial : nil\n',
        "critical messages are silent on trial"),
    Mutant(
        "R11.4", HERE + "CentreStation.swift",
        '    case .passive: return .passive\n', '    case .passive: return followsSchedule ? .passive : nil\n',
        "passive messages alert"),
    Mutant(
        "R11.4", HERE + "CentreStation.swift",
        'guard level == .active, followsSchedule', 'guard followsSchedule',
        "time-sensitive messages wait for the end of quiet hours"),
    Mutant(
        "R11.4", HERE + "CentreStation.swift",
        '    isProvisional = false\n', '',
        "nobody ever decides"),
    Mutant(
        "R12.1", HERE + "QuietClock.swift",
        "    return spell.isUp ? nil : spanEnd\n", "    return nil\n",
        "there are no spells of quiet"),
    Mutant(
        "R12.1", HERE + "QuietClock.swift",
        "      if time < alarm { return alarm }\n", "      return end\n",
        "no alarm ends quiet hours"),
    Mutant(
        "R12.1", HERE + "QuietClock.swift",
        "end != .never, bedtime.end(at: time) != nil else", "end != .never else",
        "the first alarm ends the hours at noon"),
    Mutant(
        "R12.1", HERE + "QuietClock.swift",
        "while end < turn.simulation.horizon, let next = ahead.next(at: end, plan, turn) { end = next }",
        "if let next = ahead.next(at: end, plan, turn) { end = next }",
        "quiet hours end what a spell goes on with"),
    Mutant(
        "R05_08Tests/summaries", HERE + "CentreStation.swift",
        "for position in missed where isKnown { isKnown = turn.userHas(turn.message(at: position)) }",
        "isKnown = false",
        "a summary is always news"),
]
