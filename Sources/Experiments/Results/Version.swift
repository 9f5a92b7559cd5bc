/// The versions that decide whether two results may be compared.
package enum Version {
  /// Of the tool.
  package static let tool = "0.1.0"
  /// Of the scenario format and of the manifest.
  package static let format = 1
  /// Raised by every CHANGELOG entry under "Changes to results".
  package static let resultsEpoch = 6
}
