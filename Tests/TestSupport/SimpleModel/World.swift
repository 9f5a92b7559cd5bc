package import DeliverySim
package import Models

/// The world that the simple model plays: plain parameters, as in a scenario.
///
/// The simple model is a second implementation of fire-and-forget, gap-recovery, gap-window,
/// extension-fetch, digest, fcm, escalation, an app with a connection of its own, web apps,
/// priorities that Android lowers, badges, and of users who react. It is written from the rules of
/// the model and not from the simulator's code: one device at a time, with a list of what is still
/// to happen, and no regard for speed. Messages are numbered from 0, and so are positions in the
/// provider's queue.
package struct SimpleRules: Sendable {
  /// The push service keeps these for a device that is away.
  package enum Service: Sendable {
    case slot(capacity: Int)
    case fcm(capacity: Int)
  }

  /// The app does this with a push.
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
  /// R2.11; nil: the provider waits for no answers.
  package var answers: SimpleAnswerRules?
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
  /// R3.12.
  package var inFlight = 0.0
  package var reconnect = Distribution.zero
  /// When the device is offline; nil: a story of the device says so.
  package var absences: AbsenceTrace?
  /// The speed at which spans are used up, by hour of the week; nil: 1 in every hour.
  package var onlinePace: [Double]?
  package var offlinePace: [Double]?
  /// Online spans are divided by one of them, over their mean.
  package var devicePaces = [1.0]

  /// fcm: the app is told of what was discarded (R3.14).
  package var hasDeletedCallback = true
  /// fcm: a device that was not connected for so long gets nothing, and has no token (R3.16).
  package var inactiveAfter = SimTime.never
  package var tokenExpiresAfter = SimTime.never

  /// apns: a push replaces the stored one that has its collapse id.
  package var collapsesInStore = false

  /// So many pushes to a device are taken (R3.13).
  package var quotas: [PushService.Quota] = []

  /// The share of messages that are collapsible, and the number of keys.
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

  /// R3.15: the app posts what its silent pushes bring.
  package var comesSilently = false

  /// R5.6: how often the extension is called twice, and shows a push at each call.
  package var shownTwice = 0.0

  /// The number of earlier messages that a push carries at most; 0: no digest.
  package var items = 0
  /// The size of every message [byte]; nil: it is not modelled.
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

  /// It is confirmed by this.
  package var confirmation = Escalation.Confirmation.acknowledged

  /// R4.3: how many messages have nothing that a phone could draw.
  package var blank = 0.0
  /// R6.4: a push tells how many messages there are, and the app's icon shows it.
  package var hasBadge = false
  /// The time for which a message is useful; nil: nobody asks.
  package var usefulFor: SimTime?
  /// R11.3: high priority is for what users see; nil: for all.
  package var demotion: SimpleDemotionRules?

  /// R6.2: users look at notifications; nil: they do not.
  package var user: SimpleUserRules?
  /// R10: what users do about alerts; nil: nothing.
  package var temper: SimpleTemper?

  /// R6.2: the app is opened now and then; nil: never.
  package var app: SimpleAppRules?
  /// R4.7; nil: pushes are no calls.
  package var calls: SimpleCallRules?
  /// R12.6: a web app may draw nothing so often; nil: as often as it likes.
  package var silentMax: Int?
  /// R2.8; nil: tokens never change.
  package var tokens: SimpleTokenRules?
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
