public import DeliverySim

/// The push queue of the Yandex.Mail article (model.md R5): pushes are numbered; the extension
/// notices a gap, asks for what is missing, and shows one summary where that fails or is too much.
public struct GapRecovery: Sendable, Equatable {
  /// The most positions that are asked for at once; more become a summary.
  public var repeatLimit: Int
  /// Pushes carry a collapse id, so that a repeat of something shown replaces it.
  public var collapse: Bool
  /// The article's listing read literally: an in-order push does not advance the saved position
  /// (R5.3).
  public var asPrinted: Bool
  /// The time to wait for late pushes before asking [s] (R5.5).
  public var wait: Distribution
  /// Whether messages that the app has fetched move the saved position, so that they are not asked
  /// for (R5.8).
  public var sharedCursor: Bool
  /// The client remembers what it misses, so many positions back, and asks again; nil: it asks once
  /// (``Strategy/gapWindow(repeatLimit:window:collapse:wait:sharedCursor:)``).
  var window: Int?

  /// - Precondition: `repeatLimit` is not negative.
  public init(
    repeatLimit: Int = 20, collapse: Bool = true, asPrinted: Bool = false,
    wait: Distribution = .zero, sharedCursor: Bool = false
  ) {
    precondition(repeatLimit >= 0, "the repeat limit is at least 0")
    self.repeatLimit = repeatLimit
    self.collapse = collapse
    self.asPrinted = asPrinted
    self.wait = wait
    self.sharedCursor = sharedCursor
  }
}

/// A client does this about gaps.
struct GapRule {
  var repeatLimit = Int.max
  var savesInOrder = true
  let wait: Distribution
  let window: Int?
  var fetch: ExtensionFetch.Ask?
}

/// The same, compiled once.
struct GapPlan {
  /// Pushes carry positions, and the extension looks at them.
  let isOn: Bool
  let repeatLimit: Int
  /// The position of a push in order is saved; not so by the article's listing (R5.3).
  let savesInOrder: Bool
  /// The time to wait for late pushes before asking.
  let wait: Sampler
  /// It remembers what it misses, so many positions back, and asks again; nil: it asks once.
  let window: Int?
  /// It asks the server for everything that is new; nil: for repeats of what is missing.
  let fetch: ExtensionFetch.Ask?
  /// Whether it leaves out messages that the app has fetched.
  let sharesCursor: Bool
  /// The knowledge of the repair of a message that nobody has missed yet.
  let repairAtFirst: Repair

  init(_ client: Strategy.ClientPolicy, hasExtension: Bool, _ arena: inout PlanArena) {
    repairAtFirst = client.asks ? .unnoticed : .none
    sharesCursor = hasExtension && client.sharesCursor
    let rule = client.gaps
    isOn = hasExtension && rule != nil
    repeatLimit = rule?.repeatLimit ?? 0
    savesInOrder = hasExtension && rule?.savesInOrder ?? false
    wait = arena.sampler(rule?.wait ?? .zero)
    (window, fetch) = hasExtension ? (rule?.window, rule?.fetch) : (nil, nil)
  }

  /// It remembers what it misses, and asks again.
  var remembers: Bool { window != nil }

  /// After a failure it shows its push as it came, since there will be another chance.
  var asksAgain: Bool { remembers || fetch != nil }
}
