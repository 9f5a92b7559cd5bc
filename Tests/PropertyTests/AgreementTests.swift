import Foundation
import Models
import TestSupport
import Testing

/// A second, simple implementation of the strategies (Tests/TestSupport/SimpleModel) tells the same
/// of every notification: fate, cause, repair, and the times at which it was shown, summarised,
/// synced, escalated; and of every device the same sums.
///
/// Each world is a function of its seed, which a difference prints. To play one again:
/// `DELIVERYSIM_WORLD=<seed> swift test -c release --filter AgreementTests`.
/// `DELIVERYSIM_NIGHTLY=1` compares 100 times as many.
@Suite("A second implementation agrees")
struct AgreementTests {
  @Test(
    "R8 notification by notification, in random worlds",
    arguments: AgreementWorld.Subject.allCases)
  func agrees(_ subject: AgreementWorld.Subject) throws {
    var census = AgreementCensus()
    for seed in Self.seeds(subject) { try census.compare(subject, seed: seed) }
    print("agreement: \(subject.rawValue): \(census)")
    for difference in census.differences.prefix(5) {
      Issue.record("\(subject.rawValue): \(difference)")
    }
    let differences = census.differences.count
    expect(differences, equals: 0, "\(subject.rawValue)")
    if !Self.isReplay { Self.requireVariety(census, subject) }
  }

  @Test("R10.1 in worlds in which users react")
  func reactions() throws { try compare { $0.temper != nil } }

  @Test("R2.11 in worlds in which answers are lost")
  func answers() throws { try compare { $0.answers != nil } }

  @Test("R3.12 in worlds in which pushes keep their slot on their way")
  func inFlight() throws { try compare { $0.inFlight > 0 } }

  @Test("R3.15 in worlds in which silent pushes bring their messages")
  func silentContent() throws { try compare(atLeast: 5) { $0.comesSilently } }

  @Test("R2.8 in worlds in which tokens change, and registrations fail")
  func tokens() throws {
    try compare([.fireAndForget, .fcm], seeds: 300, atLeast: 10) { $0.tokens != nil }
  }

  @Test("R12.6 in worlds of web apps that are installed anew")
  func webApps() throws {
    try compare([.fireAndForget], seeds: 2000, requiring: .unblocked) {
      $0.silentMax != nil && $0.tokens != nil
    }
  }

  @Test("R4.7 in worlds in which calls are blocked until the app is installed anew")
  func calls() throws {
    try compare([.fireAndForget], seeds: 1500, requiring: .unblocked) { $0.calls != nil }
  }

  @Test("R12.6 in worlds of web apps")
  func revocations() throws {
    try compare([.fireAndForget, .gapRecovery, .gapWindow], requiring: .revoked) {
      $0.silentMax != nil
    }
  }

  @Test("R5.6 in worlds in which the extension shows pushes twice")
  func shownTwice() throws { try compare(atLeast: 5) { $0.shownTwice > 0 } }

  @Test("R6.4 in worlds with badges")
  func badges() throws {
    try compare([.fireAndForget, .gapRecovery, .digestOnFCM], requiring: .toldByBadge) {
      $0.hasBadge
    }
  }

  @Test("R11.3 in worlds in which high priority is for what users see")
  func demotion() throws {
    try compare([.fcm, .gapRecoveryOnFCM, .digestOnFCM], requiring: .demoted) {
      $0.demotion != nil
    }
  }

  @Test("R11.1 in worlds with a second channel")
  func escalation() throws { try compare { $0.escalatesAfter != nil } }

  @Test("R11.2 in worlds with connections of the app's own")
  func ownConnections() throws { try compare { $0.socket != nil } }

  /// A few worlds of a kind, from seeds of their own.
  private func compare(
    _ subjects: [AgreementWorld.Subject] = [.fireAndForget, .gapRecovery, .gapWindowOnFCM],
    seeds: UInt64 = 80, atLeast enough: Int = 21, requiring event: AgreementCensus.Event? = nil,
    where isOne: (SimpleRules) -> Bool
  ) throws {
    var census = AgreementCensus()
    for subject in subjects {
      for seed in 100_000_000..<(100_000_000 + seeds)
      where isOne(AgreementWorld(subject, seed: seed).rules) {
        try census.compare(subject, seed: seed)
      }
    }
    print("agreement: \(census)")
    for difference in census.differences.prefix(5) { Issue.record("\(difference)") }
    expect(census.worlds >= enough)
    if let event { expect(census.events[event] ?? 0 >= enough, "\(event.rawValue)") }
  }

  /// So that nothing agrees for want of cases.
  private static func requireVariety(
    _ census: AgreementCensus, _ subject: AgreementWorld.Subject
  ) {
    let enough = worldCount / 10
    expect(census.worlds >= worldCount * 9 / 10, "\(census.limited) worlds hit a limit")
    for fate in subject.fates {
      expect(census.fates[fate] ?? 0 >= enough, "\(subject.rawValue): \(fate)")
    }
    for cause in subject.causes {
      expect(census.causes[cause] ?? 0 >= enough, "\(subject.rawValue): \(cause)")
    }
    for repair in subject.repairs {
      expect(census.repairs[repair] ?? 0 >= enough / 2, "\(subject.rawValue): \(repair)")
    }
    for event in subject.events {
      expect(census.events[event] ?? 0 >= enough / 2, "\(subject.rawValue): \(event)")
    }
  }

  // MARK: Numbers of worlds

  /// The number of worlds of each subject.
  private static var worldCount: Int {
    #if DEBUG
      100
    #else
      isNightly ? 20_000 : 100
    #endif
  }

  private static let environment = ProcessInfo.processInfo.environment

  private static var isReplay: Bool { environment["DELIVERYSIM_WORLD"] != nil }

  private static func seeds(_ subject: AgreementWorld.Subject) -> [UInt64] {
    if let seed = environment["DELIVERYSIM_WORLD"].flatMap(UInt64.init) { return [seed] }
    let place = AgreementWorld.Subject.allCases.firstIndex(of: subject) ?? 0
    return (0..<UInt64(worldCount)).map { UInt64(1_000_000 * (5 + place)) + $0 }
  }
}

// MARK: - Required events

extension AgreementWorld.Subject {
  fileprivate var isOnFCM: Bool { rawValue.hasSuffix("fcm") }
  fileprivate var asks: Bool { rawValue.contains("gap") && !fetches }
  fileprivate var fetches: Bool { rawValue.hasPrefix("extension-fetch") }
  fileprivate var remembers: Bool { rawValue.contains("gap-window") }

  fileprivate var fates: [Fate] {
    [.shown, .escalated, .pending, .lost] + (isOnFCM ? [.synced] : [])
      + (asks || self == .emptyPushes ? [.summarised] : [])
  }

  fileprivate var causes: [Cause] {
    var causes: [Cause] = [
      .provider(.linkLost), .tokens(.unregistered), .pushService(.expired),
      .pushService(.notStored), .pushService(.overwritten), .pushService(.overQuota),
    ]
    if isOnFCM {
      causes += [
        .pushService(.droppedAll), .pushService(.throttled), .pushService(.inactive),
      ]
    }
    if !fetches { causes += [.phone(.alertsOff), .phone(.ignoredPayload)] }
    if asks { causes.append(.serviceExtension(.replaced)) }
    if self == .emptyPushes { causes += [.app(.fetchFailed), .provider(.retentionOver)] }
    return causes
  }

  fileprivate var events: [AgreementCensus.Event] {
    if fetches { return [.needless] }
    return [.optedOut, .left, .needless, .confirmedBySight, .confirmedByOpening, .toldByBadge]
      + (isOnFCM ? [.demoted] : [])
      + (self == .fireAndForget ? [.revoked] : [])
      + (rawValue.hasPrefix("digest") ? [] : [.overSocket, .deathNoticed])
  }

  fileprivate var repairs: [Repair] {
    if fetches { return [.unnoticed, .failed, .refused] }
    return asks ? [.unnoticed, .overLimit, .failed, .refused, .repeatLost] : []
  }
}
