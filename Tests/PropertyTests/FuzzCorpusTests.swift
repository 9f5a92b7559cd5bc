import Files
import Foundation
import TestSupport
import Testing

/// Findings of fuzzing stay mended: each file of `Fuzz/corpus` is read again as `make fuzz` does.
/// No trap, no hang: accepted, or refused with a clear error.
@Suite(.timeLimit(.minutes(5))) struct FuzzCorpusTests {
  static let corpus = "\(projectRoot)/Fuzz/corpus"
  /// A reader takes milliseconds.
  static let secondsMax = 5.0

  @Test(arguments: FuzzTarget.allCases)
  func everyFileIsAcceptedOrRefused(target: FuzzTarget) async throws {
    let room = try await FuzzRoom()
    let folder = "\(Self.corpus)/\(target.rawValue)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    expect(!names.isEmpty)
    for name in names {
      let bytes = Array(try unwrap(FileManager.default.contents(atPath: "\(folder)/\(name)")))
      expectVerdict(target, bytes, in: room, "\(target)/\(name)")
    }
  }

  @Test func everyFolderHasItsReader() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus)
    expect(Set(folders), equals: Set(FuzzTarget.allCases.map(\.rawValue)))
  }

  /// The readers find nothing wrong in the examples: else all would be refused for another reason.
  @Test func examplesAreAccepted() async throws {
    let room = try await FuzzRoom()
    for target in FuzzTarget.allCases {
      guard let bytes = try room.example(target) else { continue }
      expect(target.verdict(of: bytes, in: room), equals: .accepted, "\(target)")
    }
  }

  // MARK: Inputs too large for a file

  @Test(arguments: [64, 8_000, 100_000])
  func pathsOfManyKeys(count: Int) async throws {
    let room = try await FuzzRoom()
    let path = repeatElement("a", count: count).joined(separator: ".")
    expectVerdict(.set, Array("\(path)=1".utf8), in: room, "--set, \(count) keys")
    let sweep = "sweep: [{factor: f, path: \(path), values: [1, 2]}]\n"
    expectVerdict(
      .scenario, Array((FuzzRoom.scenario + sweep).utf8), in: room, "a sweep, \(count) keys")
  }

  /// Numbers without a unit are 1,000 mistakes.
  @Test(arguments: [(1_000, ""), (300, "s")])
  func sweepsOfManyValues(count: Int, unit: String) async throws {
    let room = try await FuzzRoom()
    let values = (1...count).map { "\($0)\(unit)" }.joined(separator: ", ")
    let sweep = "sweep: [{factor: f, path: push_service.expiration, values: [\(values)]}]\n"
    expectVerdict(
      .scenario, Array((FuzzRoom.scenario + sweep).utf8), in: room, "\(count) values \(unit)")
  }

  /// Each part of a unit, with its first and its last number out of all proportion.
  @Test func unitsOfAnotherHand() async throws {
    let room = try await FuzzRoom()
    let text = String(decoding: try unwrap(try room.example(.units)), as: UTF8.self)
    let (first, rest) = try unwrap(text.firstIndex(of: "\n").map { (text[..<$0], text[$0...]) })
    let parts = first.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
    expect(parts.count >= 10)
    for place in parts.indices where !parts[place].isEmpty {
      for index in Set([0, parts[place].count - 1]) {
        for number in ["0", "1000000000000", "\(Int64.max)", "\(UInt64.max)"] {
          var parts = parts
          parts[place][index] = number
          let line = parts.map { $0.map { " " + $0 }.joined() + ";" }.joined()
          expectVerdict(
            .units, Array((line + rest).utf8), in: room, "part \(place), \(index): \(number)")
        }
      }
    }
  }

  // MARK: Helpers

  private func expectVerdict(
    _ target: FuzzTarget, _ bytes: [UInt8], in room: FuzzRoom, _ what: String
  ) {
    let start = cpuSeconds
    let verdict = target.verdict(of: bytes, in: room)
    let seconds = cpuSeconds - start
    expect([.accepted, .refused].contains(verdict), "\(what)")
    expect(seconds < Self.secondsMax, "\(what): \(seconds) s")
  }

  /// The CPU time of this thread: other tests run at the same time.
  private var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
