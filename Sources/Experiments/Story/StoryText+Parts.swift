import DeliverySim
import Files
import Models

extension StoryText {
  // MARK: What happens to one part of the path

  func words(_ cause: Cause, _ record: StoryRecord) -> String {
    let push = push(record)
    return switch cause {
    case .replaced: "its content is not shown\(push)"
    case .overwritten: "push lost\(push): overwritten by \(culprit(record))"
    case .droppedAll: "discarded\(push) when \(culprit(record)) reached the push service"
    default: "push lost\(push): \(cause.stage?.rawValue ?? "")/\(cause.name)"
    }
  }

  /// Which push ended, in brackets: that of another message where it was carried along.
  private func push(_ record: StoryRecord) -> String {
    let send = send(record)
    if let carrier = names(record) { return " (in \(send ?? "the push") of\(carrier))" }
    return send.map { " (\($0))" } ?? ""
  }

  private func culprit(_ record: StoryRecord) -> String {
    record.culprit.map { name($0.content, $0.number) } ?? "nobody"
  }

  func words(_ event: StoryRecord.AppEvent, _ record: StoryRecord) -> String {
    switch event {
    case .opened: "the user opens the app" + (record.value >= 2 ? ": it is launched" : "")
    case .left: "the user leaves the app"
    case .ended: "the system ends the app"
    case .killed: "the user ends the app"
    case .fetches: "the app fetches what is missing"
    case .fetchFailed: "the app's fetch fails"
    case .woken: "wakes the app"
    case .held: "held by the device for the app's next launch"
    case .launched: "the system launches the app in the background"
    case .refreshed: "the system lets the app refresh itself"
    case .receiptWritten: "a receipt is written"
    case .receiptsUploaded: "the app uploads its receipts"
    case .subscribed: "the user wants notifications of" + folder(record)
    case .unsubscribed: "the user no longer wants notifications of" + folder(record)
    case .tokenChanged: "the token changes: the app has a new one"
    case .tokenRegistered: "the provider knows the token"
    case .registered: "the provider knows what the user wants"
    }
  }

  func words(_ step: ExtensionStep) -> String {
    switch step {
    case .absent: "has no extension"
    case .waits: "waits for the extension, which is busy"
    case .worked: "the extension has done its work"
    case .cutShort: "the extension takes too long: shown as it came"
    case .crashed: "the extension crashes"
    case .calledAgain: "the extension is called a second time"
    }
  }

  private func folder(_ record: StoryRecord) -> String {
    guard let law = scenario.frame.setups[story.group].workload.subscriptions else { return "" }
    let (account, folder) = Int(record.value).quotientAndRemainder(dividingBy: law.folders.count)
    return " account \(account), folder \(law.folders[folder].name)"
  }

  func words(_ attention: StoryRecord.Attention, _ value: Int64) -> String {
    switch attention {
    case .silenced: "without an alert: the device is quiet"
    case .summaryDelivered: "the scheduled summary comes" + (value == 0 ? "" : ", in quiet hours")
    case .seen: "seen by the user"
    case .tapped: "tapped by the user"
    case .dismissed: "dismissed by the user"
    }
  }

  func words(_ event: StoryRecord.PowerEvent, _ record: StoryRecord) -> String {
    let span = HumanText.span(SimTime(microseconds: record.value).seconds)
    return switch event {
    case .reserving: "starts to save power"
    case .normal: "has normal power again"
    case .heldBack: "held back because of its priority: nothing has woken the device"
    case .off: "switched off"
    case .on: "switched on"
    case .positionUnreadable: "the saved position is unreadable until the first unlock, in \(span)"
    }
  }
}
