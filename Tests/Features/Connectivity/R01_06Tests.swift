import DeliverySim
import Models
import TestSupport
import Testing

/// R1.6: devices may differ in how often they go offline.
@Suite struct R01_06Tests {
  private static func world(_ pace: Distribution?, devices: Int = 40) -> World {
    var world = smallWorld(at: [], duration: .days(20)) {
      $0.network = Network(
        onOff: OnOffProcess(up: constant(4000), down: constant(1000)), devicePace: pace)
    }
    world.devices = devices
    return world
  }

  /// The lengths of whole spans **[s]**.
  private static func spans(
    _ world: World, device: Int, online: Bool
  ) throws -> Set<Double> {
    let changes = try tellStory(world, replication: 0, device: device).records
      .filter { $0.event == .online || $0.event == .offline }.dropFirst()
    let spans = zip(changes, changes.dropFirst())
    return Set(
      spans.filter { ($0.0.event == .online) == online }.map { ($0.1.time - $0.0.time).seconds })
  }

  @Test("R1.6 each device divides its online spans by its number, and absences keep their law")
  func spans() throws {
    let world = Self.world(anyOf([1, 3]))
    var numbers: [Double: Int] = [:]
    for device in 0..<world.devices {
      let online = try Self.spans(world, device: device, online: true)
      expect(online.count, equals: 1)
      numbers[online.first ?? 0, default: 0] += 1
      expect(try Self.spans(world, device: device, online: false), equals: [1000])
    }
    // 1 and 3 over their mean of 2; devices lie evenly, so that half of them have each.
    let lengths = numbers.keys.sorted()
    expect(lengths.count, equals: 2)
    expect(abs(lengths[0] - 8000.0 / 3) < 1e-6 && lengths[1] == 8000, "\(lengths)")
    expect(numbers.values.allSatisfy { 18...22 ~= $0 }, "\(numbers)")
  }

  @Test("R1.6 only the spread counts: any constant changes nothing, and a multiple changes nothing")
  func scale() throws {
    func fingerprint(_ pace: Distribution?) throws -> UInt64 {
      try simulate(Self.world(pace), replication: 1, devices: 0..<40, batchSize: 8).fingerprint
    }
    let plain = try fingerprint(nil)
    expect(try fingerprint(constant(1)), equals: plain)
    expect(try fingerprint(constant(8)), equals: plain)
    let spread = try fingerprint(anyOf([1, 3]))
    expect(spread != plain)
    expect(try fingerprint(anyOf([2, 6])), equals: spread)
  }

  /// Offline at the start: 1000 of 5000 s at pace 1; of each device by its own spans.
  @Test("R1.6 the start is stationary for each device")
  func start() throws {
    let world = Self.world(anyOf([1, 9]), devices: 1)
    var counts = [[0, 0], [0, 0]]
    for replication in 0..<4000 {
      let records = try tellStory(world, replication: replication, device: 0).records
      let online = records.first?.event == .online
      let changes = records.filter { $0.event == .online || $0.event == .offline }.dropFirst()
      let whole = zip(changes, changes.dropFirst()).first { $0.0.event == .online }
      guard let whole else { continue }
      let isSlow = (whole.1.time - whole.0.time).seconds > 4000
      counts[isSlow ? 1 : 0][online ? 1 : 0] += 1
    }
    // Online spans of 4000 · 5 / 9 s and of 4000 · 5 s. Two shares with 1e-6 together.
    for (count, online) in zip(counts, [4000 * 5 / 9.0, 20_000]) {
      let total = Double(count[0] + count[1])
      let expected = online / (online + 1000)
      let error = (expected * (1 - expected) / total).squareRoot()
      expect(total > 1500)
      expect(abs(Double(count[1]) / total - expected) < 5.1 * error, "\(count), \(expected)")
    }
  }
}
