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
  /// How long late pushes are waited for before asking [s] (R5.5).
  public var wait: Distribution
  /// The client remembers what it misses, so many positions back, and asks again; nil: it asks once
  /// (``Strategy/gapWindow(repeatLimit:window:collapse:wait:)``).
  var window: Int?

  /// - Precondition: `repeatLimit` is not negative.
  public init(
    repeatLimit: Int = 20, collapse: Bool = true, asPrinted: Bool = false,
    wait: Distribution = .zero
  ) {
    precondition(repeatLimit >= 0, "the repeat limit is at least 0")
    self.repeatLimit = repeatLimit
    self.collapse = collapse
    self.asPrinted = asPrinted
    self.wait = wait
  }
}

/// What a client does about gaps, compiled once.
struct GapPlan {
  /// Pushes carry positions, and the extension looks at them.
  let isOn: Bool
  let repeatLimit: Int
  /// The position of a push in order is saved; not so by the article's listing (R5.3).
  let savesInOrder: Bool
  /// How long late pushes are waited for before asking.
  let wait: Sampler
  /// It remembers what it misses, so many positions back, and asks again; nil: it asks once.
  let window: Int?
  /// What is known of the repair of a message that nobody has missed yet.
  let repairAtFirst: Repair

  init(_ client: Strategy.ClientPolicy, hasExtension: Bool, _ shelf: inout LawShelf) {
    guard case .recoversGaps(let recovery) = client else {
      (isOn, repeatLimit, savesInOrder, window) = (false, 0, false, nil)
      wait = shelf.sampler(.zero)
      if case .foreign = client { repairAtFirst = .unnoticed } else { repairAtFirst = .none }
      return
    }
    (isOn, repeatLimit) = (hasExtension, recovery.repeatLimit)
    savesInOrder = hasExtension && !recovery.asPrinted
    (wait, repairAtFirst) = (shelf.sampler(recovery.wait), .unnoticed)
    window = hasExtension ? recovery.window : nil
  }

  /// It remembers what it misses, and asks again.
  var remembers: Bool { window != nil }
}
