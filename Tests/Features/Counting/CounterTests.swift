import Models
import TestSupport
import Testing

@Suite("Counters")
struct CounterTests {
  @Test("Every counter starts at 0, and all of them are added")
  func sums() throws {
    let world = smallWorld(at: [1, 2, 3]) { $0.provider.link.loss = share(0.5) }
    var tally = Tally(world)
    for counter in Counter.allCases { expect(tally[counter], equals: 0, "\(counter)") }
    let part = try tellStory(world, replication: 0, device: 0).tally
    for _ in 0..<2 { tally.add(part) }
    for counter in Counter.allCases { expect(tally[counter], equals: 2 * part[counter]) }
  }
}
