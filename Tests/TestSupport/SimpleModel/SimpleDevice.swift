package import DeliverySim
package import Models

/// One device of the simple model, from its messages and its network to the fate of every message.
///
/// What takes no time happens at once, before anything else; of what happens in the same
/// microsecond new messages come first, then what was caused first (docs/determinism.md).
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
  /// What is still to happen, the latest first.
  private var agenda: [Entry] = []
  private var caused = 0

  var accounts: [SimpleAccount] = []
  /// R2.3: the messages in the provider's push queue, by position; most times all, in order.
  var queue: [Int] = []
  var counts = SimpleCounts()
  var isOnline = false
  private var isConnected = false
  private var connection = SimTime.never
  private var acceptances = 0
  var stored: [SimplePush] = []
  /// fcm: what was discarded since the last connection.
  var discarded: [Int] = []
  /// fcm: how much is in the bucket of the throttle [µs of refilling]; nil: it is still full.
  private var bucket: Int64?
  private var lastTaken = SimTime.zero
  var client = SimpleClient()
  var fetches = SimpleFetches()
  var user = SimpleUser()
  var app = SimpleApp()
  var visits = SimpleVisits()
  var socket = SimpleSocket()
  var halfOpen = SimpleHalfOpen()

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
    for (place, time) in changes.times.enumerated() {
      let isReturn = (place % 2 == 0) != changes.isOnline
      schedule(isReturn ? .goesOnline(ordinal: place / 2) : .goesOffline, at: time)
    }
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
      default: break
      }
    }
    if case .fetches = rules.client { out.formUnion(fetchedAfterwards(out)) }
    return out
  }
}

extension SimpleDevice {
  // MARK: Sends (R1.2, R2.3, R2.6)

  private mutating func create() {
    let repair: Repair = if case .shows = rules.client { .none } else { .unnoticed }
    accounts.append(SimpleAccount(created: now, isOwed: !hasLeft, repair: repair))
    send(accounts.count - 1)
  }

  /// R11.2: what comes over the app's own connection has no position.
  mutating func send(_ message: Int) {
    if sendOverSocket(message) { return }
    if user.isKnownToHaveLeft { return accounts[message].noteDestroyed(.tokens(.noToken), at: now) }
    accounts[message].position = queue.count
    queue.append(message)
    push(message)
  }

  /// The next copy.
  mutating func push(_ message: Int) {
    let push = SimplePush(
      messages: message - rules.itemsThatFit(before: message)...message,
      copy: accounts[message].sends, sent: now)
    accounts[message].sends += 1
    if luck.linkLoses(push) { return destroy(push, .provider(.linkLost)) }
    after(luck.linkLatency(push), .reachesService(push))
  }

  /// A push takes with it what it carries.
  mutating func destroy(_ push: SimplePush, _ cause: Cause, at time: SimTime? = nil) {
    for message in push.messages { accounts[message].noteDestroyed(cause, at: time ?? now) }
    if push.copy > 0 { accounts[push.message].repair = .repeatLost }
  }
}

extension SimpleDevice {
  // MARK: Push service (R3)

  /// R3.3: the connection is examined now, and again when the push would arrive.
  private mutating func accept(_ push: SimplePush) {
    var push = push
    acceptances += 1
    (push.acceptance, push.accepted) = (acceptances, now)
    if rules.cutOff?.contains(now) == true { return destroy(push, .tokens(.unregistered)) }
    if hasLeft { return refuse(push) }
    if case .fcm = rules.service, luck.key(push.message) != nil, !takeToken() {
      return destroy(push, .pushService(.throttled))
    }
    if isConnected { deliver(push) } else { store(push) }
  }

  /// R3.10: collapsible pushes take something out of a bucket that is refilled bit by bit.
  private mutating func takeToken() -> Bool {
    let one = rules.refill.microseconds
    let all = Int64(rules.burst) * one
    bucket = min(all, (bucket ?? all) + (now - lastTaken).microseconds)
    lastTaken = now
    guard let level = bucket, level >= one else { return false }
    bucket = level - one
    return true
  }

  private mutating func arrive(_ push: SimplePush) {
    if hasLeft { return destroy(push, .tokens(.unregistered)) }
    if isConnected { receive(push) } else { store(push) }
  }

  mutating func deliver(_ push: SimplePush) {
    let span = luck.serviceLatency(push)
    var push = push
    push.deliveries += 1
    after(span, .reachesDevice(push))
  }

  mutating func store(_ push: SimplePush) {
    if halfOpen.detection != .never { return halfOpen.pushes.append(push) }
    let expiry = push.sent + rules.expiration
    if rules.expiration == .zero { return destroy(push, .pushService(.notStored)) }
    if expiry <= now { return destroy(push, .pushService(.expired), at: expiry) }
    switch rules.service {
    case .slot(let capacity):
      var loser: SimplePush?
      if let twin = stored.first(where: { hasSameID($0, push) }) {
        loser = twin.acceptance < push.acceptance ? twin : push
      } else if stored.count == capacity {
        loser = weakest(with: push)
      }
      if loser?.acceptance == push.acceptance { return destroy(push, .pushService(.overwritten)) }
      stored.removeAll { $0.acceptance == loser?.acceptance }
      keep(push)
      if let loser { destroy(loser, .pushService(.overwritten)) }
    case .fcm(let capacity):
      if discarded.isEmpty, let key = luck.key(push.message) { return collapse(push, key) }
      let counted = stored.count { luck.key($0.message) == nil }
      if discarded.isEmpty && counted < capacity { return keep(push) }
      for other in stored + [push] {
        discarded += other.messages
        destroy(other, .pushService(.droppedAll))
      }
      stored = []
    }
  }

  /// R3.10: the newest with each key, for four keys at most.
  private mutating func collapse(_ push: SimplePush, _ key: Int) {
    var rivals = stored.filter { luck.key($0.message) == key }
    if rivals.isEmpty {
      let others = stored.filter { luck.key($0.message) != nil }
      if others.count == 4 { rivals = others }
    }
    keep(push)
    let first = (rivals + [push]).min { $0.acceptance < $1.acceptance }
    guard !rivals.isEmpty, let first else { return }
    stored.removeAll { $0.acceptance == first.acceptance }
    destroy(first, .pushService(.overwritten))
  }

  private mutating func keep(_ push: SimplePush) {
    stored.append(push)
    schedule(.expires(push), at: push.sent + rules.expiration)
  }

  /// R3.1, R3.2: who leaves a full store.
  private func weakest(with push: SimplePush) -> SimplePush {
    let all = (stored + [push]).sorted { $0.acceptance < $1.acceptance }
    let isNewest = all[all.count - 1].acceptance == push.acceptance
    guard isNewest, all.count > 1 else { return all[0] }
    let isLate = push.accepted - all[all.count - 2].accepted >= rules.newestWithin
    return isLate || luck.newestSurvives(push) ? all[0] : push
  }

  /// R3.11: a repeat has its original's id, a message with a key that of its key.
  private func hasSameID(_ one: SimplePush, _ other: SimplePush) -> Bool {
    guard rules.collapsesInStore else { return false }
    if rules.copiesShareID, one.message == other.message { return true }
    guard let key = luck.key(one.message) else { return false }
    return key == luck.key(other.message)
  }

  private mutating func expire(_ push: SimplePush) {
    guard let place = stored.firstIndex(where: { $0.acceptance == push.acceptance }) else { return }
    stored.remove(at: place)
    destroy(push, .pushService(.expired))
  }
}

extension SimpleDevice {
  // MARK: Network (R1.7)

  private mutating func goOnline(_ ordinal: Int) {
    isOnline = true
    tellOfOpening()
    fetchInForeground()
    connectSocket()
    let delay = luck.reconnect(ordinal)
    connection = now + delay
    after(delay, .connects(ordinal: ordinal))
  }

  /// R3.10: the app is told of what was discarded, and fetches it, or everything with a shared
  /// cursor (R5.8); then comes what is stored.
  private mutating func connect(_ ordinal: Int) {
    isConnected = true
    reviveConnection(return: ordinal)
    for message in toBeFetched { sync(message) }
    if !discarded.isEmpty, rules.sharesCursor { client.learnOfFetch(below: queue.count) }
    discarded = []
    let kept = stored.sorted { $0.acceptance < $1.acceptance }
    stored = []
    for push in kept { deliver(push) }
  }

  /// What a sync brings that is due.
  private var toBeFetched: [Int] {
    discarded.isEmpty || !rules.sharesCursor ? discarded : Array(accounts.indices)
  }

  private mutating func goOffline() {
    isOnline = false
    if isConnected { breakConnection() }
    isConnected = false
    connection = .never
    failOpenRequests()
    failOpenFetches()
    breakSocket()
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
  /// How often the service has tried to deliver it.
  var deliveries = 0

  var message: Int { messages.upperBound }
}
