import DeliverySim

/// A run of the extension that has noticed a gap.
struct GapRun: Sendable {
  /// The push that showed the gap, which is parked.
  let trigger: Push
  /// The number of the run's request, from 0; more than one with clients from outside only.
  var request = 0
  /// The client from outside that asks, by its number; nil: a built-in one.
  var client: UInt32?
  /// The state of the server when the extension has asked for everything; nil: it has not.
  var fetched: ServerState?
  let parked: Int
  /// Those of the policy that it began with: the device may go over to another one meanwhile.
  var repeatLimit = 0
  var asksAgain = true
  var fetch: ExtensionFetch.Ask?
  let began: SimTime
  /// Positions below this one are asked for: the trigger's own, or the one after a heartbeat's.
  var end: UInt32 = 0
  /// The positions that are missed since the saved one; shrinks to those still missing.
  var missed: Range<UInt32> = 0..<0
  /// The positions that have been asked for.
  var asked = MissingPositions()
  /// The device's arrival number when the run began.
  let arrival: UInt32
  let deadline: SimTime
  /// The trigger waits for the outcome.
  var holdsTrigger = true
  /// The client still waits for the answer.
  var awaitsAnswer = false
  /// The request leaves the provider's queue unserved.
  var timesOut = false
}

extension GapRun {
  /// The number of counted messages that depend on the answer: those asked for, and the trigger
  /// that a summary would replace.
  func stake(_ turn: borrowing Turn) -> Int {
    guard turn.surplus.failedRequests != nil else { return 0 }
    func counts(_ message: UInt32) -> Bool { turn.isCounted(turn.ledger[Int(message)].created) }
    var stake = holdsTrigger && trigger.carriesMessage && counts(trigger.message) ? 1 : 0
    for position in asked where counts(turn.message(at: position)) { stake += 1 }
    return stake
  }
}
