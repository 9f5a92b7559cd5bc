/// Some devices of the population, by number: every `step`-th one from `first` on.
struct DeviceSet: Sendable, Equatable {
  let first: Int
  let step: Int
  let count: Int
}

extension DeviceSet {
  /// Devices one after the other.
  init(_ numbers: Range<Int>) {
    self.init(first: numbers.lowerBound, step: 1, count: numbers.count)
  }

  /// R2.5: device i belongs to provider shard i mod `shards`.
  ///
  /// - Parameter shard: The number of the provider shard, from 0.
  init(shard: Int, in world: borrowing World) {
    let step = world.setup.provider.shards
    self.init(first: shard, step: step, count: max(0, (world.devices - shard + step - 1) / step))
  }

  /// The number of the device at a place, from 0; numbers ascend with places.
  subscript(place: Int) -> Int { first + place * step }

  func contains(_ device: Int) -> Bool {
    device >= first && device < first + count * step && (device - first) % step == 0
  }

  /// The devices at some of the places.
  func part(_ places: Range<Int>) -> DeviceSet {
    DeviceSet(first: self[places.lowerBound], step: step, count: places.count)
  }
}
