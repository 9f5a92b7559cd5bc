package import DeliverySim
package import Models

/// What the simple model is told of a world: plain parameters, as in a scenario.
///
/// The simple model is a second implementation of fire-and-forget, gap-recovery, gap-window,
/// extension-fetch, digest, fcm, escalation, an app with a connection of its own, and of users who
/// react. It is written from the rules of the model and not from the
/// simulator's code: one device at a time, with a list of what is still to happen, and no regard
/// for speed. Messages are numbered from 0, and so are positions in the provider's queue.
package struct SimpleRules: Sendable {
  /// What the push service keeps for a device that is away.
  package enum Service: Sendable {
    case slot(capacity: Int)
    case fcm(capacity: Int)
  }

  /// What the app does with a push.
  package enum Client: Sendable {
    case shows
    case recovers(asPrinted: Bool)
    case remembers(window: Int)
    case fetches(always: Bool, empty: Bool)

    var isPlain: Bool {
      if case .shows = self { true } else { false }
    }
  }

  package var end = SimTime.zero

  package var linkLoss = 0.0
  package var linkLatency = Distribution.zero
  package var retention = SimTime.never
  package var resendFailure = 0.0
  package var resendLatency = Distribution.zero

  package var service = Service.slot(capacity: 1)
  package var expiration = SimTime.never
  package var serviceLatency = Distribution.zero
  /// The service takes nothing then (R12.7).
  package var cutOff: Range<SimTime>?
  package var newestSurvives = 1.0
  package var newestWithin = SimTime.never
  package var reconnect = Distribution.zero
  /// When the device is offline; nil: a story of the device says so.
  package var absences: AbsenceTrace?
  /// How fast spans are used up, by hour of the week; nil: 1 in every hour.
  package var onlinePace: [Double]?
  package var offlinePace: [Double]?

  /// apns: a push replaces the stored one that has its collapse id.
  package var collapsesInStore = false

  /// Which messages are collapsible, and how many keys there are.
  package var collapsible = 0.0
  package var keys = 1
  /// fcm: the bucket of the throttle, and the time to one more in it; zero: no throttle.
  package var burst = 20
  package var refill = SimTime.zero

  package var client = Client.shows
  package var repeatLimit = 20
  package var collapses = true
  package var wait = Distribution.zero
  package var timeLimit = SimTime.never
  package var alertsAgain = true
  /// R5.8: what the app has fetched the extension does not ask for.
  package var sharesCursor = false

  /// How many earlier messages a push carries at most; 0: no digest.
  package var items = 0
  /// Of every message [byte]; nil: not modelled.
  package var payload: Int?
  package var payloadLimit = 4096

  /// R6.1: repeats have their original's collapse id.
  var copiesShareID: Bool {
    if case .shows = client { return false }
    return collapses
  }

  /// R11.1: so long after its creation a message goes out by a second channel, unless confirmed;
  /// nil: none does.
  package var escalatesAfter: SimTime?
  package var channelDelivery = 1.0
  package var channelLatency = Distribution.zero
  /// R8: the extension acknowledges what arrives. Only of who shows what comes, and asks nothing.
  package var acknowledges = false

  /// What confirms it.
  package var confirmation = Escalation.Confirmation.acknowledged

  /// R6.2: users look at notifications; nil: they do not.
  package var user: SimpleUserRules?
  /// R10: what users do about alerts; nil: nothing.
  package var temper: SimpleTemper?

  /// R6.2: the app is opened now and then; nil: never.
  package var app: SimpleAppRules?
  /// R11.2: it has a connection of its own.
  package var socket: SimpleSocketRules?
  /// R3.8; nil: a dead connection is noticed at once.
  package var halfOpen: SimpleHalfOpenRules?

  package init() {}
}

extension SimpleRules {
  /// R8, digest: as many as there are and as fit; its own message always does.
  func itemsThatFit(before message: Int) -> Int {
    let room = payload.map { max(0, payloadLimit / $0 - 1) } ?? items
    return min(items, message, room)
  }

  var remembers: Bool {
    if case .remembers = client { true } else { false }
  }

  var asksAlways: Bool {
    if case .fetches(true, _) = client { true } else { false }
  }

  var sendsEmpty: Bool {
    if case .fetches(_, true) = client { true } else { false }
  }
}

/// What chance decides for one device, asked for at the addresses of docs/determinism.md: the n-th
/// send of a message has the same luck in every strategy (R1.2), so this is a part of the world.
struct SimpleLuck {
  let rules: SimpleRules
  let source: RandomSource
  let device: Int

  func linkLoses(_ push: SimplePush) -> Bool { happens(rules.linkLoss, 16, push) }

  func linkLatency(_ push: SimplePush) -> SimTime { span(rules.linkLatency, 17, push) }

  func resendFails(_ carrier: SimplePush) -> Bool { happens(rules.resendFailure, 18, carrier) }

  func resendLatency(_ carrier: SimplePush) -> SimTime { span(rules.resendLatency, 19, carrier) }

  func serviceLatency(_ push: SimplePush) -> SimTime {
    span(rules.serviceLatency, 32, push, attempt: push.deliveries)
  }

  func newestSurvives(_ push: SimplePush) -> Bool {
    happens(rules.newestSurvives, 33, push, attempt: push.deliveries)
  }

  func wait(_ carrier: SimplePush) -> SimTime { span(rules.wait, 64, carrier) }

  /// When the provider hears that a first push has arrived; nil: never.
  func acknowledgement(of message: Int, arrived: SimTime) -> SimTime? {
    let push = SimplePush(messages: message...message, copy: 0, sent: arrived)
    return happens(rules.resendFailure, 26, push)
      ? nil : arrived + span(rules.resendLatency, 27, push)
  }

  func socketLatency(_ message: Int) -> SimTime {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return span(rules.linkLatency, 152, push)
  }

  /// The connections of the app's own are numbered from 1.
  func detection(ofDeath connection: Int) -> SimTime {
    guard let law = rules.halfOpen?.detect else { return .zero }
    var draws = source.stream(purpose: 153, device: device).draws(index: UInt32(connection))
    return law.sampleTime(&draws)
  }

  func detection(ofEnd number: Int, _ law: Distribution) -> SimTime {
    var draws = source.stream(purpose: 34, device: device).draws(index: UInt32(number))
    return law.sampleTime(&draws)
  }

  func resumes(_ ordinal: Int, _ share: Double) -> Bool {
    if share == 0 || share == 1 { return share == 1 }
    var draws = source.stream(purpose: 35, device: device).draws(index: UInt32(ordinal))
    return draws.uniform() < share
  }

  func sees(_ notice: SimpleNotice) -> SimTime {
    span(rules.user?.sees ?? .zero, 104, push(notice.message, notice.showing))
  }

  func dismisses(_ notice: SimpleNotice) -> Bool {
    happens(rules.user?.dismisses ?? 0, 105, push(notice.message, notice.showing))
  }

  private func push(_ message: Int, _ copy: Int) -> SimplePush {
    SimplePush(messages: message...message, copy: copy, sent: .zero)
  }

  // MARK: The app

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

  func disappoints(_ message: Int, _ share: Double) -> Bool {
    happens(share, 116, push(message, 0))
  }

  /// Where an act lies among all, the n-th time that trust is at an end.
  func distrust(_ end: Int) -> Double {
    var draws = source.stream(purpose: 117, device: device).draws(index: UInt32(end))
    return draws.uniform()
  }

  func channelBrings(_ message: Int) -> Bool {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return happens(rules.channelDelivery, 150, push)
  }

  func channelLatency(_ message: Int) -> SimTime {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return span(rules.channelLatency, 151, push)
  }

  /// Whether the n-th alert of a message annoys.
  func annoys(_ message: Int, alert: Int, _ share: Double) -> Bool {
    let push = SimplePush(messages: message...message, copy: alert, sent: .zero)
    return happens(share, 113, push)
  }

  /// Where an act lies among all, the n-th time that patience is at an end.
  func act(_ end: Int) -> Double {
    var draws = source.stream(purpose: 115, device: device).draws(index: UInt32(end))
    return draws.uniform()
  }

  /// The key of a message; nil: it is not collapsible.
  func key(_ message: Int) -> Int? {
    var chance = source.stream(purpose: 40, device: device).draws(index: UInt32(message))
    var choice = source.stream(purpose: 41, device: device).draws(index: UInt32(message))
    guard chance.uniform() < rules.collapsible else { return nil }
    let part = 1 / Double(rules.keys)
    return (0..<rules.keys - 1).first { [place = choice.uniform()] in
      place < Double($0 + 1) * part
    } ?? rules.keys - 1
  }

  func reconnect(_ ordinal: Int) -> SimTime {
    var draws = source.stream(purpose: 51, device: device).draws(index: UInt32(ordinal))
    return rules.reconnect.sampleTime(&draws)
  }

  private func happens(
    _ share: Double, _ purpose: UInt8, _ push: SimplePush, attempt: Int = 0
  ) -> Bool {
    if share == 0 || share == 1 { return share == 1 }
    var draws = draws(purpose, push, attempt)
    return draws.uniform() < share
  }

  private func span(
    _ law: Distribution, _ purpose: UInt8, _ push: SimplePush, attempt: Int = 0
  ) -> SimTime {
    var draws = draws(purpose, push, attempt)
    return law.sampleTime(&draws)
  }

  private func draws(_ purpose: UInt8, _ push: SimplePush, _ attempt: Int) -> Draws {
    source.stream(purpose: purpose, device: device)
      .draws(index: UInt32(push.message), copy: push.copy, attempt: attempt)
  }
}
