import DeliverySim

/// Plain pushes meet this in a recording: counted message by message, without a simulation.
package struct PairFigures: Sendable, Equatable {
  package private(set) var messages = 0
  /// Messages that were sent while their device was away.
  package private(set) var inAbsences = 0
  /// Those of them that a newer one replaced.
  package private(set) var overwritten = 0
  /// The time that the others waited, together **[s]**.
  package private(set) var waited = 0.0

  package init() {}
}

extension PairFigures {
  /// Messages that each device has with its own absences.
  package init(_ pairs: LogPairs) { self = .moved(pairs, by: [0]) }

  /// All devices: device i has the absences of the one so many places after it, for each step.
  static func moved(_ pairs: LogPairs, by steps: [Int]) -> PairFigures {
    var figures = PairFigures()
    for place in pairs.messages.indices { figures.add(place, pairs, steps) }
    return figures
  }

  /// The same of one device.
  init(of place: Int, in pairs: LogPairs, by steps: [Int]) { add(place, pairs, steps) }

  private mutating func add(_ place: Int, _ pairs: LogPairs, _ steps: [Int]) {
    for step in steps {
      add(pairs.messages[place], pairs.absences[(place + step) % pairs.absences.count])
    }
  }

  /// - Parameters: In order of time, and absences do not overlap.
  private mutating func add(_ times: [SimTime], _ absences: [Range<SimTime>]) {
    messages += times.count
    Self.each(times, meeting: absences) { span, inside in
      inAbsences += inside.count
      overwritten += inside.count - 1
      waited += (span.upperBound - times[inside.upperBound - 1]).seconds
    }
  }

  /// Each absence that holds a message, with the places of its messages.
  private static func each(
    _ times: [SimTime], meeting absences: [Range<SimTime>],
    _ body: (Range<SimTime>, Range<Int>) -> Void
  ) {
    var next = 0
    for span in absences {
      while next < times.count, times[next] < span.lowerBound { next += 1 }
      let first = next
      while next < times.count, times[next] < span.upperBound { next += 1 }
      if next > first { body(span, first..<next) }
    }
  }

  /// Each message, and whether a newer one takes its place.
  static func each(
    _ times: [SimTime], _ absences: [Range<SimTime>], _ body: (SimTime, Bool) -> Void
  ) {
    var isLost = [Bool](repeating: false, count: times.count)
    each(times, meeting: absences) { _, inside in
      for place in inside.dropLast() { isLost[place] = true }
    }
    for (time, lost) in zip(times, isLost) { body(time, lost) }
  }

  /// One more message.
  mutating func tally(isOverwritten: Bool) {
    messages += 1
    overwritten += isOverwritten ? 1 : 0
  }

  /// Shares of all messages.
  package var overwrittenShare: Double { share(overwritten) }
  package var inAbsencesShare: Double { share(inAbsences) }
  /// The mean wait of messages that came late **[s]**; nil: none did.
  package var meanWait: Double? {
    let late = inAbsences - overwritten
    return late > 0 ? waited / Double(late) : nil
  }

  private func share(_ count: Int) -> Double {
    messages > 0 ? Double(count) / Double(messages) : 0
  }
}
