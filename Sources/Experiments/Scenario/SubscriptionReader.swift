import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: workload.accounts, workload.folders, workload.subscriptions

  /// - Returns: nil where everybody wants every message.
  func readSubscriptions(_ map: MapReader) -> Subscriptions? {
    let accounts = map.optional("accounts", .integer(in: 1...Self.accountsMax)) ?? 1
    let folders = map.list("folders", count: 0...Self.foldersMax).compactMap {
      readFolder($0.map())
    }
    checkFolders(folders, map)
    var changes: Distribution?
    if let section = map.section("subscriptions") {
      changes = readOptionalLaw(section, "changes", .duration)
      if let changes { requireMean(changes, section, "changes") }
    }
    let isComplete = folders.contains { $0.share > 0 }
    guard isComplete else { return nil }
    let subscriptions = Subscriptions(accounts: accounts, folders: folders, changes: changes)
    return subscriptions.isIdeal ? nil : subscriptions
  }

  /// Together at most ``Subscriptions/itemsMax``.
  private static var accountsMax: Int { 100 }
  private static var foldersMax: Int { 40 }

  private func readFolder(_ map: MapReader) -> Subscriptions.Folder {
    Subscriptions.Folder(
      name: map.required("name", .name),
      share: map.value("share", .number(.atLeast(0)), default: 1),
      subscribed: probability(map, "subscribed", default: 1))
  }

  private func checkFolders(_ folders: [Subscriptions.Folder], _ map: MapReader) {
    guard !folders.isEmpty else { return }
    if !folders.contains(where: { $0.share > 0 }) {
      map.report("folders", found: "shares that sum to 0", allowed: "a folder with a share above 0")
    }
    let names = folders.map(\.name)
    let twice = names.indices.first { names[..<$0].contains(names[$0]) }
    if let twice {
      map.report(
        "folders", found: "two folders named \(names[twice])", allowed: "different names")
    }
  }
}
