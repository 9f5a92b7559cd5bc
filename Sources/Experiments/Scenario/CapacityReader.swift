import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: provider.resend.capacity, provider.shards

  func readCapacity(_ map: MapReader) -> Provider.Resend.Capacity {
    let servers = map.required("servers", .integer(in: 1...1_000_000))
    let service = readRequiredLaw(map, "service", .duration) ?? .zero
    let timeout = map.optionalTime("timeout") ?? .never
    return Provider.Resend.Capacity(servers: servers, service: service, timeout: timeout)
  }

  /// The devices of a shard share an event queue, which can tell so many of them apart.
  func checkShards(_ world: World, _ provider: MapReader?) {
    guard world.isDealtByShards, world.largestShard > Event.ownerMax else { return }
    let needed = (world.devices + Event.ownerMax - 1) / Event.ownerMax
    let shards = world.setup.provider.shards
    provider?.report(
      "shards", found: "\(shards), so that \(world.largestShard) devices share an endpoint",
      allowed: "at least \(needed) for \(world.devices) devices: at most \(Event.ownerMax) "
        + "devices in a shard")
  }
}
