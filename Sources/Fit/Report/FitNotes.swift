import Files

extension FitReport {
  /// Notes that the user should know before believing the numbers.
  package var notes: [String] {
    input.notes + arrivalNotes + networkNotes + lawNotes + [unpaired?.words].compactMap { $0 }
  }

  private var arrivalNotes: [String] {
    guard let log = input.arrivals, let arrivals else { return [] }
    var notes: [String] = []
    if !log.hasDevices {
      notes.append(
        "no column of devices: the log counts as one device. If it has many devices, name the "
          + "column: --device COLUMN")
    } else if log.streams.count < 5 {
      notes.append("fewer than 5 devices: differences between devices cannot be estimated")
    }
    if let openings = log.openings {
      notes.append(
        "\(Diagnostic.excerpt(openings.column)): "
          + "\(HumanText.percent(openings.share, decimals: 1)) of the messages were opened; the "
          + "scenario does not use it")
    }
    notes += amountNotes(log, arrivals)
    if arrivals.bursts == nil {
      notes.append(
        "no burst law: it needs 5 gaps up to --gap and 5 longer ones; there are "
          + "\(arrivals.split.within.count) and \(arrivals.split.between.count)")
    }
    if arrivals.weekly == nil {
      notes.append("no weekly profile: the window is shorter than 7 days")
    } else if !log.window.isCalendar {
      notes.append(
        "times are not seconds since 1970 and have no weekday: hour 0 of the weekly profile is the "
          + "window's start")
    }
    return notes
  }

  /// Notes on the part of the log that is looked at, and whether it is enough.
  private func amountNotes(_ log: ArrivalLog, _ arrivals: FittedArrivals) -> [String] {
    var notes: [String] = []
    if let crowd = log.crowd {
      notes.append(
        "80 % of the messages lie in \(crowd.text): --from \(Units.text(of: crowd.start)) "
          + "--length \(HumanText.trimmed(crowd.days))d looks at these only")
    }
    if log.ignoredCount > 0 {
      notes.append("rows outside the window, left out: \(log.ignoredCount)")
    }
    notes += log.repetitionNotes
    if let cv = arrivals.split.coefficientOfVariation, cv < 0.1 {
      notes.append(
        "all gaps are nearly equal, and none of the laws fits; replay the log itself "
          + "(trace)")
    }
    if let replay, replay.stride > 1 {
      notes.append("one of \(replay.stride) devices is replayed: all would take too long")
    }
    notes += rateNotes(log, arrivals)
    if log.messageCount < 1000 {
      notes.append("\(log.messageCount) messages: parameters are rough; 1000 or more are better")
    }
    return notes
  }

  /// Notes on properties of the log that the proposal does not have.
  private func rateNotes(_ log: ArrivalLog, _ arrivals: FittedArrivals) -> [String] {
    var notes: [String] = []
    let rate = arrivals.best.ratePerDay
    let words =
      "the proposed law, as fitted, gives \(FitNumber.text(rate, 3)) messages a day to each "
      + "device, the log has \(FitNumber.text(log.ratePerDay, 3)): quiet devices, and gaps that "
      + "the window cuts off, leave few gaps to fit. "
    if let factor = arrivals.scaling {
      notes.append(
        words + "In the scenario the time between bursts is \(FitNumber.text(factor, 3)) times as "
          + "long, so that the rates agree")
    } else if abs(rate / log.ratePerDay - 1) > 0.01 {
      notes.append(words + "Shares of loss are comparable, volumes are not")
    }
    if let bursts = arrivals.best.bursts, bursts.pace == nil,
      let quiet = arrivals.weekly?.quiet, quiet.share < 0.08
    {
      notes.append(
        "the log has quiet hours; the proposed bursts come at any hour; the log itself "
          + "(trace) has both")
    }
    return notes
  }

  private var networkNotes: [String] {
    guard let network else { return [] }
    var notes: [String] = []
    let log = network.log
    if log.isManyPlaces {
      notes.append(
        "intervals overlap and there is no column of devices: lengths are fitted, the time "
          + "between intervals is not. --device COLUMN names the column")
    }
    if log.joinedCount > 0 {
      notes.append(
        "intervals that touch or overlap another of their device, and were joined: "
          + "\(log.joinedCount)"
          + (log.overlapCount > 0 ? "; of these overlap: \(log.overlapCount)" : ""))
    }
    if log.cutCount > 0 {
      notes.append(
        "intervals that the end of the recording cut off, whose length nobody knows: "
          + "\(log.cutCount)")
    }
    if log.emptyCount > 0 { notes.append("intervals of 0 s, left out: \(log.emptyCount)") }
    if let common = network.common {
      notes.append(
        "\(common.count) outages hit 3 devices or more within seconds (by chance "
          + "\(FitNumber.text(common.expected, 2))): the scenario has a line with network.regions "
          + "to try, \(common.regions) of them")
    }
    if network.pauses == nil {
      let missing = log.areOnline ? "offline" : "online"
      notes.append("the log does not contain \(missing) spans: the scenario has an assumption")
    }
    if log.lengths.count < 100 {
      notes.append("\(log.lengths.count) intervals: parameters are rough; 100 or more are better")
    }
    return notes
  }
}
