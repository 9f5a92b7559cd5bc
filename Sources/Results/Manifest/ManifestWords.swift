/// The words for people that a manifest has. Whoever writes results brings them: what computes has
/// none.
package struct ManifestWords: Sendable {
  /// The answer in sentences.
  package let answer: [String]
  /// Devices meet this on average.
  package let world: [Manifest.WorldBlock]

  /// - Parameters: As the properties.
  package init(answer: [String] = [], world: [Manifest.WorldBlock] = []) {
    (self.answer, self.world) = (answer, world)
  }
}
