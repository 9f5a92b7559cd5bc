import DeliverySim
import Models
import Scenarios

/// The parts of a device's story that last: states, a push's stay in the store, a run of the
/// extension.
struct TraceSlices {
  private let told: DeviceTrace
  private let horizon: SimTime

  init(_ told: DeviceTrace) {
    self.told = told
    horizon = told.scenario.frame.horizon
  }

  /// Some may overlap; none is empty. If it is the story of one message, they are those meanwhile.
  var all: [TraceSlice] {
    let slices = (outages + states + stays + runs).filter { !$0.span.isEmpty }
    guard told.explanation.message != nil, let first = told.records.first,
      let last = told.records.last
    else { return slices }
    return slices.filter { $0.span.lowerBound <= last.time && $0.span.upperBound >= first.time }
  }

  private var outages: [TraceSlice] {
    let surroundings = told.story.surroundings
    return Surroundings.Part.allCases.flatMap { part in
      surroundings[part].map {
        TraceSlice(.outage, surroundings.name(of: part), $0, part: part)
      }
    }
  }
}

extension TraceSlices {
  // MARK: States of the device

  private var states: [TraceSlice] {
    slices(.offline, "offline", from: [.offline], to: [.online])
      + slices(
        .connecting, "connecting", from: [.online], to: [.connected, .offline], isSkipped: true)
      + slices(.savingPower, "saves power", from: [.power(.reserving)], to: [.power(.normal)])
      + slices(.switchedOff, "switched off", from: [.power(.off)], to: [.power(.on)])
      + slices(
        .foreground, "in the foreground", from: [.app(.opened)],
        to: [.app(.left), .app(.ended), .app(.killed)])
  }

  /// From each of some events to the next of others, or to the end of the run.
  ///
  /// - Parameter isSkipped: Not at time 0: who is online then is connected.
  private func slices(
    _ kind: TraceSlice.SliceKind, _ name: String, from starts: [StoryRecord.Event],
    to ends: [StoryRecord.Event], isSkipped: Bool = false
  ) -> [TraceSlice] {
    var slices: [TraceSlice] = []
    var start: SimTime?
    for record in told.story.records {
      if ends.contains(record.event), let began = start {
        slices.append(TraceSlice(kind, name, began..<record.time))
        start = nil
      } else if starts.contains(record.event), start == nil {
        start = isSkipped && record.time == .zero ? nil : record.time
      }
    }
    if let start {
      slices.append(TraceSlice(kind, name, start..<max(start, horizon)))
    }
    return slices
  }
}

extension TraceSlices {
  // MARK: Pushes

  /// One of the pushes that are told of.
  private struct PushName: Hashable {
    let content: PushContent
    let number: UInt32
    let copy: UInt16

    init?(_ record: StoryRecord) {
      guard let number = record.message else { return nil }
      (content, self.number, copy) = (record.content, number, record.copy)
    }
  }

  /// From storing to the hand-over or the end.
  private var stays: [TraceSlice] {
    pushSlices(.stored, from: { $0.event == .stored }, to: { $0.isOwn(.leavesStore) })
  }

  /// The slices from the arrival to the extension's decision, where it does more than show.
  private var runs: [TraceSlice] {
    pushSlices(
      .run, from: { $0.event == .arrived }, with: { $0.isOwn(.isOfRun) },
      to: { $0.isOwn(.endsRun) })
  }

  /// The slices from an event of a push to another one of the same push.
  ///
  /// - Parameter isMeant: An event in between without which the slice is left out.
  private func pushSlices(
    _ kind: TraceSlice.SliceKind, from opens: (StoryRecord) -> Bool,
    with isMeant: ((StoryRecord) -> Bool)? = nil, to closes: (StoryRecord) -> Bool
  ) -> [TraceSlice] {
    let names = Set(told.records.compactMap { PushName($0) })
    var open: [PushName: TraceSlice] = [:]
    var meant: Set<PushName> = []
    var slices: [TraceSlice] = []
    for record in told.story.records {
      guard let push = PushName(record), names.contains(push) else { continue }
      if isMeant?(record) ?? true { meant.insert(push) }
      if closes(record), let slice = open.removeValue(forKey: push) {
        if meant.contains(push) { slices.append(slice.ending(at: record.time)) }
        meant.remove(push)
      } else if opens(record) {
        open[push] = open[push] ?? slice(kind, record)
      }
    }
    // Slices that are still open at the end, in order.
    for record in told.story.records {
      guard let push = PushName(record), let slice = open.removeValue(forKey: push),
        meant.contains(push)
      else { continue }
      slices.append(slice.ending(at: horizon))
    }
    return slices
  }

  /// A slice that begins with an event.
  private func slice(_ kind: TraceSlice.SliceKind, _ record: StoryRecord) -> TraceSlice {
    let send = (record.send ?? 1) > 1 ? " (send \(record.copy + 1))" : ""
    let name = told.text.subject(record) + send
    return TraceSlice(kind, name, record.time..<record.time, of: record)
  }
}

extension StoryRecord {
  /// It is an event of that part in the way of the push itself, not of the message that another
  /// push has carried.
  fileprivate func isOwn(_ part: Event.Part) -> Bool {
    guard event.row.part.contains(part) else { return false }
    if case .destroyed = event { return others.isEmpty }
    return true
  }
}
