/// The versions that decide whether two results may be compared.
package enum Version {
  /// The version of the tool.
  package static let tool = "2.0.0"
  /// The format of scenario files.
  package static let format = 1
  /// The format of `manifest.json`.
  package static let manifest = 3
  /// The format of `answer.json`.
  package static let answer = 1
  /// Raised by every CHANGELOG entry under "Changes to results".
  package static let resultsEpoch = 10
}
