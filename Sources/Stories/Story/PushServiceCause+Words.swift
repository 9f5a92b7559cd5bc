import Models

extension PushServiceCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .overwritten: words.overwritten
    case .expired: "it expired in the push service's store"
    case .notStored: "the push service does not store such pushes for a device that is away"
    case .droppedAll: words.droppedAll
    case .inactive: "the device was away for so long that the push service dropped it"
    case .overQuota: "the quota of pushes to this device was used up"
    case .queueFull: "the push service's store was full"
    case .throttled: words.throttled
    case .rejectedTooLarge: "the push service refuses pushes of that size"
    }
  }
}

extension CauseWords {
  /// A push that comes after the overflow finds a store that is empty and takes nothing.
  fileprivate var droppedAll: String {
    let isOverflow = fate.records.contains { $0.event == .droppedAll && $0.time == record.time }
    let isOwn = record.culprit.map { $0.number == record.message } ?? false
    return isOwn && !isOverflow
      ? "the push service had discarded all that was in its store, and takes nothing more until "
        + "the device connects"
      : "the push service's store was full, and it discarded all that was in it"
  }

  fileprivate var throttled: String {
    wasAccepted
      ? "the limit of collapsible pushes to this device was used up"
      : "the push service answered 429: too many pushes to this device"
  }

  fileprivate var overwritten: String {
    switch placeAtService {
    case .stored: "\(culprit) overwrote it in the push service's store"
    case .onItsWay: "\(culprit) overwrote it while it was on its way to the device"
    case .nowhere:
      "the push service kept \(culprit), which it had stored already, and dropped this one"
    }
  }

  /// The push that ended had been accepted before.
  private var wasAccepted: Bool {
    fate.records.contains {
      $0.event == .accepted && $0.copy == record.copy && $0.time <= record.time
    }
  }

  private enum PlaceAtService { case stored, onItsWay, nowhere }

  /// It was there when the other one came.
  private var placeAtService: PlaceAtService {
    let last = fate.records.last {
      $0.time <= record.time && isAtService($0) && $0.copy == record.copy
    }
    guard let last else { return .nowhere }
    if last.event == .stored { return .stored }
    return isTakenByNewcomer ? .onItsWay : .nowhere
  }

  /// The other one was accepted at that moment: the store was not asked (R3.12).
  private var isTakenByNewcomer: Bool {
    guard let culprit = record.culprit else { return false }
    return fate.told.story.records.contains {
      $0.event == .accepted && $0.time == record.time && $0.content == culprit.content
        && $0.message == culprit.number
    }
  }

  private func isAtService(_ record: StoryRecord) -> Bool {
    record.event == .stored || record.event == .accepted || record.event == .intoHalfOpen
      || record.event == .handedOver
  }
}
