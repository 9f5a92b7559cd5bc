import DeliverySim
import Models

/// The records that concern one message, out of its device's story: its own events, those of other
/// pushes that are about it, and the state of the device whenever something happens to it.
struct MessageRecords {
  private let story: DeviceStory
  private let message: UInt32
  private let records: [StoryRecord]

  init(_ story: DeviceStory, _ message: Int) {
    self.story = story
    self.message = UInt32(message)
    records = story.records
  }
}

extension MessageRecords {
  /// The selected records, in order.
  var selected: [StoryRecord] {
    let chosen = own
    var places = Set(chosen)
    for place in chosen {
      places.formUnion(state(before: place))
      places.formUnion(companions(of: place))
    }
    return places.sorted().map { records[$0] }
  }

  /// The places of the events that name the message.
  private var own: [Int] {
    let shown = story.outcomes[Int(message)].shown ?? .never
    return records.indices.filter { place in
      let record = records[place]
      if isOwn(record) { return true }
      // A digest goes on carrying what has long been shown.
      return record.others.contains(message)
        && (record.event.row.part.contains(.asks) || record.time <= shown)
    }
  }

  private func isOwn(_ record: StoryRecord) -> Bool {
    record.content == .message && record.message == message
  }

  // MARK: The device's state

  /// The last changes before an event, of what matters for it.
  private func state(before place: Int) -> [Int] {
    let event = records[place].event
    var found = network(before: place)
    for state in StoryRecord.Event.DeviceStates.each where event.row.hangsOn.contains(state) {
      found += last(state, before: place)
    }
    return found
  }

  /// The records when it came online or went offline, and of what followed.
  private func network(before place: Int) -> [Int] {
    var found: [Int] = []
    for earlier in records[...place].indices.reversed()
    where records[earlier].event.row.station == .network {
      found.append(earlier)
      let event = records[earlier].event
      if event == .online || event == .offline { break }
    }
    return found
  }

  private func last(
    _ state: StoryRecord.Event.DeviceStates, before place: Int
  ) -> [Int] {
    records[..<place].lastIndex { $0.event.row.changes.contains(state) }.map { [$0] } ?? []
  }

  // MARK: Neighbouring records

  /// The records that led to an event: those that took the message's place, that fetched it, that
  /// explain why it is seen.
  private func companions(of place: Int) -> [Int] {
    let record = records[place]
    switch record.event {
    case .destroyed:
      guard let culprit = record.culprit else { return [] }
      let taking: [StoryRecord.Event] = [.stored, .droppedAll, .app(.held)]
      let isTaking = { (other: StoryRecord) in
        other.message == culprit.number && other.content == culprit.content
          && taking.contains(other.event)
      }
      let now = same(place, where: isTaking)
      return now.isEmpty ? records[..<place].lastIndex(where: isTaking).map { [$0] } ?? [] : now
    case .synced, .shown, .attention(.seen): return same(place) { $0.message == nil } + fetch(place)
    case .stored: return same(place) { $0.destroys(by: record) }
    case .gap:
      return records[..<place].lastIndex {
        $0.event == .arrived && $0.content == record.content && $0.message == record.message
      }.map { [$0] } ?? []
    default: return []
    }
  }

  /// The places of other events at the very same time.
  private func same(_ place: Int, where isWanted: (StoryRecord) -> Bool) -> [Int] {
    let time = records[place].time
    let first = records[...place].lastIndex { $0.time < time }.map { $0 + 1 } ?? 0
    return records[first...].indices.prefix { records[$0].time == time }
      .filter { isWanted(records[$0]) }
  }

  /// The fetch that brought it, and the push that woke the app for it.
  private func fetch(_ place: Int) -> [Int] {
    // A message that arrives by push is shown as it came.
    let arrived = records[..<place].lastIndex {
      $0.event == .arrived && (isOwn($0) || $0.others.contains(message))
    }
    let fetched = records[..<place].lastIndex { $0.event == .app(.fetches) }
    guard let fetched, fetched > arrived ?? -1 else { return [] }
    return [fetched] + same(fetched) { $0.event == .app(.woken) }
  }
}

extension StoryRecord {
  /// The push of `other` takes the place of this one.
  fileprivate func destroys(by other: StoryRecord) -> Bool {
    guard case .destroyed = event, let culprit else { return false }
    return culprit.content == other.content && culprit.number == other.message
  }
}
