extension StoryRecord {
  /// The event.
  public enum Event: Sendable, Equatable {
    case online, offline, connected, detected
    case created, resent, accepted, stored, intoHalfOpen, handedOver, arrived
    case shown, replacedInCentre, duplicate
    case gap, requested, timeLimit, summary
    /// The push service discards all that it has stored; the app fetches; a message is fetched.
    case droppedAll, appSyncs, synced
    case queued, providerUnreachable, serviceUnreachable
    /// The push service answers 429; the provider will try again.
    case tooManyPushes
    /// A push without a message leaves the provider; a heartbeat is drawn on the screen.
    case sent, heartbeatShown
    /// The device switches to the next stage of its strategy.
    case adopted
    /// The extension tells the provider that a push has arrived; in vain.
    case acknowledged, acknowledgementLost
    case destroyed(by: Cause)
    /// A message that is not urgent waits at the provider.
    case waitsForWindow
    /// An event of a feature, by its code.
    case of(FeatureCode)
  }

  /// A station along the path; the order is that of a trace's tracks.
  package enum Station: Int, CaseIterable {
    case outages = 1
    case provider, service, store, network, device, serviceExtension, centre, user, app
  }
}

/// A feature has these events; the raw value is the event's code, a small number of its own, which
/// is part of the fingerprint.
package protocol FeatureEvent: CaseIterable, RawRepresentable<UInt8>, Sendable {
  /// It says what there is to know of the event.
  var row: StoryRecord.Event.Row { get }
}

extension FeatureEvent {
  /// Nil: something else happened.
  package init?(_ event: StoryRecord.Event) {
    guard case .of(let feature) = event else { return nil }
    self.init(rawValue: feature.code)
  }
}

extension StoryRecord.Event {
  /// An event of any feature.
  public struct FeatureCode: Sendable, Hashable {
    let code: UInt8
  }

  init(_ event: some FeatureEvent) { self = .of(FeatureCode(code: event.rawValue)) }
}

extension StoryRecord.Event.FeatureCode {
  /// By code; nil: no feature has it.
  private static let rows: [StoryRecord.Event.Row?] = {
    var rows = [StoryRecord.Event.Row?](repeating: nil, count: 256)
    for event in Feature.all.flatMap(\.events) { rows[Int(event.rawValue)] = event.row }
    return rows
  }()

  static let all = rows.indices.filter { rows[$0] != nil }.map { Self(code: UInt8($0)) }

  /// - Precondition: A feature of the manifest has it.
  var row: StoryRecord.Event.Row {
    guard let row = Self.rows[Int(code)] else { preconditionFailure("no event \(code)") }
    return row
  }
}
