package import Files

/// A scenario that comes with the tool: the whole path switched on, for one kind of app.
///
/// The scenarios are files of the folder Presets, which the compiler puts into the tool. Figures:
/// docs/reference/presets.md.
package enum Preset: String, CaseIterable, Sendable {
  case mail, messenger, marketing, android
}

extension Preset {
  /// The scenario, with comments.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .mail: PackageResources.mail_yml
    case .messenger: PackageResources.messenger_yml
    case .marketing: PackageResources.marketing_yml
    case .android: PackageResources.android_yml
    }
  }

  /// The tree that `extends` reads in place of a file.
  package func tree() throws(InputError) -> ConfigNode {
    try ConfigNode.parse(yaml: bytes, file: "preset \(rawValue)")
  }
}
