import DeliverySim
import Models

/// When the app of one device is in the foreground, and when its process ends (R6.2): from their
/// draws.
struct SimpleVisits {
  /// The next opening that the user would make unprompted, from 0, and when that is, in unit-rate
  /// time.
  var openings = 0
  var unitTime = 0.0
  /// The user leaves then, and ends the app.
  var end = SimTime.never
  var endsApp = false
  /// The system ends the suspended process then.
  var processEnd = SimTime.never
  var suspensions = 0
}

extension SimpleDevice {
  // MARK: Visits (R6.2)

  mutating func startVisits() {
    guard let rule = rules.app else { return }
    if rule.kills < 1 { suspend() }
    planOpening()
  }

  private mutating func planOpening() {
    guard let rule = rules.app else { return }
    visits.unitTime += luck.opening(visits.openings)
    let time = SimTime(seconds: visits.unitTime / rule.rate)
    if time < rules.end { schedule(.appOpens, at: max(now, time)) }
  }

  /// Who has lost trust makes only a share of the openings.
  mutating func beginVisit() {
    guard let rule = rules.app, !hasLeft else { return }
    let number = visits.openings
    visits.openings += 1
    visits.suspensions = 0
    planOpening()
    guard luck.keepsOpening(number, user.openingShare) else { return }
    visit(until: now + luck.visit(number, rule), endsApp: luck.kills(number, rule))
  }

  mutating func visit(until end: SimTime, endsApp: Bool) {
    if !app.isOpen || end > visits.end {
      (visits.end, visits.endsApp) = (end, endsApp)
      schedule(.appIsLeft, at: end)
    }
    visits.processEnd = .never
    openApp()
  }

  mutating func endVisit() {
    guard app.isOpen, visits.end == now else { return }
    leaveApp(isRunning: !visits.endsApp)
    if !visits.endsApp { suspend() }
  }

  private mutating func suspend() {
    guard let law = rules.app?.suspended else { return }
    visits.processEnd = now + luck.suspension(visits.openings, visits.suspensions, law)
    visits.suspensions += 1
    schedule(.processEnds, at: visits.processEnd)
  }

  mutating func endProcess() {
    if !app.isOpen, visits.processEnd == now { closeSocket() }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func opening(_ number: Int) -> Double {
    var draws = source.stream(purpose: 81, device: device).draws(index: UInt32(number))
    return law(.exponential(mean: 1)).sample(&draws)
  }

  func visit(_ opening: Int, _ rule: SimpleAppRules) -> SimTime {
    span(rule.visit, 82, push(opening, 0))
  }

  func suspension(_ opening: Int, _ number: Int, _ law: Distribution) -> SimTime {
    span(law, 83, push(opening, number))
  }

  func kills(_ opening: Int, _ rule: SimpleAppRules) -> Bool {
    happens(rule.kills, 85, push(opening, 0))
  }

  func keepsOpening(_ number: Int, _ share: Double) -> Bool {
    happens(share, 118, push(number, 0))
  }
}
