// A client rule and a provider rule of one's own, beside a built-in strategy.
import Experiments
import Models

struct GapClient: ClientRule {
  let limit: Int
  var saved: Int?

  mutating func receive(_ push: ArrivedPush) -> [Int] {
    defer { saved = max(saved ?? 0, push.position) }
    guard let saved, push.position > saved + 1 else { return [] }
    return Array((saved + 1..<push.position).suffix(limit))
  }

  mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] {
    answer == .success ? Array(positions.dropFirst(Page.size)) : []
  }
}

struct Page: ProviderRule {
  static let size = 5
  mutating func answer(_ positions: [Int]) -> [Int] { Array(positions.prefix(Self.size)) }
}

let newest = ForeignStrategy(name: "newest-three") { GapClient(limit: 3) }
let pages = ForeignStrategy(name: "pages", client: { GapClient(limit: 100) }, provider: { Page() })
let scenario = """
  format: 1
  name: own-client
  seed: 7
  duration: 7d
  devices: 100
  replications: 20
  workload: {arrivals: {poisson: {rate: 40/d}}}
  network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 4h}}}
  strategies: [gap-recovery, foreign: {name: newest-three}, foreign: {name: pages}]
  """
let comparison = try Comparison(yaml: scenario, strategies: [newest, pages])
let estimates = try await comparison.run(into: "runs/own-client", replacing: true)
for row in estimates where row.metric == "deliverability" { print(row.strategy, row.mean) }
