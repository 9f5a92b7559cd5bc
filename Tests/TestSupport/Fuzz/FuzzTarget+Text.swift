import Files
import Models
import Scenarios

extension FuzzTarget {
  /// Whatever is read can be written, and reads back as the same.
  static func readQuantities(_ bytes: [UInt8]) throws -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let (duration, rate) = (Units.duration(text), Units.rate(text))
    let (number, share) = (Units.number(text), Units.probability(text))
    let moment = DateTime.seconds(of: text)
    var wrong: [String] = []
    if let duration, Units.duration(Units.durationText(duration)) != duration {
      wrong.append("\(duration) us is written \(Units.durationText(duration))")
    }
    if let rate, Units.rate(Units.rateText(rate)) != rate {
      wrong.append("\(rate)/s is written \(Units.rateText(rate))")
    }
    if let number, Units.number(Units.text(of: number)) != number {
      wrong.append("\(number) is written \(Units.text(of: number))")
    }
    wrong += [rate, number, share, moment].compactMap { $0 }.filter { !$0.isFinite }
      .map { "\($0) was read" }
    if duration == nil, rate == nil, number == nil, share == nil, moment == nil {
      throw InputError(ExitCode.dataError, "no quantity")
    }
    return wrong
  }

  /// A tree that was written means the same.
  static func readTree(_ bytes: [UInt8]) throws -> [String] {
    let tree = try ConfigNode.parse(yaml: bytes, file: "fuzz.yml")
    let yaml = tree.yaml()
    guard try ConfigNode.parse(yaml: yaml, file: "yaml") == tree else {
      return ["as YAML it is another tree:\n\(yaml)"]
    }
    let json = tree.json()
    guard try ConfigNode.parse(yaml: json, file: "json").json() == json else {
      return ["as JSON it is another tree:\n\(json)"]
    }
    return []
  }

  /// The output of `validate` validates, and means the same.
  static func readScenario(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    let tree = try ConfigNode.parse(yaml: bytes, file: "fuzz.yml")
    return readBack(try Experiment.make(tree, file: "fuzz.yml", folder: room.folder), room)
  }

  private static func readBack(_ experiment: Experiment, _ room: FuzzRoom) -> [String] {
    let printed = experiment.resolved.yaml()
    do {
      let tree = try ConfigNode.parse(yaml: printed, file: "printed")
      let again = try Experiment.make(tree, file: "printed", folder: room.folder)
      let isSame =
        again.resolved == experiment.resolved && again.points.count == experiment.points.count
      return isSame ? [] : ["what is printed is another scenario:\n\(printed)"]
    } catch {
      return ["what is printed does not validate: \(error)\n\(printed)"]
    }
  }

  /// One `PATH=VALUE` a line.
  static func readSettings(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    var options = Experiment.Options()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      options.overrides.append(try ConfigOverride.parse(String(line)))
    }
    let tree = try ConfigNode.parse(yaml: FuzzRoom.scenario, file: "fuzz.yml")
    return readBack(
      try Experiment.make(tree, file: "fuzz.yml", folder: room.folder, options), room)
  }

  /// One replication of every strategy at every design point; the simulator checks its books.
  static func simulateWorld(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    let wrong = try readScenario(bytes, room)
    let tree = try ConfigNode.parse(yaml: bytes, file: "fuzz.yml")
    let experiment = try Experiment.make(tree, file: "fuzz.yml", folder: room.folder)
    for point in experiment.points.prefix(4) {
      for strategy in point.scenario.strategies.indices {
        let world = point.scenario.world(for: strategy)
        _ = try simulate(world, replication: 0, devices: 0..<min(world.devices, 10))
      }
    }
    return wrong
  }
}
