import DeliverySim
import Models

/// The index that the sentences about single messages use, so that a story with many of them is
/// walked through once.
struct StoryIndex {
  /// The records of the moments when the device came online or went offline, in order.
  let changes: [StoryRecord]
  /// The records of the moments when it switched to other stages of its strategy, in order.
  let adoptions: [StoryRecord]
  /// The times when fetches of the app failed.
  let fetchFailures: Set<SimTime>
  /// The time when the user uninstalled the app; never: it stayed.
  let uninstalled: SimTime
  /// The acts by which the user had alerts silenced or switched off, uninstalled the app, or opened
  /// it less, in order; each with its reason in words.
  private let acts: [(time: SimTime, event: StoryRecord.Event, reason: String)]
  /// The times when the provider learned that a token was gone, in order.
  private let refusals: [SimTime]
  /// The times when the app was opened, in order.
  let openings: [SimTime]
  /// The last event of the app's process; nil: there was none.
  let lastOfApp: StoryRecord.Event?
  /// The times when the user picked up the phone, where something waited for that.
  let pickups: Set<SimTime>
  /// The places of the events that happen to each message or are about it.
  private let places: [[Int]]
  private let story: DeviceStory

  init(_ story: DeviceStory) {
    self.story = story
    changes = story.records.filter { $0.event == .online || $0.event == .offline }
    adoptions = story.records.filter { $0.event == .adopted }
    fetchFailures = Set(
      story.records.filter { $0.event == .app(.fetchFailed) }.map(\.time))
    refusals = story.records.filter { $0.event == .app(.tokenRefused) }.map(\.time)
    uninstalled = story.records.first { $0.event == .app(.uninstalled) }?.time ?? .never
    openings = story.records.filter { $0.event == .app(.opened) }.map(\.time)
    acts = ActReasons(story.records).acts
    let ofProcess: [AppEvent] = [.opened, .left, .ended, .killed, .launched]
    let events = ofProcess.map { StoryRecord.Event.app($0) }
    lastOfApp = story.records.last { events.contains($0.event) }?.event
    pickups = Set(story.records.filter { $0.event == .attention(.pickedUp) }.map(\.time))
    var places: [[Int]] = Array(repeating: [], count: story.outcomes.count)
    for (place, record) in story.records.enumerated() {
      if let own = record.message, record.content == .message { places[Int(own)].append(place) }
      for other in record.others where record.content != .message || other != record.message {
        places[Int(other)].append(place)
      }
    }
    self.places = places
  }
}

extension StoryIndex {
  /// The events of a message or about it, in order.
  func records(of message: Int) -> [StoryRecord] { places[message].map { story.records[$0] } }

  /// The reason why the user did something about the app, as a part of a sentence: `, annoyed by 3
  /// alerts (2 late, 1 useful)`; empty where there is no reason in the model, or nothing was done
  /// before.
  func reason(for event: StoryRecord.Event, before time: SimTime) -> String {
    acts.first { $0.event == event && $0.time <= time }?.reason ?? ""
  }

  /// Whether the provider had learned that a token was gone.
  func wasRefused(before time: SimTime) -> Bool { refusals.first.map { $0 <= time } ?? false }

  /// The device's offline span that covers a moment; the end is nil when the run ended before.
  func offline(at time: SimTime) -> (since: SimTime, until: SimTime?)? {
    let next = firstChange(after: time)
    guard next > 0, changes[next - 1].event == .offline else { return nil }
    return (changes[next - 1].time, next < changes.count ? changes[next].time : nil)
  }

  /// When the device next goes offline, at that moment or later; never: until the end it does not.
  func nextOffline(from time: SimTime) -> SimTime {
    let first = max(0, firstChange(after: time) - 1)
    return changes[first...].first { $0.event == .offline && $0.time >= time }?.time ?? .never
  }

  /// The place of the first change later than a moment.
  private func firstChange(after time: SimTime) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
