import DeliverySim

/// Something recorded that devices play: messages or absences (model.md R1.4, R1.10).
protocol Recording {
  var streamCount: Int { get }
  var length: SimTime { get }
  var hasDevices: Bool { get }
  /// See ``Trace/samples``.
  var samples: Bool { get }
}

/// The part of a recording that one device plays: which stream, and by how much it is shifted.
struct RecordingPart {
  let stream: Int
  /// The shift, from 0 up to but not including the recording's length; times beyond its end wrap.
  let shift: SimTime

  init(_ recording: some Recording, device: Int, choice: RandomStream, shift: RandomStream) {
    var choices = choice.draws(index: 0)
    let count = recording.streamCount
    stream = recording.samples ? choices.below(count) : device % count
    self.shift = Self.shift(recording, shift)
  }

  private static func shift(_ recording: some Recording, _ stream: RandomStream) -> SimTime {
    var draws = stream.draws(index: 0)
    let length = recording.length.microseconds
    if !recording.hasDevices {
      return SimTime(microseconds: Int64(draws.below(Int(length))))
    }
    guard recording.samples else { return .zero }
    let week = 7 * SimTime.day.microseconds
    return SimTime(microseconds: Int64(draws.below(max(1, Int(length / week)))) * week)
  }
}
