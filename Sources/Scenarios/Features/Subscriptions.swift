import DeliverySim
import Files
import Models

final class FolderKeys: KeyGroup {
  let name = Key(needed: "name", .name, "Its name in stories.", "R2.1")
  let share = Key("share", .number(.atLeast(0)), 1, "Its weight among the messages.", "R2.1")
  let subscribed = Key(
    "subscribed", .share, .one, "Probability that a user subscribes to it.", "R2.1")
}

final class SubscriptionKeys: KeyGroup {
  let changes = Key(
    optional: "changes", law: .time,
    "The time from one decision about an account's folder to the next.", "R2.1")
}

/// - Returns: nil where everybody wants every message.
func readSubscriptions(_ section: Section<WorkloadKeys>) -> Subscriptions? {
  let accounts = section.accounts
  let folders = section.folders.map {
    Subscriptions.Folder(name: $0.name, share: $0.share, subscribed: $0.subscribed)
  }
  checkFolders(folders, section)
  let own = section.subscriptions
  let changes = own?.changes
  if let changes, let own { requireMean(changes, own, \.changes) }
  guard folders.contains(where: { $0.share > 0 }) else { return nil }
  let subscriptions = Subscriptions(accounts: accounts, folders: folders, changes: changes)
  return subscriptions.isIdeal ? nil : subscriptions
}

private func checkFolders(
  _ folders: [Subscriptions.Folder], _ section: Section<WorkloadKeys>
) {
  guard !folders.isEmpty else { return }
  if !folders.contains(where: { $0.share > 0 }) {
    section.report(
      \.folders, found: "shares that sum to 0", allowed: "a folder with a share above 0")
  }
  let names = folders.map(\.name)
  if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
    section.report(
      \.folders, found: "two folders named \(names[twice])", allowed: "different names")
  }
}
