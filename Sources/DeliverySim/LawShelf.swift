/// Laws at places where they stay, for samplers that live as long as the shelf.
public struct LawShelf: ~Copyable {
  private var laws: [UnsafeMutablePointer<Distribution>] = []

  /// Without laws.
  public init() {}

  /// A sampler of a law, which is kept here.
  ///
  /// - Precondition: The sampler is not used after the shelf has gone.
  public mutating func sampler(_ law: Distribution) -> Sampler {
    let place = UnsafeMutablePointer<Distribution>.allocate(capacity: 1)
    place.initialize(to: law)
    laws.append(place)
    return Sampler(place)
  }

  deinit {
    for law in laws {
      law.deinitialize(count: 1)
      law.deallocate()
    }
  }
}
