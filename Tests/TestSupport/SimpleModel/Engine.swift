package import DeliverySim
package import Models

/// One device of the simple model, from its messages and its network to the fate of every message.
///
/// What takes no time happens at once, before anything else; of what happens in the same
/// microsecond new messages come first, then what was caused first
/// (docs/explanation/determinism.md).
package struct SimpleDevice {
  enum Happening {
    case created
    case goesOnline(ordinal: Int)
    case connects(ordinal: Int)
    case goesOffline
    case reachesService(SimplePush)
    case reachesDevice(SimplePush)
    case expires(SimplePush)
    case waitEnds(run: Int)
    case limitReached(run: Int)
    case answered(run: Int)
    case fetchWaitEnds(Int)
    case fetchLimitReached(Int)
    case fetchAnswered(Int)
    case acts(SimpleAct)
    case looks(SimpleNotice, clearing: Int)
    case appOpens
    case appIsLeft
    case processEnds
    case comesOverSocket(Int)
    case socketCloses
    case socketDeathNoticed(ordinal: Int)
    case detected
    case sendsAgain(Int, retries: Int)
    case tokenChanges
    case tokenMayExpire
  }

  struct Entry {
    let time: SimTime
    /// Below 0 for messages.
    let order: Int
    let happening: Happening
  }

  let rules: SimpleRules
  let luck: SimpleLuck
  var now = SimTime.zero
  /// These events are still to happen, the latest first.
  private var agenda: [Entry] = []
  private var caused = 0

  var accounts: [SimpleAccount] = []
  /// R2.3: the messages in the provider's push queue, by position; most times all, in order.
  var queue: [Int] = []
  var counts = SimpleCounts()
  var isOnline = false
  var isConnected = false
  var connection = SimTime.never
  var acceptances = 0
  /// Quotas have taken so many.
  var taken: [(time: SimTime, quota: Int)] = []
  var stored: [SimplePush] = []
  /// fcm: something was discarded since the last connection, and these the app will fetch.
  var isDiscarding = false
  var discarded: [Int] = []
  /// fcm: how much is in the bucket of the throttle [µs of refilling]; nil: it is still full.
  var bucket: Int64?
  var lastTaken = SimTime.zero
  var client = SimpleClient()
  var fetches = SimpleFetches()
  var user = SimpleUser()
  var app = SimpleApp()
  var visits = SimpleVisits()
  var socket = SimpleSocket()
  var token = SimpleToken()
  var halfOpen = SimpleHalfOpen()
  /// R4.7: so many calls that the app did not report, since it was installed.
  var misuses = 0
  /// R11.3: what was handed over with high priority, and whether that draws anything.
  var urgent: [(time: SimTime, isVisible: Bool)] = []

  /// - Parameter world: A story of the same device under any strategy: when messages are created
  ///   and when the device is online is the same in all (R1.1). Nothing else of it is looked at,
  ///   and not the network either where its absences are recorded.
  package init(_ rules: SimpleRules, world: DeviceStory, _ source: RandomSource, device: Int) {
    self.rules = rules
    luck = SimpleLuck(rules: rules, source: source, device: device)
    for record in world.records where record.event == .created {
      agenda.append(Entry(time: record.time, order: agenda.count - .max, happening: .created))
    }
    var changes = Self.changes(of: world)
    if let absences = rules.absences {
      changes = SimpleAbsences(trace: absences, source: source, device: device)
        .changes(until: rules.end)
    }
    isOnline = changes.isOnline
    isConnected = isOnline
    if !isConnected { noteAbsence() }
    for (place, time) in changes.times.enumerated() {
      let isReturn = (place % 2 == 0) != changes.isOnline
      schedule(isReturn ? .goesOnline(ordinal: place / 2) : .goesOffline, at: time)
    }
    startToken()
    startVisits()
    agenda.sort { ($0.time, $0.order) > ($1.time, $1.order) }
  }

  private static func changes(of world: DeviceStory) -> (isOnline: Bool, times: [SimTime]) {
    let changes = world.records.filter { [.online, .offline].contains($0.event) }
    let times = changes.map(\.time).filter { $0 > .zero }
    return (changes.first?.event == .online, times)
  }

  /// Plays everything before the end.
  package mutating func run() -> (outcomes: [SimpleOutcome], counts: SimpleCounts) {
    while let next = agenda.last, next.time < rules.end {
      agenda.removeLast()
      now = next.time
      happen(next.happening)
    }
    dropUnkept()
    if hasLeft { endWhatIsUnderWay() }
    let out = (hasLeft ? [] : messagesThatAreOut()).union(escalate())
    countAwareness()
    for account in accounts where account.isOwed {
      counts.sent += account.sends
      counts.resent += max(0, account.sends - 1)
    }
    let outcomes = accounts.enumerated().filter { $0.element.isOwed }.map {
      SimpleOutcome($0.element, isOut: out.contains($0.offset))
    }
    return (outcomes, counts)
  }

  private mutating func happen(_ happening: Happening) {
    switch happening {
    case .created: create()
    case .goesOnline(let ordinal): goOnline(ordinal)
    case .connects(let ordinal): if connection == now { connect(ordinal) }
    case .goesOffline: goOffline()
    case .reachesService(let push): accept(push)
    case .reachesDevice(let push): arrive(push)
    case .expires(let push): expire(push)
    case .waitEnds(let run): endWait(run)
    case .limitReached(let run): reachLimit(run)
    case .answered(let run): answer(run)
    case .fetchWaitEnds(let fetch): endFetchWait(fetch)
    case .fetchLimitReached(let fetch): reachFetchLimit(fetch)
    case .fetchAnswered(let fetch): answerFetch(fetch)
    case .acts(let act): self.act(act)
    case .looks(let notice, let clearing): look(at: notice, clearing: clearing)
    case .appOpens: beginVisit()
    case .appIsLeft: endVisit()
    case .processEnds: endProcess()
    case .comesOverSocket(let message): comeOverSocket(message)
    case .socketCloses: if socket.closing == now { closeSocket() }
    case .socketDeathNoticed(let ordinal): noticeSocketDeath(ordinal)
    case .detected: detect()
    case .sendsAgain(let message, let retries):
      if !isWithoutToken { push(message, retries: retries) }
    case .tokenChanges: changeToken()
    case .tokenMayExpire: expireToken()
    }
  }

  mutating func after(_ span: SimTime, _ happening: Happening) {
    if span == .zero { happen(happening) } else { schedule(happening, at: now + span) }
  }

  mutating func schedule(_ happening: Happening, at time: SimTime) {
    caused += 1
    let entry = Entry(time: time, order: caused, happening: happening)
    let place = agenda.lastIndex { ($0.time, $0.order) > (entry.time, entry.order) }
    agenda.insert(entry, at: (place ?? -1) + 1)
  }

  /// Those that have not arrived by now.
  func pushesOnTheWay() -> [SimplePush] {
    agenda.compactMap { entry in
      guard case .reachesDevice(let push) = entry.happening, entry.time > now else { return nil }
      return push
    }
  }

  /// A push never arrives.
  mutating func withdraw(_ gone: SimplePush) {
    agenda.removeAll { entry in
      guard case .reachesDevice(let push) = entry.happening else { return false }
      return push.acceptance == gone.acceptance
    }
  }

  /// R2.10: also what would have come after the end.
  private mutating func endWhatIsUnderWay() {
    for entry in agenda {
      switch entry.happening {
      case .reachesService(let push), .reachesDevice(let push):
        destroy(push, .tokens(.unregistered), at: rules.end)
      default: break
      }
    }
  }

  /// R0.3: copies that are stored or in flight at the end, and fetches under way.
  private func messagesThatAreOut() -> Set<Int> {
    var out = Set(toBeFetched + messagesInRuns() + fetchCarriers + socket.unacknowledged)
    for push in stored + halfOpen.pushes { out.formUnion(push.messages) }
    for entry in agenda {
      switch entry.happening {
      case .reachesService(let push), .reachesDevice(let push): out.formUnion(push.messages)
      case .comesOverSocket(let message): out.insert(message)
      case .sendsAgain(let message, _): if !isWithoutToken { out.insert(message) }
      default: break
      }
    }
    if case .fetches = rules.client { out.formUnion(fetchedAfterwards(out)) }
    return out.isEmpty ? out : out.union(broughtByNextCall())
  }
}

/// One push: a copy of a message, with the earlier ones that it carries.
struct SimplePush {
  var messages: ClosedRange<Int>
  /// 0 for the first send.
  let copy: Int
  let sent: SimTime
  var acceptance = 0
  var accepted = SimTime.zero
  /// The number of times that the service has tried to deliver it.
  var deliveries = 0
  /// It is on its way, and its slot is not free.
  var holdsSlot = false
  /// The provider hears nothing of it.
  var isUnanswered = false
  /// The console follows it, and it was stored (R7.4).
  var isFollowed = false
  var wasStored = false
  /// So many messages the provider's queue has had.
  var badge = 0
  /// It counts as of normal priority.
  var isDemoted = false

  var message: Int { messages.upperBound }
}
