import DeliverySim

// `apns`: one slot for each app and device (model.md R3.1, R3.2, R3.7).

extension Device {
  // MARK: The slot

  mutating func storeInSlot(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    dropExpired(&context)
    guard let place = service.stored.first else {
      shelve(push, &context)
      return
    }
    let other = pushes[place]
    if survives(push, over: other, context) {
      pushes[place] = push
      note(.stored, push, &context)
      end(other, .overwritten, by: push, &context)
    } else {
      end(push, .overwritten, by: other, &context)
    }
  }

  /// R3.1: the one accepted later survives; R3.2: usually, when it is the arriving one.
  private func survives(
    _ new: Push, over old: Push, _ context: borrowing CellContext<some TraceHook>
  ) -> Bool {
    guard new.acceptance > old.acceptance else { return false }
    let rule = setup.pointee.service.newestSurvives
    guard new.accepted - old.accepted < rule.within else { return true }
    var chance = draws(
      .newestSurvives, new.message, new.copy, attempt: Int(new.attempts), context)
    return chance.happens(rule.probability)
  }
}
