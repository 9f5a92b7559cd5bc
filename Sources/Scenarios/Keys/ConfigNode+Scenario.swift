package import Files
import Foundation

// The special properties of the trees of scenarios.

extension Alternatives {
  /// The one-of maps of scenarios.
  package static let ofScenarios = Alternatives(
    [laws.names, arrivalKinds.names, strategyKinds.names],
    rivals: [
      Rivals(in: "lognormal", ["mean", "cv"], ["median", "sigma"]),
      Rivals(in: "sample", ["lhs"], ["sobol"]),
      Rivals(in: "until", ["half_width"], ["relative"]),
      Rivals(in: "network", ["trace"], lawsOfSpans),
      Rivals(in: "trace", ["streams"], ["roster"]),
    ])
}

extension ConfigNode {
  // MARK: Data files

  /// This tree with other names of data files: the values of keys called `file` or `roster`, and
  /// those of factors that vary such a key.
  func renamingFiles(_ rename: (ConfigNode) -> ConfigNode) -> ConfigNode {
    switch content {
    case .scalar: return self
    case .sequence(let elements):
      return ConfigNode(.sequence(elements.map { $0.renamingFiles(rename) }), at: location)
    case .mapping(let entries):
      let path = self["path"]?.scalarText ?? ""
      let variesFiles = path.hasSuffix(".file") || path.hasSuffix(".roster")
      let changed = entries.map { entry in
        let value =
          switch (entry.key, entry.value.content) {
          case ("file", .scalar), ("roster", .scalar): rename(entry.value)
          case ("values", .sequence(let files)) where variesFiles:
            ConfigNode(.sequence(files.map(rename)), at: entry.value.location)
          default: entry.value.renamingFiles(rename)
          }
        return Entry(entry.key, at: entry.keyLocation, value)
      }
      return ConfigNode(.mapping(changed), at: location)
    }
  }

  /// The name of a file, as seen from where another prefix leads; anything else as it is.
  ///
  /// - Parameter prefix: Empty, or a folder with a slash at its end.
  func asFile(in prefix: String) -> ConfigNode {
    guard case .scalar(let text, _) = content, !isNull else { return self }
    let name = RelativePath.joined(prefix, text)
    return name == text ? self : ConfigNode(.scalar(text: name, isQuoted: true), at: location)
  }

  /// The name of a file, from the root of the file system; anything else as it is.
  func asAbsoluteFile() -> ConfigNode {
    guard case .scalar(let text, _) = content, !isNull, !text.hasPrefix("/") else { return self }
    let path = URL(fileURLWithPath: text).standardizedFileURL.path
    return ConfigNode(.scalar(text: path, isQuoted: false), at: location)
  }
}
