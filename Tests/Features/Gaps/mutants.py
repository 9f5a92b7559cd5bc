"""Mutants of Sources/Models/Gaps."""

from mutant import Mutant

HERE = "Sources/Models/Gaps/"

MUTANTS = [
    Mutant(
        "R0.5", HERE + "GapClient.swift",
        "if time > deadline {", "if time >= deadline {",
        "an answer exactly at the extension's limit is late"),
    Mutant(
        "R2.4", HERE + "GapClient.swift",
        "if time <= deadline, turn.advance(to: time, before: limit)", "if time <= deadline, turn.advance(to: time)",
        "at once: an answer overtakes the next message"),
    Mutant(
        "R2.9", HERE + "GapClient.swift",
        "      savedPosition = nil\n", "      savedPosition = 0\n",
        "a new client has a position saved"),
    Mutant(
        "R2.9", HERE + "GapClient.swift",
        "    if runs.count == 0, !old.isOn || !new.remembers { holes.removeAll() }\n", "",
        "a client remembers what it does not look for"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "    guard let saved = start.saved, canReadPosition(at: turn.now) else {\n      savePosition(position, turn)\n"
        "      return nil\n    }\n",
        "    let saved = start.saved ?? 0\n",
        "the first push misses all before it"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "missed.count <= gaps.runs[index].repeatLimit", "missed.count < gaps.runs[index].repeatLimit",
        "the repeat limit is exclusive"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "missed.count <= gaps.runs[index].repeatLimit", "missed.count >= 0",
        "there is no repeat limit"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "  mutating func forgetAll() {\n    savedPosition = nil\n", "  mutating func forgetAll() {\n",
        "the saved position outlives the device id"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "gaps.savedPosition == message &&", "gaps.savedPosition != nil &&",
        "fast forward: nothing is ever missing"),
    Mutant(
        "R5.1", HERE + "GapClient.swift",
        "    gaps.noteArrival(first...position, &turn)\n    turn.count(ExtensionCounter.extensionRuns)\n",
        "    gaps.noteArrival(first...position, &turn)\n",
        "not fast forward: the extension does not run"),
    Mutant(
        "R5.3", HERE + "GapClient.swift",
        "gaps.savedPosition == message && plan.gaps.savesInOrder", "gaps.savedPosition == message",
        "fast forward: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", HERE + "GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if isNew {",
        "not fast forward: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", HERE + "GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if isNew, !isNew {",
        "not fast forward: an in-order push never advances the position"),
    Mutant(
        "R5.4", HERE + "GapClient.swift",
        "    gaps.savedPosition = position\n    return noticeGap", "    return noticeGap",
        "the position does not advance on a gap"),
    Mutant(
        "R5.4", HERE + "GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if plan.gaps.savesInOrder {",
        "a repeat sets the position back"),
    Mutant(
        "R5.5", HERE + "GapClient.swift",
        "    if span == .zero {", "    if span >= .zero {",
        "late pushes are not waited for"),
    Mutant(
        "R5.5", HERE + "GapClient.swift",
        "missed = (lowest ?? run.missed.upperBound)..<", "missed = run.missed.lowerBound..<",
        "what arrived during the wait is asked for"),
    Mutant(
        "R5.5", HERE + "GapClient.swift",
        "run.fetch == nil ? lowest != nil : run.fetch == .always", "lowest != nil",
        "extension-fetch asks for nothing after a wait"),
    Mutant(
        "R5.6", HERE + "GapClient.swift",
        "if time > deadline {", "if time > deadline.advanced(bySpan: .day) {",
        "the trigger waits for a late answer"),
    Mutant(
        "R5.6", HERE + "GapClient.swift",
        "if turn.now + span > run.deadline {", "if turn.now + span > run.deadline.advanced(bySpan: .day) {",
        "the wait may last longer than the extension"),
    Mutant(
        "R5.6", HERE + "GapClient.swift",
        "      gaps.runs[index].awaitsAnswer = false\n      turn.countFailure()\n      turn.setRepair",
        "      turn.setRepair",
        "an extension that has been ended hears the answer"),
    Mutant(
        "R5.6", HERE + "GapClient.swift",
        "deadline: start.began.advanced(bySpan: self.", "deadline: turn.now.advanced(bySpan: self.",
        "the time limit begins when the work is done"),
    Mutant(
        "R5.6", HERE + "GapWindow.swift",
        "replaceSubrange(places(of: missed), with: missed)",
        "insert(contentsOf: missed, at: places(of: missed).upperBound)",
        "runs that race find a hole twice"),
    Mutant(
        "R5.7", HERE + "GapClient.swift",
        "    if plan.gaps.fetch != nil, !canReadPosition(at: turn.now) { return }\n", "",
        "before the first unlock the cursor of extension-fetch moves without an answer"),
    Mutant(
        "R5.7", HERE + "GapClient.swift",
        "start.saved, canReadPosition(at: turn.now) else {\n      savePosition(position,",
        "start.saved else {\n      savePosition(position,",
        "the saved position can be read before the first unlock"),
    Mutant(
        "R5.7", HERE + "GapClient.swift",
        "start.saved, canReadPosition(at: turn.now) else {\n      savePosition(last,",
        "start.saved else {\n      savePosition(last,",
        "heartbeats tell gaps before the first unlock"),
    Mutant(
        "R5.7", HERE + "GapClient.swift",
        "gaps.savedPosition = max(position, least)", "gaps.savedPosition = max(position, least * 0)",
        "an overtaken push takes the saved position back"),
    Mutant(
        "R5.8", HERE + "GapClient.swift",
        "$0 > fetches.positions && turn", "turn",
        "what the app has fetched during a wait is asked for"),
    Mutant(
        "R8", HERE + "GapWindow.swift",
        "      positions += missed\n", "",
        "gap-window forgets what it misses"),
    Mutant(
        "R8", HERE + "GapWindow.swift",
        "guard positions[place] == position else", "guard positions[place] != position else",
        "gap-window asks for what has arrived"),
    Mutant(
        "R8", HERE + "GapClient.swift",
        "let missed = min(saved, last) + 1..<last + 1", "let missed = last + 1..<last + 1",
        "a heartbeat shows no gap"),
    Mutant(
        "R8", HERE + "GapClient.swift",
        "guard isOnline, asked.count > 0 else {", "guard isOnline else {",
        "gap-window asks for nothing"),
    Mutant(
        "R8", HERE + "GapClient.swift",
        "awaitsAnswer else { return (.nothing, false) }",
        "awaitsAnswer else { return (.nothing, answer == .success || answer == .refused) }",
        "gap-window hears of refusals while it is away"),
    Mutant(
        "R8", HERE + "GapClient.swift",
        "      turn.setRepair(run.missed, .failed)\n", "",
        "agreement: a wait cut short by the time limit is no failed repair",
        tests="AgreementTests"),
]
