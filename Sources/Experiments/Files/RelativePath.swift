import Foundation

/// Names of places as seen from other places.
enum RelativePath {
  /// The way from one folder to another, such as `../..`; both may be relative to the working
  /// directory.
  static func path(to target: String, from base: String) -> String {
    let (to, from) = (components(target), components(base))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    let way = up + to[common...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  private static func components(_ path: String) -> [String] {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path.split(separator: "/").map(String.init)
  }
}
