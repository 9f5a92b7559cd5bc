import Experiments
import Foundation
import Models

// Two strategies that the package does not have, against three that it has, in one scenario.

/// A client that asks for the newest three of a gap only.
struct NewestThree: ClientRule {
  var saved: Int?

  mutating func receive(_ push: ArrivedPush) -> [Int] {
    defer { saved = max(saved ?? 0, push.position) }
    guard let saved, push.position > saved + 1 else { return [] }
    return Array((saved + 1..<push.position).suffix(3))
  }
}

/// Asks for a whole gap, and after each page for what is still missing.
struct Reader: ClientRule {
  var saved: Int?

  mutating func receive(_ push: ArrivedPush) -> [Int] {
    defer { saved = max(saved ?? 0, push.position) }
    guard let saved, push.position > saved + 1 else { return [] }
    return Array(saved + 1..<push.position)
  }

  mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] {
    answer == .success ? Array(positions.dropFirst(Pages.size)) : []
  }
}

/// Sends a page of what was asked for.
struct Pages: ProviderRule {
  static let size = 2

  mutating func answer(_ positions: [Int]) -> [Int] { Array(positions.prefix(Self.size)) }
}

// Everything but the network is ideal: an answer comes at once and is never lost, so more that is
// asked for is more that is shown, in each replication.
let comparison = try Comparison(
  yaml: """
    format: 1
    name: outside
    seed: 20
    duration: 7d
    devices: 50
    replications: 9
    workload: {arrivals: {poisson: {rate: 40/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 4h}}}
    strategies:
      - fire-and-forget
      - gap-recovery
      - gap-window: {repeat_limit: 1000000, window: 1000000}
      - foreign: {name: newest-three}
      - foreign: {name: pages}
    """,
  strategies: [
    ForeignStrategy(name: "newest-three") { NewestThree() },
    ForeignStrategy(name: "pages", client: { Reader() }, provider: { Pages() }),
  ])
let folder = NSTemporaryDirectory() + "deliverysim-outside-\(UUID().uuidString)"
defer { try? FileManager.default.removeItem(atPath: folder) }
let estimates = try await comparison.run(into: folder, replications: 5)

/// A column of replications.csv, for one strategy.
func column(_ name: String, of strategy: String) throws -> [Int] {
  let text = try String(contentsOfFile: "\(folder)/replications.csv", encoding: .utf8)
  let rows = text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  guard let place = rows[0].firstIndex(of: name) else { preconditionFailure("no column \(name)") }
  return rows.dropFirst().filter { $0.contains(strategy) }.compactMap { Int($0[place]) }
}

let names = ["fire-and-forget", "gap-recovery", "gap-window", "newest-three", "pages"]
let owed = try names.map { try column("owed", of: $0) }
precondition(owed[0].count == 5 && Set(owed).count == 1, "strategies share a world")
let (plain, window) = (try column("shown", of: names[0]), try column("shown", of: names[2]))
let (newest, pages) = (try column("shown", of: names[3]), try column("shown", of: names[4]))
precondition(zip(plain, newest).allSatisfy { $0 < $1 }, "who asks gets more")
precondition(zip(newest, window).allSatisfy { $0 < $1 }, "who asks for all gets more still")
precondition(pages == window, "page by page, nothing is missing")

for estimate in estimates where estimate.metric == "deliverability" {
  guard let low = estimate.low, let high = estimate.high else { preconditionFailure("no interval") }
  precondition(low <= estimate.mean && estimate.mean <= high)
  print("\(estimate.strategy): \(estimate.mean) (\(low) to \(high))")
}
print(try comparison.explain(strategy: "pages", device: 3).prefix(3000), "...", separator: "\n")
