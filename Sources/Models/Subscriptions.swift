public import DeliverySim

/// The accounts and folders that a device's messages belong to, and which of them its user wants to
/// hear of (model.md R0.1, R1.5, R2.1).
///
/// What the user wants is part of the world: drawn by account, folder and number of the change.
public struct Subscriptions: Sendable {
  /// A folder of each account.
  public struct Folder: Sendable {
    /// In stories.
    public var name: String
    /// How many of the messages belong to it: a weight, at least 0.
    public var share: Double
    /// How likely a user is to want to hear of it.
    public var subscribed: Probability

    public init(name: String, share: Double = 1, subscribed: Probability = .one) {
      (self.name, self.share, self.subscribed) = (name, share, subscribed)
    }
  }

  /// The number of accounts, at least 1; messages are spread evenly over them.
  public var accounts: Int
  /// Of each account; at least 1, one with a share above 0.
  public var folders: [Folder]
  /// From one decision of the user about an account's folder to the next one [s]; nil: what was
  /// wanted at the start stays so.
  public var changes: Distribution?

  /// The largest number of pairs of account and folder: each has random numbers of its own.
  public static let itemsMax = 4000

  /// - Precondition: Counts and shares in their ranges.
  public init(accounts: Int = 1, folders: [Folder], changes: Distribution? = nil) {
    precondition(accounts > 0 && !folders.isEmpty, "an account and a folder at least")
    precondition(accounts * folders.count <= Self.itemsMax, "at most \(Self.itemsMax) of both")
    precondition(folders.contains { $0.share > 0 }, "a folder has messages")
    (self.accounts, self.folders, self.changes) = (accounts, folders, changes)
  }

  /// Everybody wants everything, always.
  public var isIdeal: Bool { folders.allSatisfy { $0.subscribed.value == 1 } }
}

/// An account's folder, as the user and the provider see it.
struct SubscribedItem: Sendable {
  /// The user wants to hear of it.
  var isWanted: Bool
  /// The provider believes so.
  var isKnown: Bool
  /// How often the user has decided about it since the start.
  var decisions: UInt32 = 0
}

/// The subscriptions of one device. Empty where none are modelled.
struct SubscriptionState: ~Copyable {
  /// By account, then folder.
  var items: [SubscribedItem] = []
  /// The user has decided otherwise since the app last told the provider.
  var hasNews = false
  /// By message: which of them it belongs to.
  var itemOfMessage = Buffer<UInt16>()
  /// By message: what the user wanted when it was created.
  var owes = Buffer<Bool>()
}

extension SubscriptionState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    hasNews = false
    itemOfMessage.removeAll()
    owes.removeAll()
  }
}

extension Device {
  // MARK: What the user wants

  /// One draw decides, so that a larger share keeps the users that were in it. The provider knows.
  mutating func startSubscriptions(_ bus: inout Bus) {
    guard let law = setup.pointee.workload.subscriptions else { return }
    for item in 0..<law.accounts * law.folders.count {
      let folder = law.folders[item % law.folders.count]
      var draws = bus.draws(.subscription, 0, 0, attempt: item)
      let isWanted = draws.happens(folder.subscribed)
      subscriptions.items.append(SubscribedItem(isWanted: isWanted, isKnown: isWanted))
      guard let changes = law.changes, folder.isUndecided else { continue }
      var rest = bus.draws(.subscriptionStart, 0, 0, attempt: item)
      let first = SimTime(seconds: changes.sampleResidual(&rest))
      bus.schedule(.subscriptionDecided, at: first, payload: item)
    }
  }

  /// The user decides anew, in the app's settings. With a network the provider hears of it at once.
  mutating func decideSubscription(_ item: Int, _ bus: inout Bus) {
    guard let law = setup.pointee.workload.subscriptions, let changes = law.changes else { return }
    subscriptions.items[item].decisions &+= 1
    let decision = subscriptions.items[item].decisions
    var chance = bus.draws(.subscription, decision, 0, attempt: item)
    let isWanted = chance.happens(law.folders[item % law.folders.count].subscribed)
    if isWanted != subscriptions.items[item].isWanted {
      subscriptions.items[item].isWanted = isWanted
      subscriptions.hasNews = true
      bus.note(isWanted ? .app(.subscribed) : .app(.unsubscribed), value: Int64(item))
    }
    let span = bus.draw(changes, .subscriptionSpan, decision, 0, attempt: item)
    bus.schedule(
      .subscriptionDecided, at: bus.now.advanced(bySpan: span), payload: item)
    if network.isOnline { register(&bus) }
  }

  /// R0.1: a new message is owed when its account's folder is wanted.
  mutating func noteOwed(_ message: UInt32, _ bus: borrowing Bus) {
    let item = item(of: message, bus)
    subscriptions.itemOfMessage.append(UInt16(item))
    subscriptions.owes.append(subscriptions.items[item].isWanted)
  }

  @inline(__always)
  func isOwed(_ message: Int) -> Bool {
    !laws.pointee.users.subscribes || subscriptions.owes[message]
  }

  // MARK: What the provider knows

  /// The app has told the provider what the user wants.
  mutating func registerSubscriptions(_ bus: inout Bus) {
    guard subscriptions.hasNews else { return }
    subscriptions.hasNews = false
    var isNews = false
    for item in subscriptions.items.indices
    where subscriptions.items[item].isKnown != subscriptions.items[item].isWanted {
      subscriptions.items[item].isKnown.toggle()
      isNews = true
    }
    if isNews { bus.note(.app(.registered)) }
  }

  @inline(__always)
  func isSubscribed(_ message: UInt32) -> Bool {
    guard laws.pointee.users.subscribes else { return true }
    return subscriptions.items[Int(subscriptions.itemOfMessage[Int(message)])].isKnown
  }

  /// The account's folder that a message belongs to.
  @inline(__always)
  private mutating func item(of message: UInt32, _ bus: borrowing Bus) -> Int {
    let (accounts, folders) = laws.pointee.users.subscriptions.counts
    var (account, folder) = (0, 0)
    if accounts > 1 {
      let stream = bus.stream(.account)
      let place = windows.account.uniform(stream, index: message)
      account = min(accounts - 1, Int(place * Double(accounts)))
    }
    if folders > 1 {
      let stream = bus.stream(.folder)
      let place = windows.folder.uniform(stream, index: message)
      folder = laws.pointee.users.subscriptions.folder(at: place)
    }
    return account * folders + folder
  }
}

/// What is asked of subscriptions for each message.
struct SubscriptionLaws {
  let counts: (accounts: Int, folders: Int)
  private let shares: [Double]
  private let sharesSum: Double

  /// - Parameter law: Nil: all messages belong to one folder.
  init(_ law: Subscriptions?) {
    shares = law?.folders.map(\.share) ?? [1]
    (counts, sharesSum) = ((law?.accounts ?? 1, shares.count), shares.reduce(0, +))
  }

  /// The folder at a place between 0 and 1, where each takes as much room as its share.
  func folder(at place: Double) -> Int {
    var rest = place * sharesSum
    for index in shares.indices {
      rest -= shares[index]
      if rest < 0 { return index }
    }
    // Rounding: the last one that has messages.
    return shares.lastIndex { $0 > 0 } ?? 0
  }
}

extension Subscriptions.Folder {
  /// A decision may go either way.
  fileprivate var isUndecided: Bool { subscribed.value > 0 && subscribed.value < 1 }
}
