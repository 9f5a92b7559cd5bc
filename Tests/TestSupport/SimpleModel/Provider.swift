package import DeliverySim
import Models

/// R2.11: how often an answer is lost, and how long the provider waits before each repeat.
package struct SimpleAnswerRules: Sendable {
  package var loss = 0.0
  package var waits: [SimTime] = []
}

extension SimpleDevice {
  // MARK: Sends (R1.2, R2.3, R2.6)

  mutating func create() {
    let repair: Repair = if case .shows = rules.client { .none } else { .unnoticed }
    accounts.append(SimpleAccount(created: now, isOwed: !hasLeft, repair: repair))
    send(accounts.count - 1)
  }

  /// R11.2: what comes over the app's own connection has no position.
  mutating func send(_ message: Int) {
    if sendOverSocket(message) { return }
    if isWithoutToken { return accounts[message].noteDestroyed(.tokens(.noToken), at: now) }
    accounts[message].position = queue.count
    queue.append(message)
    push(message)
  }

  /// The next copy.
  ///
  /// - Parameter retries: The number of times that it was sent again for want of an answer.
  mutating func push(_ message: Int, retries: Int = 0) {
    var push = SimplePush(
      messages: message - rules.itemsThatFit(before: message)...message,
      copy: accounts[message].sends, sent: now)
    push.badge = queue.count
    accounts[message].sends += 1
    let isLost = luck.linkLoses(push)
    if let answers = rules.answers, isLost || luck.answerIsLost(push, answers.loss) {
      push.isUnanswered = true
      if retries < answers.waits.count {
        schedule(.sendsAgain(message, retries: retries + 1), at: now + answers.waits[retries])
      }
    }
    if isLost { return destroy(push, .provider(.linkLost)) }
    after(luck.linkLatency(push), .reachesService(push))
  }

  /// A push takes with it what it carries.
  mutating func destroy(_ push: SimplePush, _ cause: Cause, at time: SimTime? = nil) {
    noteDiscarded(push, cause)
    for message in push.messages { accounts[message].noteDestroyed(cause, at: time ?? now) }
    if push.copy > 0 { accounts[push.message].repair = .repeatLost }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func linkLoses(_ push: SimplePush) -> Bool { happens(rules.linkLoss, 16, push) }

  func answerIsLost(_ push: SimplePush, _ share: Double) -> Bool { happens(share, 170, push) }

  func linkLatency(_ push: SimplePush) -> SimTime { span(rules.linkLatency, 17, push) }

  func resendFails(_ carrier: SimplePush) -> Bool { happens(rules.resendFailure, 18, carrier) }

  func resendLatency(_ carrier: SimplePush) -> SimTime { span(rules.resendLatency, 19, carrier) }
}
