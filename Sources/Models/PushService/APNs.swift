import DeliverySim

// `apns`: one slot for each app and device (model.md R3.1, R3.2, R3.7).

extension PushStore {
  // MARK: The slot

  mutating func putInSlot(_ push: Push, _ bus: inout Bus) {
    dropExpired(&bus)
    guard let place = place(inSlotOf: push, bus) else {
      add(push, &bus)
      return
    }
    let other = bus.pushes[place]
    if survives(push, over: other, bus) {
      bus.pushes[place] = push
      bus.note(.stored, push)
      bus.end(other, .overwritten, by: push)
    } else {
      bus.end(push, .overwritten, by: other)
    }
  }

  /// Where the push lies that a new one would overwrite (R3.7); nil: the slot is empty.
  @inline(__always)
  private func place(inSlotOf push: Push, _ bus: borrowing Bus) -> Int? {
    let slot = slot(of: push)
    for place in shelf where self.slot(of: bus.pushes[place]) == slot { return place }
    return nil
  }

  @inline(__always)
  private func slot(of push: Push) -> PushType {
    plan.pointee.slot == .shared && push.type == .background ? .alert : push.type
  }

  /// R3.1: the one accepted later survives; R3.2: usually, when it is the arriving one.
  @inline(__always)
  private func survives(_ new: Push, over old: Push, _ bus: borrowing Bus) -> Bool {
    guard new.acceptance > old.acceptance else { return false }
    let rule = plan.pointee.newestSurvives
    guard new.accepted - old.accepted < rule.within else { return true }
    let id = new.stream(.newestSurvives, orWithoutMessage: .otherNewestSurvives)
    var chance = bus.draws(id, new.message, new.copy, attempt: Int(new.attempts))
    return chance.happens(rule.probability)
  }
}
