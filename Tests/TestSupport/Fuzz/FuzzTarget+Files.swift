import Files
import Fit
import Results
import Scenarios
import Search

extension FuzzTarget {
  /// The first columns are read as texts, numbers, numbers that may be missing, and whole
  /// numbers; five columns are enough to read all kinds at once.
  static func readTable(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    let path = try room.write("table.csv", bytes)
    let names = try TableReader.header(path: path, displayName: "fuzz.csv")
    func column(_ place: Int) -> [String] { place < names.count ? [names[place]] : [] }
    let table = try TableReader.read(
      path: path, displayName: "fuzz.csv", numbers: column(2) + column(5),
      optionalNumbers: column(3), integers: column(4), texts: column(0) + column(1),
      spans: names.count > 5 ? (start: names[2], end: names[5]) : nil)
    let counts: [[Int]] = [
      table.numbers.map(\.count), table.optionalNumbers.map(\.count),
      table.integers.map(\.count), table.texts.map(\.ids.count),
    ]
    let numbers = table.numbers.flatMap { $0 }
    let lines = (0..<table.rowCount).map { table.line(ofRow: $0) }
    var wrong: [String] = []
    if counts.joined().contains(where: { $0 != table.rowCount }) {
      wrong.append("\(counts) values in \(table.rowCount) rows")
    }
    if table.numbers.count == 2,
      zip(table.numbers[0], table.numbers[1]).contains(where: { $0 > $1 })
    {
      wrong.append("an end before its start")
    }
    if !numbers.allSatisfy(\.isFinite) { wrong.append("a number that is not finite") }
    if zip(lines, lines.dropFirst()).contains(where: { $0 >= $1 }) { wrong.append("\(lines)") }
    if table.sha256 != SHA256.hex(of: bytes) { wrong.append("another hash") }
    return wrong
  }

  static func readLog(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    let path = try room.write("log.csv", bytes)
    let head = try LogHead(path: path, displayName: "log.csv")
    var request = LogRequest(times: [head.names[0]])
    request.texts = Array(head.names.dropFirst().prefix(1))
    let table = try LogReader.read(head, request)
    let counts = table.times.map(\.count) + table.texts.map(\.ids.count)
    guard counts.allSatisfy({ $0 == table.rowCount }), table.times[0].allSatisfy(\.isFinite) else {
      return ["\(counts) values in \(table.rowCount) rows, or one that is not finite"]
    }
    _ = try FitInput([path], FitOptions())
    return []
  }

  /// Units that another version or another hand could have written: `merge` joins or refuses them.
  static func readUnits(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    _ = try Merge([room.forgeUnits(bytes)]).prepare()
    return []
  }

  static func readManifest(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    _ = try Verification(room.forgeManifest(bytes), replications: nil)
    return []
  }

  /// Inputs that were read are written as the same.
  static func readInputs(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    let draws = try InputDraws.read(room.write("inputs.json", bytes), count: 2)
    let json = draws.estimates.node.json()
    let again = try InputEstimates(ConfigNode.parse(yaml: json, file: "json"))
    var options = Experiment.Options()
    options.inputDraws = draws
    let tree = try ConfigNode.parse(yaml: FuzzRoom.scenario, file: "fuzz.yml")
    _ = try Experiment.make(tree, file: "fuzz.yml", folder: room.folder, options)
    return again == draws.estimates ? [] : ["written it is another:\n\(json)"]
  }

  static func readObserved(
    _ observed: Calibration.Observed, _ room: FuzzRoom
  ) throws -> [String] {
    let tree = try ConfigNode.parse(yaml: FuzzRoom.scenario, file: "fuzz.yml")
    var options = Experiment.Options()
    options.replications = 10
    let experiment = try Experiment.make(tree, file: "fuzz.yml", folder: room.folder, options)
    let calibration = try Calibration(
      experiment, observed, unknown: ["network.offline.exponential.mean"], strategy: nil,
      threads: 1)
    return calibration.figures.allSatisfy { $0.value.isFinite && $0.standardError > 0 }
      ? [] : ["\(calibration.figures)"]
  }

  static func readResults(_ bytes: [UInt8], _ room: FuzzRoom) throws -> [String] {
    _ = try StoredResults.read(room.forgeResults(bytes))
    return []
  }
}
