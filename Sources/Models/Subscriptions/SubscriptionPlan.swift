import DeliverySim

/// A group's subscriptions, compiled once.
final class SubscriptionPlan: Sendable {
  private let accounts: Int
  private let folders: [Subscriptions.Folder]
  /// From one decision to the next one; nil: there is none.
  let changes: Distribution?
  private let sharesSum: Double

  init(_ law: Subscriptions) {
    (accounts, folders, changes) = (law.accounts, law.folders, law.changes)
    sharesSum = law.folders.reduce(0) { $0 + $1.share }
  }

  /// Pairs of account and folder.
  var itemCount: Int { accounts * folders.count }

  func folder(ofItem item: Int) -> Subscriptions.Folder { folders[item % folders.count] }

  /// The account's folder that a message belongs to.
  func item(of message: UInt32, _ turn: inout Turn) -> Int {
    var (account, folder) = (0, 0)
    if accounts > 1 {
      let place = turn.uniform(.account, message)
      account = min(accounts - 1, Int(place * Double(accounts)))
    }
    if folders.count > 1 {
      folder = self.folder(at: turn.uniform(.folder, message))
    }
    return account * folders.count + folder
  }

  /// The folder at a place between 0 and 1, where each takes as much room as its share.
  private func folder(at place: Double) -> Int {
    var rest = place * sharesSum
    for index in folders.indices {
      rest -= folders[index].share
      if rest < 0 { return index }
    }
    // Rounding: the last one that has messages.
    return folders.lastIndex { $0.share > 0 } ?? 0
  }
}

extension SubscriptionPlan: StationPlan {
  /// The closing looks at what is owed.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
