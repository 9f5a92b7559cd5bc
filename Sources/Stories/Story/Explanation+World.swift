import DeliverySim
import Files
import Models
package import Scenarios

extension Explanation {
  /// Writes the world of the device, or of all devices of the replication, for a program that acts
  /// it out against a real server.
  ///
  /// - Returns: The numbers of devices and events.
  /// - Throws: `InputError`: 64 for what there is not, 73 or 74 when the file cannot be written, 73
  ///   when it would fill the disk.
  package func saveWorld(
    _ experiment: Experiment, to path: String
  ) throws -> (devices: Int, events: Int) {
    let (scenario, place) = try place(in: experiment)
    let file = try OutputFile(path, replacing: WorldLines.header)
    // At least its creation is told of each message.
    try file.checkRoom(for: scenario.storyBytesPerDevice / 2 * Double(devices(scenario).count))
    try file.append("\(WorldLines.header)\n")
    var count = 0
    for device in devices(scenario) {
      let world = WorldLines(try story(scenario, place, device: device), device: device)
      try file.checkRoom(for: Double(world.lines.count * StoryRecord.lineBytes))
      for line in world.lines { try file.append("\(line)\n") }
      count += world.lines.count
    }
    try file.commit()
    return (devices(scenario).count, count)
  }
}

/// The lines about one device in a world's file (docs/how-to/explain.md), in order of time.
struct WorldLines {
  static let header = "time_us,device,event,message"
  /// The events that are told besides the connection.
  private static let told: [StoryRecord.Event] = [
    .created, .accepted, .destroyed(by: .provider(.linkLost)), .answered(.failed),
  ]

  let device: Int
  private(set) var lines: [String] = []
  private var hasStarted = false
  private var isConnected = false

  init(_ story: DeviceStory, device: Int) {
    self.device = device
    for record in story.records { add(record) }
  }
}

extension WorldLines {
  private mutating func add(_ record: StoryRecord) {
    switch record.event {
    case .online:
      // Who is online at the start is connected, without an event of its own.
      if !hasStarted { change(to: true, record) }
      hasStarted = true
    case .connected: change(to: true, record)
    case .offline:
      change(to: false, record)
      hasStarted = true
    case let event where Self.told.contains(event): append(event.name, record)
    default: break
    }
  }

  /// Who goes offline before the connection is back was not connected.
  private mutating func change(to isConnected: Bool, _ record: StoryRecord) {
    guard isConnected != self.isConnected else { return }
    self.isConnected = isConnected
    append(isConnected ? "connected" : "disconnected", record)
  }

  private mutating func append(_ event: String, _ record: StoryRecord) {
    let message = record.content == .message ? record.message.map { "\($0)" } : nil
    lines.append("\(record.time.microseconds),\(device),\(event),\(message ?? "")")
  }
}
