import DeliverySim

// `apns`: one slot for each app and device (model.md R3.1, R3.2, R3.7).

extension Device {
  // MARK: The slot

  mutating func storeInSlot(_ push: Push, _ bus: inout Bus) {
    dropExpired(&bus)
    guard let place = place(inSlotOf: push) else {
      shelve(push, &bus)
      return
    }
    let other = pushes[place]
    if survives(push, over: other, bus) {
      pushes[place] = push
      note(.stored, push, &bus)
      end(other, .overwritten, by: push, &bus)
    } else {
      end(push, .overwritten, by: other, &bus)
    }
  }

  /// Where the push lies that a new one would overwrite (R3.7); nil: the slot is empty.
  @inline(__always)
  private func place(inSlotOf push: Push) -> Int? {
    let slot = slot(of: push)
    return service.stored.first { self.slot(of: pushes[$0]) == slot }
  }

  @inline(__always)
  private func slot(of push: Push) -> PushType {
    setup.pointee.service.slot == .shared && push.type == .background ? .alert : push.type
  }

  /// R3.1: the one accepted later survives; R3.2: usually, when it is the arriving one.
  @inline(__always)
  private func survives(_ new: Push, over old: Push, _ bus: borrowing Bus) -> Bool {
    guard new.acceptance > old.acceptance else { return false }
    let rule = setup.pointee.service.newestSurvives
    guard new.accepted - old.accepted < rule.within else { return true }
    let purpose = new.purpose(.newestSurvives, orWithoutMessage: .otherNewestSurvives)
    var chance = bus.draws(
      purpose, new.message, new.copy, attempt: Int(new.attempts))
    return chance.happens(rule.probability)
  }
}
