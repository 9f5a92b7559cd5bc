/// A part of the population that can be simulated on its own.
public enum Portion: Sendable, Equatable {
  /// The devices with these numbers; where devices share an endpoint, all of them or nobody.
  case devices(Range<Int>)
  /// All devices of these provider shards, which are numbered from 0.
  case shards(Range<Int>)
}

extension World {
  // MARK: Dealing out the population

  /// The endpoint for re-requests has a capacity (model.md R2.5), and so the population is dealt by
  /// provider shards, whatever the strategy.
  public var isDealtByShards: Bool { setup.provider.resend.capacity != nil }

  /// Devices of a provider shard wait for each other: the endpoint has a capacity, and the strategy
  /// asks it for something.
  public var sharesEndpoint: Bool {
    isDealtByShards && setup.strategy.recovers
  }

  /// The provider shards that have a device.
  var shardsInUse: Int { min(devices, setup.provider.shards) }

  /// The number of devices in the largest provider shard.
  public var largestShard: Int { DeviceSet(shard: 0, in: self).count }

  /// The number of pieces that the population can be dealt in: shards or devices.
  public var pieces: Int { isDealtByShards ? shardsInUse : devices }

  /// Some of these pieces.
  public func portion(_ pieces: Range<Int>) -> Portion {
    isDealtByShards ? .shards(pieces) : .devices(pieces)
  }

  /// The number of devices in a portion.
  public func deviceCount(_ portion: Portion) -> Int {
    sets(portion).reduce(0) { $0 + $1.count }
  }

  /// The sets that are simulated one after the other: nobody in one set acts on anybody in another.
  ///
  /// - Precondition: No provider shard is cut into parts.
  func sets(_ portion: Portion) -> [DeviceSet] {
    switch portion {
    case .shards(let shards): return shards.map { DeviceSet(shard: $0, in: self) }
    case .devices(let numbers):
      guard sharesEndpoint, !numbers.isEmpty else { return [DeviceSet(numbers)] }
      precondition(
        numbers == 0..<devices, "devices that share an endpoint are simulated by whole shards")
      return sets(.shards(0..<shardsInUse))
    }
  }
}
