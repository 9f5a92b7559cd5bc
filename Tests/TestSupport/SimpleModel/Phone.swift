import DeliverySim
import Models

extension SimpleDevice {
  // MARK: Arrival and the notification centre (R6.1)

  mutating func receive(_ push: SimplePush) {
    noteHandOver(push)
    take(push)
    noteSilence(of: push)
  }

  /// R8, digest: the earlier messages that have not been shown come first.
  private mutating func take(_ push: SimplePush) {
    if rules.calls != nil { return takeCall(push) }
    if rules.comesSilently { return post(push.message) }
    if user.hasAlertsOff { return destroy(push, .phone(.alertsOff)) }
    noteBadge(push)
    if luck.isBlank(push.message) { return destroy(push, .phone(.ignoredPayload)) }
    accounts[push.message].arrived = accounts[push.message].arrived ?? now
    for message in push.messages.dropLast() where accounts[message].shown == nil { show(message) }
    var own = push
    own.messages = push.message...push.message
    switch rules.client {
    case .shows:
      show(push.message)
      if luck.isCalledTwice(push) { show(push.message) }
    case .recovers, .remembers: runExtension(own, push.messages)
    case .fetches: receiveByFetching(own)
    }
  }

  /// R3.15: what the user has already is not posted again; where alerts are off, the app has it.
  mutating func post(_ message: Int) {
    guard accounts[message].shown == nil, accounts[message].synced == nil else { return }
    if user.hasAlertsOff { sync(message) } else { show(message) }
  }

  mutating func show(_ message: Int) {
    if app.isOpen, rules.app?.presents == false { return sync(message) }
    let isFirst = accounts[message].shown == nil
    if !isFirst, rules.copiesShareID, accounts[message].isInCentre {
      if rules.alertsAgain { alert(message, .redundant) }
      return
    }
    accounts[message].isInCentre = !(app.isOpen && rules.user != nil)
    let isSilent = user.isQuiet
    if isFirst {
      accounts[message].shown = now
      alert(message, accounts[message].synced == nil ? .news : .redundant)
    } else {
      counts.duplicates += 1
      alert(message, .duplicate)
    }
    present(message, isSilent: isSilent)
  }

  mutating func summarise(_ run: SimpleRun, _ repair: Repair) {
    counts.summaries += 1
    alert(run.carrier.message, .news)
    present(run.carrier.message, isSummary: true, isSilent: user.isQuiet)
    for message in [run.carrier.message] + messages(at: run.missed) {
      accounts[message].summarised = accounts[message].summarised ?? now
      accounts[message].repair = repair
    }
    destroy(run.carrier, .serviceExtension(.replaced))
  }
}

extension SimpleLuck {
  // MARK: Chance

  /// R4.3: the same for each copy.
  func isBlank(_ message: Int) -> Bool { happens(rules.blank, 14, push(message, 0)) }

  /// R5.6.
  func isCalledTwice(_ push: SimplePush) -> Bool { happens(rules.shownTwice, 70, push) }
}
