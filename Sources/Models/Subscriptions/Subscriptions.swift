public import DeliverySim

/// The accounts and folders that a device's messages belong to, and which of them its user wants to
/// hear of (model.md R0.1, R1.5, R2.1).
///
/// The user's wishes are part of the world: drawn by account, folder and number of the change.
public struct Subscriptions: Sendable {
  /// A folder of each account.
  public struct Folder: Sendable {
    /// The name in stories.
    public var name: String
    /// The weight of its messages among all, at least 0.
    public var share: Double
    /// The probability that a user wants to hear of it.
    public var subscribed: Probability

    /// - Precondition: `share` is finite, and not negative.
    public init(name: String, share: Double = 1, subscribed: Probability = .one) {
      precondition(share >= 0 && share.isFinite, "a share is a weight")
      (self.name, self.share, self.subscribed) = (name, share, subscribed)
    }
  }

  /// The number of accounts, at least 1; messages are spread evenly over them.
  public var accounts: Int
  /// The folders of each account; at least 1, one with a share above 0.
  public var folders: [Folder]
  /// The time from one decision of the user about an account's folder to the next one [s]; nil:
  /// what was wanted at the start stays so.
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
