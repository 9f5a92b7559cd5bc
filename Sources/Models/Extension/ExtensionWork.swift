import DeliverySim

/// What happens to a push or to a device where the extension is not ideal (model.md R5.6).
public enum ExtensionStep: UInt8, Sendable, CaseIterable {
  /// The device has none; told at its start.
  case absent
  /// A push waits for the run before.
  case waits
  /// A run's own work is done.
  case worked
  /// It has taken too long: the push is shown as it came.
  case cutShort
  /// A run has crashed.
  case crashed
  /// The extension is called a second time for a push.
  case calledAgain
}

/// What a run of the extension knows from its start.
struct ExtensionStart: Sendable {
  /// Its time is counted from here.
  let began: SimTime
  /// The saved position that it has read; nil: there was none.
  let saved: UInt32?
}

/// A run of the extension at its own work, before it looks at positions.
struct ExtensionWork: Sendable {
  /// Parked.
  let push: Int
  let start: ExtensionStart
  /// The work would take longer than the extension may.
  let isCut: Bool
  /// As ``ClientState/forgotten`` at the start.
  let forgotten: UInt32
}

extension ClientState {
  /// A run has not shown its notification yet.
  fileprivate var isAtWork: Bool { works.count > 0 || carriersHeld > 0 }
}

extension Device {
  // MARK: R5.6: pushes of an extension that is not ideal

  /// A push that the app may hear of has reached a device where the extension is absent or limited.
  @inline(never)
  mutating func receiveLimited(_ push: Push, _ bus: inout Bus) {
    // The system calls the extension for what it would draw.
    guard push.carriesMessage || push.content == .heartbeat else { return release(push, &bus) }
    guard laws.pointee.hasExtension else {
      return showAsItCame(push, itemsEndBy: .ignoredPayload, &bus)
    }
    guard setup.pointee.serviceExtension.overlaps || !client.isAtWork && client.queue.isEmpty else {
      note(.run(.waits), push, &bus)
      return client.queue.append(pushes.insert(push))
    }
    call(push, &bus)
  }

  /// Turns to the pushes that wait, as far as their runs take no time.
  mutating func callNext(_ bus: inout Bus) {
    while !client.isAtWork, !client.queue.isEmpty {
      let push = pushes.remove(client.queue.removeFirst())
      call(push, &bus)
    }
  }

  /// The system calls the extension for a push. It reads the saved position now and writes it when
  /// its own work is done: runs that overlap don't see what the others write in between.
  private mutating func call(_ push: Push, _ bus: inout Bus) {
    if laws.pointee.limitsRuns, crashes(push, bus) { return crash(push, &bus) }
    let saved = laws.pointee.numbersPushes ? client.savedPosition : nil
    let start = ExtensionStart(began: bus.now, saved: saved)
    // Who waited may have gone over to a strategy without an extension.
    guard laws.pointee.limitsRuns else { return work(on: push, start, &bus) }
    let span = Self.span(
      laws.pointee.runs.time, push, attempt: push.attemptOfRun,
      bus.stream(.extensionRunTime), &windows[.extensionRunTime])
    let limit = setup.pointee.serviceExtension.timeLimit
    let end = bus.now.advanced(bySpan: min(span, limit))
    guard end > bus.now else {
      return endWork(on: push, start, isCut: span > limit, &bus)
    }
    let running = ExtensionWork(
      push: pushes.insert(push), start: start, isCut: span > limit, forgotten: client.forgotten)
    bus.schedule(.extensionWorkEnds, at: end, payload: client.works.insert(running))
  }

  // MARK: The end of the work

  mutating func endWork(_ index: Int, _ bus: inout Bus) {
    let work = client.works.remove(index)
    let saved = work.forgotten == client.forgotten ? work.start.saved : nil
    let start = ExtensionStart(began: work.start.began, saved: saved)
    endWork(on: pushes.remove(work.push), start, isCut: work.isCut, &bus)
    callNext(&bus)
  }

  private mutating func endWork(
    on push: Push, _ start: ExtensionStart, isCut: Bool,
    _ bus: inout Bus
  ) {
    bus.countExtensionTime(since: start.began)
    guard !isCut else {
      note(.run(.cutShort), push, &bus)
      countRun(of: push, &bus)
      return showAsItCame(push, itemsEndBy: .ignoredPayload, &bus)
    }
    note(.run(.worked), push, &bus)
    work(on: push, start, &bus)
    callAgain(push, since: start.began, &bus)
  }

  /// The second call comes at once and finds the position of its push saved: it changes nothing on
  /// the screen, costs as much time as the first one's work, and acknowledges again.
  private mutating func callAgain(_ push: Push, since began: SimTime, _ bus: inout Bus) {
    guard isDoubled(push, bus) else { return }
    note(.run(.calledAgain), push, &bus)
    bus.countExtensionTime(since: began)
    if laws.pointee.acknowledges, push.carriesMessage {
      acknowledgeInAccount(push, call: 1, &bus)
    } else {
      countRun(of: push, &bus)
    }
  }

  private mutating func isDoubled(_ push: Push, _ bus: borrowing Bus) -> Bool {
    let share = setup.pointee.serviceExtension.doubleInvocation
    let stream = bus.stream(.extensionDoubled)
    guard push.copy == 0, push.attemptOfRun == 0 else {
      var chance = stream.draws(
        index: push.message, copy: Int(push.copy), attempt: push.attemptOfRun)
      return chance.happens(share)
    }
    return windows[.extensionDoubled].happens(share, stream, index: push.message)
  }

  // MARK: Runs that come to nothing

  private mutating func crashes(_ push: Push, _ bus: borrowing Bus) -> Bool {
    if crashesByChance(push, bus) { return true }
    guard let limit = setup.pointee.serviceExtension.memory?.limit else { return false }
    let stream = bus.stream(.extensionMemory)
    let (law, attempt) = (laws.pointee.runs.memoryUse, push.attemptOfRun)
    let use =
      push.copy == 0 && attempt == 0
      ? windows[.extensionMemory].sample(law, stream, index: push.message)
      : law.sample(
        stream.draws(index: push.message, copy: Int(push.copy), attempt: attempt))
    return use > limit
  }

  private mutating func crashesByChance(_ push: Push, _ bus: borrowing Bus) -> Bool {
    let crash = setup.pointee.serviceExtension.crash.probability
    guard crash.value > 0, crash.value < 1 else { return crash.value > 0 }
    let stream = bus.stream(.extensionCrash)
    guard push.copy == 0, push.attemptOfRun == 0 else {
      var chance = stream.draws(
        index: push.message, copy: Int(push.copy), attempt: push.attemptOfRun)
      return chance.happens(crash)
    }
    return windows[.extensionCrash].uniform(stream, index: push.message) < crash.value
  }

  /// A run crashes at its start, before it has read or told anything.
  private mutating func crash(_ push: Push, _ bus: inout Bus) {
    note(.run(.crashed), push, &bus)
    countRun(of: push, &bus)
    switch setup.pointee.serviceExtension.crash.shows {
    case .original: showAsItCame(push, itemsEndBy: .crashed, &bus)
    case .nothing: end(push, .crashed, &bus)
    }
  }

  /// The extension has had no part in it: a heartbeat is seen, and of a digest its own message.
  private mutating func showAsItCame(_ push: Push, itemsEndBy cause: Cause, _ bus: inout Bus) {
    var push = push
    push.isFiltered = false
    if push.items > 0 { discardItems(&push, cause, &bus) }
    showContent(push, &bus)
  }

  /// Runs are counted where a strategy looks at positions or acknowledges.
  private mutating func countRun(of push: Push, _ bus: inout Bus) {
    let acknowledges = laws.pointee.acknowledges && push.carriesMessage
    if laws.pointee.numbersPushes || acknowledges { bus.countExtensionRun() }
  }
}
