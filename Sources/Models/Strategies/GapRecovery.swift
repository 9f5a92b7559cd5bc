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
