/// Laws at places where they stay, for samplers that live as long as the shelf.
public struct LawShelf: ~Copyable {
  private var laws: [UnsafeMutablePointer<Distribution>] = []

  public init() {}

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
