import Files
import Foundation

/// Lays a scenario over the one that its key `extends` names, a file or a preset, and that one over
/// its own base.
struct Overlay {
  /// The scenario's folder: bases lie in it, and relative names of data files start there.
  let folder: String
  let allowsOutside: Bool

  static let levelsMax = 16
  private static let bases =
    "a scenario file, or a preset: \(Preset.allCases.map(\.rawValue).joined(separator: ", "))"

  /// One file of a chain.
  private struct Link {
    /// The name in error messages.
    let name: String
    /// The path without symbolic links.
    let path: String
    /// The way from the scenario's folder to the file's: empty, or with a slash at its end.
    let prefix: String
  }

  /// The scenario with all that it inherits, and without `extends`.
  ///
  /// - Parameter file: The name of the tree's file, to show in error messages.
  /// - Throws: `InputError`: 66 for a base that is missing, 65 for what is wrong with one.
  func resolve(_ tree: ConfigNode, file: String) throws(InputError) -> ConfigNode {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let path = RelativePath.resolved(name, from: folder)
    return try resolve(tree, [Link(name: file, path: path, prefix: "")])
  }
}

extension Overlay {
  // MARK: The chain

  private func resolve(_ tree: ConfigNode, _ chain: [Link]) throws(InputError) -> ConfigNode {
    guard let value = tree["extends"], let entries = tree.entries else { return tree }
    let rest = ConfigNode(
      .mapping(entries.filter { $0.key != "extends" }), at: tree.location)
    if value.isNull || value.entries?.isEmpty == true { return rest }
    let link = try link(value, chain)
    let base = try read(link, value).renamingFiles { $0.asFile(in: link.prefix) }
    return rest.laid(over: try resolve(base, chain + [link]), oneOf: .ofScenarios)
  }

  /// The base that a file names, checked before it is read.
  private func link(_ value: ConfigNode, _ chain: [Link]) throws(InputError) -> Link {
    guard let text = value.scalarText, !text.isEmpty else {
      throw failure(value, .found(value.foundText), allowed: "the name of a scenario file")
    }
    let last = chain[chain.count - 1]
    let file = RelativePath.joined(last.prefix, text)
    let root = RelativePath.resolved("", from: folder)
    let link = Link(
      name: RelativePath.joined(RelativePath.folderPrefix(of: last.name), text),
      path: RelativePath.resolved(file, from: root), prefix: RelativePath.folderPrefix(of: file))
    guard allowsOutside || RelativePath.isInside(link.path, root) else {
      throw failure(
        value, .found(value.foundText),
        allowed: "a file inside the scenario's folder; --allow-outside allows others")
    }
    let names = (chain + [link]).map(\.name)
    if chain.contains(where: { $0.path == link.path }) {
      throw failure(
        value, .message("a file extends itself"),
        allowed: "a chain without a cycle, unlike \(names.joined(separator: " -> "))")
    }
    if chain.count > Self.levelsMax {
      throw failure(
        value, .message("more than \(Self.levelsMax) levels"),
        allowed: "at most \(Self.levelsMax) files below \(names[0]), "
          + "not \(names.dropFirst().joined(separator: " -> "))")
    }
    return link
  }

  private func read(_ link: Link, _ value: ConfigNode) throws(InputError) -> ConfigNode {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try InputFile.contents(path: link.path, displayName: link.name)
    } catch  where error.exitCode == ExitCode.inputMissing {
      if let preset = value.scalarText.flatMap(Preset.init) { return try preset.tree() }
      // The file can't say where it is missed: the key that names it can.
      let diagnostics = error.diagnostics.map {
        Diagnostic(at: value.location, path: "extends", $0.problem, allowed: Self.bases)
      }
      throw InputError(error.exitCode, diagnostics)
    }
    let tree = try ConfigNode.parse(yaml: bytes, file: link.name)
    guard tree.entries != nil else {
      let diagnostic = Diagnostic(
        at: tree.location, .found(tree.foundText), allowed: "a map of keys")
      throw InputError(ExitCode.dataError, [diagnostic])
    }
    return tree
  }

  private func failure(
    _ value: ConfigNode, _ problem: Diagnostic.Problem, allowed: String
  ) -> InputError {
    let diagnostic = Diagnostic(at: value.location, path: "extends", problem, allowed: allowed)
    return InputError(ExitCode.dataError, [diagnostic])
  }
}
