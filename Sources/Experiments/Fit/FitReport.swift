/// All that `fit` found out about a log.
package struct FitReport: Sendable {
  package let options: FitOptions
  package let input: FitInput
  package let arrivals: FittedArrivals?
  package let network: FittedNetwork?
  package let replay: LossReplay?
}

extension FitReport {
  /// Reads, fits and replays.
  ///
  /// - Parameters:
  ///   - files: at least one.
  ///   - report: is told what is being done, before it is done.
  /// - Throws: ``InputError``: 66 for missing files, 65 for what is wrong in them.
  package static func make(
    _ files: [String], _ options: FitOptions, threads: Int, report: (String) -> Void = { _ in }
  ) async throws -> FitReport {
    let input = try FitInput(files, options)
    let network = try input.intervals.map { log throws(InputError) in try FittedNetwork(log) }
    let arrivals = input.arrivals.map { FittedArrivals($0, gap: options.gap) }
    var replay: LossReplay?
    if let log = input.arrivals, let best = arrivals?.best {
      report("replaying \(HumanText.count(UInt64(log.messageCount))) messages ...")
      let fitted = network.flatMap { OfflineProcess.fitted($0) }
      replay = try await LossReplay.make(
        log, best, fitted.map { [$0] } ?? OfflineProcess.standard, options, threads: threads)
    }
    return FitReport(
      options: options, input: input, arrivals: arrivals, network: network, replay: replay)
  }
}

extension FitReport {
  /// What the user should know before believing the numbers.
  package var notes: [String] {
    arrivalNotes + networkNotes
  }

  private var arrivalNotes: [String] {
    guard let log = input.arrivals, let arrivals else { return [] }
    var notes: [String] = []
    if !log.hasDevices {
      notes.append(
        "no column of devices: the log counts as one device's. If it is the traffic of many, name "
          + "the column: --device COLUMN")
    } else if log.streams.count < 5 {
      notes.append("fewer than 5 devices: how devices differ cannot be told")
    }
    if let crowd = log.crowd {
      notes.append(
        "80 % of the messages lie in \(crowd.text): --from \(Units.text(of: crowd.start)) "
          + "--length \(HumanText.trimmed(crowd.days))d looks at these only")
    }
    if log.ignoredCount > 0 {
      notes.append("rows outside the window, left out: \(log.ignoredCount)")
    }
    if let cv = arrivals.split.coefficientOfVariation, cv < 0.1 {
      notes.append(
        "all gaps are alike: a timetable, which no law here resembles; play the log itself (trace)")
    }
    if log.messageCount < 1000 {
      notes.append("\(log.messageCount) messages: parameters are rough; 1000 or more are better")
    }
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

  private var networkNotes: [String] {
    guard let network else { return [] }
    var notes: [String] = []
    let log = network.log
    if log.isManyPlaces {
      notes.append(
        "intervals overlap and no column says whose they are: lengths are fitted, what lies "
          + "between is not. --device COLUMN tells devices apart")
    }
    if log.joinedCount > 0 {
      notes.append(
        "intervals that touch or overlap another of their device, and were joined: "
          + "\(log.joinedCount)")
    }
    if log.emptyCount > 0 { notes.append("intervals of 0 s, left out: \(log.emptyCount)") }
    if network.pauses == nil {
      let missing = log.areOnline ? "offline" : "online"
      notes.append("the log does not tell \(missing) spans: the scenario has an assumption")
    }
    if log.lengths.count < 100 {
      notes.append("\(log.lengths.count) intervals: parameters are rough; 100 or more are better")
    }
    return notes
  }
}
