import DeliverySim
import Models

/// Absences of one kind, and what is created in them.
package struct AbsenceFigures: Equatable {
  /// The source of the figures.
  package enum Basis: Equatable {
    /// Spans of laws, in equilibrium.
    case laws
    /// The same, but how fast they pass depends on the hour or on the device: only the lengths are
    /// known.
    case paced
    case recorded
  }

  package let basis: Basis
  package let spans: SpanFigures
  /// On average over the devices; nil: not known before a run.
  package var perDay: Double?
  /// The share of time; nil: not known before a run.
  package var offline: Double?
  /// The number of messages created in one of them; nil: not known before a run.
  package var messages: Double?
  /// The share of all messages; nil: not known before a run.
  package var messageShare: Double?

  private init(_ basis: Basis, _ spans: SpanFigures) { (self.basis, self.spans) = (basis, spans) }

  /// Messages and absences do not depend on each other, and absences are in equilibrium: so a
  /// message is created in one with the probability that the device is offline.
  init(_ process: OnOffProcess, _ messagesPerDay: Double, _ known: inout KnownSpans) {
    self.init(.laws, known(process.down))
    perDay = 86_400 / (process.up.mean + process.down.mean)
    offline = 1 - process.upShare
    messages = messagesPerDay * process.down.mean / 86_400
    messageShare = offline
  }

  /// The figures of a device's own absences; nil: it has none.
  ///
  /// - Parameter counted: The time whose messages are counted.
  init?(
    _ setup: DeviceSetup, _ counted: Range<SimTime>, _ messagesPerDay: Double,
    _ known: inout KnownSpans
  ) {
    if let process = setup.network.onOff {
      if setup.network.paces.isClock, setup.network.devicePace == nil {
        self.init(process, messagesPerDay, &known)
      } else {
        self.init(.paced, known(process.down))
      }
    } else if let trace = setup.network.absences {
      let part = trace.isPlayedInPlace ? counted : .zero..<trace.length
      guard let spans = known(trace, in: part) else { return nil }
      self.init(trace, spans, part)
      addMessages(trace, setup.workload, part, counted, messagesPerDay)
    } else {
      return nil
    }
  }
}

extension AbsenceFigures {
  // MARK: Recordings

  /// The figures over a part of the recording, which meets an absence.
  private init(_ trace: AbsenceTrace, _ spans: SpanFigures, _ part: Range<SimTime>) {
    self.init(.recorded, spans)
    let absences = Self.clipped(trace, to: part)
    let time = Self.seconds(part) * Double(trace.streams.count)
    let count = absences.reduce(0) { $0 + $1.count }
    perDay = Double(count) / time * 86_400
    offline = absences.joined().reduce(0) { $0 + Self.seconds($1) } / time
  }

  private mutating func addMessages(
    _ trace: AbsenceTrace, _ workload: Workload, _ part: Range<SimTime>, _ counted: Range<SimTime>,
    _ messagesPerDay: Double
  ) {
    if trace.followsArrivals, case .trace(let sent) = workload.arrivals, !sent.shuffles {
      // Only the absences' laps are known here.
      guard trace.repeats || !sent.repeats || sent.length >= part.upperBound else { return }
      let times = sent.streams.map { $0.filter(part.contains) }
      let absences = Self.clipped(trace, to: part)
      let inside = zip(times, absences).reduce(0) { $0 + Self.count($1.0, in: $1.1) }
      let all = times.reduce(0) { $0 + $1.count }
      messages = Double(inside) / Double(absences.reduce(0) { $0 + $1.count })
      messageShare = all > 0 ? Double(inside) / Double(all) : nil
    } else if !trace.hasDevices, trace.repeats || trace.length >= counted.upperBound {
      // Each device begins at a random place of the recording: messages come at any part of it.
      messages = messagesPerDay * spans.mean / 86_400
      messageShare = offline
    }
  }

  private static func clipped(
    _ trace: AbsenceTrace, to part: Range<SimTime>
  ) -> [[Range<SimTime>]] {
    trace.streams.map { $0.map { $0.clamped(to: part) }.filter { !$0.isEmpty } }
  }

  private static func seconds(_ span: Range<SimTime>) -> Double {
    (span.upperBound - span.lowerBound).seconds
  }

  /// The number of times that lie in one of the spans; both are in order.
  private static func count(_ times: [SimTime], in spans: [Range<SimTime>]) -> Int {
    var (place, count) = (0, 0)
    for time in times {
      while place < spans.count, spans[place].upperBound <= time { place += 1 }
      if place < spans.count, spans[place].contains(time) { count += 1 }
    }
    return count
  }
}
