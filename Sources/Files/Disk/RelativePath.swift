import Foundation

/// Names of places as seen from other places.
package enum RelativePath {
  /// The way from one folder to another, such as `../..`; both may be relative to the working
  /// directory.
  package static func path(to target: String, from base: String) -> String {
    let (to, from) = (components(target), components(base))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    let way = up + to[common...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// The place to which a name leads that starts in a folder, without symbolic links.
  package static func resolved(_ name: String, from folder: String) -> String {
    let root = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath()
    return name.isEmpty
      ? root.path : URL(fileURLWithPath: name, relativeTo: root).resolvingSymlinksInPath().path
  }

  /// - Parameters: As ``resolved(_:from:)`` returns them.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// A name that starts where the prefix leads: empty, or a folder with a slash at its end.
  package static func joined(_ prefix: String, _ name: String) -> String {
    name.hasPrefix("/") ? name : prefix + name
  }

  /// The folder of a name with a slash at its end; empty when there is none.
  package static func folderPrefix(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }

  private static func components(_ path: String) -> [String] {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path.split(separator: "/").map(String.init)
  }
}
