import DeliverySim

/// R0.1, R2.1: what the user of one device wants to hear of, and what the provider believes. Empty
/// where subscriptions are not modelled: then every message is wanted.
struct SubscriptionStation: ~Copyable {
  /// An account's folder, as the user and the provider see it.
  private struct Item: Sendable {
    /// The user wants to hear of it.
    var isWanted: Bool
    /// The provider believes so.
    var isKnown: Bool
    /// The number of times that the user has decided about it since the start.
    var decisions: UInt32 = 0
  }

  /// Nil: not modelled.
  private var plan: SubscriptionPlan?
  /// The items, by account, then folder.
  private var items: [Item] = []
  /// The user has decided otherwise since the app last told the provider.
  private var hasNews = false
  /// The item of each message.
  private var itemOfMessage = Buffer<UInt16>()
  /// Whether the user wanted each message when it was created.
  private(set) var owed = Buffer<Bool>()
  /// Messages from this one on are not owed: the user has left (R2.10).
  private(set) var end = Int.max

  init(_ plan: SubscriptionPlan?) { self.plan = plan }
}

extension SubscriptionStation {
  var isOn: Bool { plan != nil }

  // MARK: The user's subscriptions

  /// One draw decides, so that a larger share keeps the users that were in it. The provider knows.
  mutating func start(_ turn: inout Turn) {
    guard let plan else { return }
    for item in 0..<plan.itemCount {
      let folder = plan.folder(ofItem: item)
      var draws = turn.draws(SubscriptionStream.decision, 0, 0, attempt: item)
      let isWanted = draws.happens(folder.subscribed)
      items.append(Item(isWanted: isWanted, isKnown: isWanted))
      guard let changes = plan.changes else { continue }
      var rest = turn.draws(SubscriptionStream.start, 0, 0, attempt: item)
      let first = SimTime(seconds: changes.sampleResidual(&rest))
      turn.schedule(SubscriptionEventKind.decided, at: first, payload: item)
    }
  }

  /// The user decides anew, in the app's settings.
  mutating func decide(_ item: Int, _ turn: inout Turn) {
    guard let plan, let changes = plan.changes else {
      preconditionFailure("nobody decides anew")
    }
    items[item].decisions &+= 1
    let decision = items[item].decisions
    var chance = turn.draws(SubscriptionStream.decision, decision, 0, attempt: item)
    let isWanted = chance.happens(plan.folder(ofItem: item).subscribed)
    if isWanted != items[item].isWanted {
      items[item].isWanted = isWanted
      hasNews = true
      turn.note(isWanted ? .app(.subscribed) : .app(.unsubscribed), value: Int64(item))
    }
    let span = turn.draw(changes, SubscriptionStream.span, decision, 0, attempt: item)
    turn.schedule(SubscriptionEventKind.decided, at: turn.now.advanced(bySpan: span), payload: item)
  }

  /// R0.1: a new message is owed when its account's folder is wanted.
  mutating func create(_ message: UInt32, _ turn: inout Turn) {
    guard let plan else { return }
    precondition(owed.count == Int(message), "messages are made in order")
    add(plan.item(of: message, &turn))
  }

  private mutating func add(_ item: Int) {
    itemOfMessage.append(UInt16(item))
    owed.append(items[item].isWanted)
  }

  func isOwed(_ message: Int) -> Bool { message < end && (!isOn || owed[message]) }

  /// The user uninstalls the app: what is created from now on nobody wants.
  mutating func leave(after messages: Int) {
    precondition(end == .max, "a user leaves once")
    end = messages
  }

  // MARK: The provider's knowledge

  /// The app has told the provider what the user wants.
  mutating func register(_ turn: inout Turn) {
    guard hasNews else { return }
    hasNews = false
    var isNews = false
    for item in items.indices where items[item].isKnown != items[item].isWanted {
      items[item].isKnown.toggle()
      isNews = true
    }
    if isNews { turn.note(.app(.registered)) }
  }

  func isKnown(_ message: UInt32) -> Bool {
    !isOn || items[Int(itemOfMessage[Int(message)])].isKnown
  }
}
