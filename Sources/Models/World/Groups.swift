public import DeliverySim

/// A part of a mixed population (model.md R1.8): the devices that are set up in one way.
public struct DeviceGroup: Sendable {
  /// The name in the results.
  public let name: String
  /// It is a part of all devices.
  public var share: Probability
  /// The setup of its devices. Its strategy is not asked for: all groups follow the world's; what
  /// devices share (``DeviceSetup/sharing(_:)``) is the world's too.
  public var setup: DeviceSetup

  /// - Precondition: The share is above 0: no group is surely empty.
  public init(name: String, share: Probability, setup: DeviceSetup) {
    precondition(share.value > 0, "a group has devices")
    (self.name, self.share, self.setup) = (name, share, setup)
  }

  /// The name of the devices that are in no group.
  public static let others = "others"
  /// Each has an account of its own, of half a megabyte.
  public static let countMax = 20
  /// Shares are sums of decimal fractions: so near to 1, nobody is left over.
  public static let roundingMax = 1e-9
}

extension World {
  // MARK: R1.8: mixed populations

  /// The share of the devices that are in no group; 1 without groups.
  public var othersShare: Double {
    let rest = 1 - groups.reduce(0) { $0 + $1.share.value }
    return rest <= DeviceGroup.roundingMax ? 0 : rest
  }

  /// The setups of devices and their shares: group by group, then the others, if there are any.
  public var populations: [(share: Double, setup: DeviceSetup)] {
    let rest = othersShare
    return groups.map { ($0.share.value, $0.setup.sharing(setup)) }
      + (rest > 0 ? [(rest, setup)] : [])
  }

  /// Likewise.
  public var setups: [DeviceSetup] { populations.map(\.setup) }

  /// Whether something holds for every setup that devices have.
  public func allSetups(_ holds: (DeviceSetup) -> Bool) -> Bool {
    groups.allSatisfy { holds($0.setup.sharing(setup)) } && (othersShare == 0 || holds(setup))
  }

  /// The names of these populations; empty without groups.
  public var groupNames: [String] {
    guard !groups.isEmpty else { return [] }
    return groups.map(\.name) + (othersShare > 0 ? [DeviceGroup.others] : [])
  }

  /// The figures of Apple's console are counted from now on (R7.4). Who does not ask pays nothing.
  public mutating func watchConsole() {
    setup.service.isWatched = true
    for place in groups.indices { groups[place].setup.service.isWatched = true }
  }

  /// The mean number of messages of a device in the run.
  public var expectedMessages: Double {
    populations.reduce(0) { $0 + $1.share * $1.setup.workload.expectedMessages(until: horizon) }
  }
}

extension DeviceSetup {
  /// This setup with the parts of another one that all devices have together: the strategy,
  /// provider shards, the capacity of their endpoints, and the bursts and incidents of the hops.
  public func sharing(_ world: DeviceSetup) -> DeviceSetup {
    var setup = self
    setup.strategy = world.strategy
    setup.provider.shards = world.provider.shards
    setup.provider.resend.capacity = world.provider.resend.capacity
    setup.provider.intake.bursts = world.provider.intake.bursts
    setup.provider.intake.incidents = world.provider.intake.incidents
    setup.provider.link.bursts = world.provider.link.bursts
    setup.provider.link.incidents = world.provider.link.incidents
    return setup
  }
}

/// Who is in which group: drawn for each replication, evenly over its devices.
struct Membership: Sendable {
  /// Where the groups' intervals end; the first one begins at 0. Empty without groups.
  private let ends: [Double]

  init(_ world: World) {
    var end = 0.0
    let ends = world.groups.map { group in
      end += group.share.value
      return end
    }
    // Where shares sum to 1 but for their rounding, the last group has all the rest.
    self.ends = world.othersShare > 0 ? ends : Array(ends.dropLast())
  }

  /// The place of a device's group in ``World/setups``. One draw decides, so that a group that
  /// grows at its end keeps its devices; none does without groups.
  func group(ofDevice device: Int, _ random: RandomSource) -> Int {
    guard !ends.isEmpty else { return 0 }
    let place = random.uniform(.group, device: device)
    return ends.firstIndex { place < $0 } ?? ends.count
  }
}
