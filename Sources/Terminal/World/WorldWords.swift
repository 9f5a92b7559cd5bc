import Answers
import Files

/// The averages that devices of one population meet, line by line.
struct WorldWords {
  /// The figures, by design point; at least one.
  private let figures: [WorldFigures]

  init(_ figures: [WorldFigures]) { self.figures = figures }

  var lines: [String] {
    ["messages: \(Ranges.text(figures.map(\.messagesPerDay), Ranges.number)) a day"]
      + own + regions + nights + everything
      + hop("on the way to the provider", figures.map(\.intakeLoss))
      + hop("on the way to the push service", figures.map(\.linkLoss))
  }
}

extension WorldWords {
  // MARK: Losses

  /// - Parameter losses: Of sends, by design point.
  private func hop(_ place: String, _ losses: [Double]) -> [String] {
    guard let least = losses.min(), let most = losses.max(), most > 0 else { return [] }
    let ends = (least == most ? [most] : [least, most]).map { 1 / $0 }
    let often = least > 0 ? " (1 in \(ends.map(Ranges.number).joined(separator: " to 1 in ")))" : ""
    return ["\(place): loses \(Ranges.text(losses, Ranges.percent))\(often)"]
  }
}

extension WorldWords {
  // MARK: Reasons to be offline

  private var own: [String] {
    let absences = figures.compactMap(\.absences)
    guard let first = absences.first else { return ["absences of its own: none"] }
    let origin = first.basis == .recorded ? " (as recorded)" : ""
    let some = absences.count < figures.count ? " (none at some design points)" : ""
    return [
      "absences\(origin)\(some): \(howMany(absences))", "an absence: \(length(absences))",
      "messages in an absence: \(messages(absences))",
    ]
  }

  private var regions: [String] {
    let outages = figures.compactMap(\.regions)
    guard !outages.isEmpty else { return [] }
    return [
      "and its region's outages: \(howMany(outages))", "an outage: \(length(outages))",
      "messages in an outage: \(messages(outages))",
    ]
  }

  private var nights: [String] {
    let nights = figures.compactMap(\.nights)
    guard !nights.isEmpty else { return [] }
    let share = Ranges.text(nights.map(\.share), Ranges.percent)
    let length = Ranges.text(nights.map(\.length), HumanText.span)
    return ["and nights: \(share) of the devices are switched off for \(length)"]
  }

  /// The line where there is more than one reason.
  private var everything: [String] {
    let offline = figures.compactMap(\.offline)
    guard offline.count == figures.count, figures.contains(where: \.hasSeveralReasons) else {
      return []
    }
    return ["offline for any of these reasons: \(Ranges.text(offline, Ranges.percent)) of the time"]
  }
}

extension WorldWords {
  // MARK: Absences of one kind

  private func howMany(_ absences: [AbsenceFigures]) -> String {
    guard let perDay = known(absences, \.perDay), let offline = known(absences, \.offline) else {
      return "how many depends on the hour or the device (paces of network)"
    }
    return "\(Ranges.text(perDay, Ranges.number)) a day; "
      + "offline \(Ranges.text(offline, Ranges.percent)) of the time"
  }

  private func length(_ absences: [AbsenceFigures]) -> String {
    let pace = absences.contains { $0.basis == .paced } ? " (at pace 1)" : ""
    let parts: [(String, KeyPath<SpanFigures, Double>)] = [
      ("mean", \.mean), ("median", \.median), ("p99", \.p99),
    ]
    return parts.map { name, part in
      "\(name) \(Ranges.text(absences.map { $0.spans[keyPath: part] }, HumanText.span))"
    }.joined(separator: ", ") + pace
  }

  private func messages(_ absences: [AbsenceFigures]) -> String {
    guard let messages = known(absences, \.messages), let share = known(absences, \.messageShare)
    else { return "not known before a run" }
    return "\(Ranges.text(messages, Ranges.number)); "
      + "\(Ranges.text(share, Ranges.percent)) of all messages are created in one"
  }

  /// Nil where one of them is not known.
  private func known(
    _ absences: [AbsenceFigures], _ figure: (AbsenceFigures) -> Double?
  ) -> [Double]? {
    let known = absences.compactMap(figure)
    return known.count == absences.count ? known : nil
  }
}
