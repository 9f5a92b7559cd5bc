import DeliverySim

extension AndroidStation {
  /// A push reaches the push service: of high priority, it may count as normal.
  static func demote(_ push: inout Push, _ device: inout Device, _ turn: inout Turn) {
    push.isDemoted = false
    guard let law = device.android.demotion, device.service.plan.priorities.isUrgent(push) else {
      return
    }
    let start = SimTime(microseconds: turn.now.microseconds - law.window.microseconds)
    guard device.android.urgent.lacks(law.visibleMin, after: start) else { return }
    let id = push.stream(AndroidStream.demotion, orWithoutMessage: AndroidStream.otherDemotion)
    var chance = turn.draws(id, push.message, push.copy)
    push.isDemoted = chance.happens(law.share)
    if push.isDemoted { turn.note(.android(.demoted), push) }
  }

  /// The first push of a message counts, when it is accepted.
  static func countDemoted(_ push: Push, _ device: borrowing Device, _ turn: inout Turn) {
    let place = Int(push.message)
    guard push.carriesMessage, push.copy == 0, device.subscriptions.isOwed(place) else { return }
    turn.count(AndroidCounter.demoted, at: turn.ledger[place].created)
  }

  /// A push counts by what it carries and what the user allows, not by what the app makes of it.
  static func noteHandOver(of push: Push, _ device: inout Device, _ turn: borrowing Turn) {
    guard device.service.plan.priorities.isUrgent(push) else { return }
    let isVisible =
      device.authorisation == .allowed && push.hasAlert && !push.isFiltered
      && !device.workload.isBlank(push, turn)
    device.android.urgent.add(isVisible: isVisible, at: turn.now)
  }
}
