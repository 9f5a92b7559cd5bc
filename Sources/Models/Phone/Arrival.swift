import DeliverySim

// A push on the device, step by step: past the system, through the extension or the app, to the
// screen (model.md R4, R5.1).

extension Device {
  // MARK: What the app does with a push

  /// A push has reached the device: the client policy decides.
  mutating func receive(_ push: Push, _ bus: inout Bus) {
    note(.arrived, push, &bus)
    bus.countWakeUp()
    if laws.pointee.users.hasKinds, !push.wakesApp { return receiveByKind(push, &bus) }
    if discardUnwanted(push, &bus) { return }
    if push.wakesApp { return wakeApp(push, &bus) }
    receiveAlert(push, &bus)
  }

  /// A push that draws an alert gets past the system.
  mutating func receiveAlert(_ push: Push, _ bus: inout Bus) {
    if telemetry.isWritten(by: .app) { writeReceipts(for: push, &bus) }
    guard laws.pointee.runsFreely else { return receiveLimited(push, &bus) }
    work(on: push, .init(began: bus.now, saved: client.savedPosition), &bus)
  }

  /// The extension has done its work, if there was any: what it makes of the push.
  mutating func work(on push: Push, _ start: ExtensionStart, _ bus: inout Bus) {
    guard push.carriesMessage else { return receiveOther(push, start, &bus) }
    if telemetry.isWritten(by: .serviceExtension) { writeReceipts(for: push, &bus) }
    // The first position that it brings.
    let first = position(of: push.message, bus) - UInt32(push.items)
    var push = push
    if push.items > 0 { unpack(&push, &bus) }
    if laws.pointee.numbersPushes {
      runExtension(push, carryingFrom: first, start, &bus)
    } else {
      // A run of an earlier strategy may still wait for it.
      if client.runs.count > 0 { noteArrival(first...position(of: push.message, bus), &bus) }
      if laws.pointee.acknowledges { acknowledgeInAccount(push, &bus) }
      showContent(push, &bus)
    }
  }

  /// A push that carries no message. Badge updates and read receipts are nothing to be seen.
  mutating func receiveOther(_ push: Push, _ start: ExtensionStart, _ bus: inout Bus) {
    if push.content == .heartbeat {
      receiveHeartbeat(push, start, &bus)
    } else {
      release(push, &bus)
    }
  }

  /// R5.1, step 2: a push has got past the system. Everything that it carries gets a receipt.
  private mutating func writeReceipts(for push: Push, _ bus: inout Bus) {
    guard push.carriesMessage, canWriteReceipts else { return }
    for place in 0...Int(push.items) {
      let message = messageCarried(by: push, place, bus)
      telemetry.writeReceipt(for: message, &bus)
    }
  }

  /// There is an extension, or the app is in the foreground, whoever is to write.
  @inline(__always)
  var canWriteReceipts: Bool {
    telemetry.isWritten(by: .serviceExtension)
      ? laws.pointee.hasExtension : process.state == .foreground
  }

  /// Shows a push as it came.
  mutating func showContent(_ push: Push, _ bus: inout Bus) {
    guard push.carriesMessage else { return showHeartbeat(push, &bus) }
    show(push.message, copy: push.copy, &bus)
    release(push, &bus)
  }
}
