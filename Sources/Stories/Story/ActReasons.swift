import DeliverySim
import Models

/// The reasons why a user acted on the app (model.md R10), out of a device's story.
struct ActReasons {
  typealias Act = (time: SimTime, event: StoryRecord.Event, reason: String)

  /// The acts, in order.
  private(set) var acts: [Act] = []

  init(_ records: [StoryRecord]) {
    var annoyances: [StoryRecord] = []
    var last: (time: SimTime, reason: String)?
    for record in records {
      switch record.event {
      case .reaction(.annoyed): annoyances.append(record)
      case .reaction(.outOfPatience):
        last = (record.time, Self.annoyance(annoyances.suffix(Int(record.value))))
      case .reaction(.outOfTrust): last = (record.time, Self.disappointment(record.value))
      case .reaction(.quietly), .reaction(.alertsOff), .reaction(.opensLess), .app(.uninstalled):
        // The user acts at once; who leaves at another time has a reason of his own.
        let reason = last.flatMap { $0.time == record.time ? $0.reason : nil } ?? ""
        acts.append((record.time, record.event, reason))
      default: break
      }
    }
  }

  private static func annoyance(_ records: ArraySlice<StoryRecord>) -> String {
    let counts = Reactions.Kind.allCases.compactMap { kind -> String? in
      let count = records.count { $0.payload == .annoyance(kind) }
      return count > 0 ? "\(count) \(kind)" : nil
    }
    let alerts = records.count == 1 ? "alert" : "alerts"
    return ", annoyed by \(records.count) \(alerts) (\(counts.joined(separator: ", ")))"
  }

  private static func disappointment(_ count: Int64) -> String {
    ", disappointed by \(count) \(count == 1 ? "message" : "messages") found too late"
  }
}
