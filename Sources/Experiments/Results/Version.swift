/// The versions that decide whether two results may be compared.
package enum Version {
  /// Of the tool.
  package static let tool = "1.1.0"
  /// The format of scenario files.
  package static let format = 1
  /// The format of `manifest.json`.
  static let manifest = 2
  /// Raised by every CHANGELOG entry under "Changes to results".
  package static let resultsEpoch = 10

  /// Tool, epoch, and the commit that it was built from, as far as it is known.
  package static var text: String {
    let git = Platform().gitCommit
    let commit = git.map { "commit \($0.commit.prefix(12))\($0.isDirty ? " with changes" : "")" }
    return "\(tool) (results epoch \(resultsEpoch), \(commit ?? "commit unknown"))"
  }
}
