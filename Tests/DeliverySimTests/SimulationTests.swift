import DeliverySim
import TestSupport
import Testing

@Suite("The loop of a simulation")
struct SimulationTests {
  private func times(_ simulation: inout Simulation) -> [Int64] {
    var times: [Int64] = []
    while let event = simulation.next() {
      expect(simulation.now, equals: event.time)
      times.append(event.time.microseconds)
    }
    return times
  }

  private func schedule(_ times: Int64..., in simulation: inout Simulation) {
    for (number, time) in times.enumerated() {
      simulation.schedule(
        at: SimTime(microseconds: time), owner: 1, number: UInt32(number), kind: 0)
    }
  }

  @Test("The clock follows the events, and nothing happens at the horizon or later")
  func horizon() {
    var simulation = Simulation(until: SimTime(microseconds: 20))
    schedule(30, 5, 20, 19, 0, in: &simulation)
    expect(simulation.pendingCount, equals: 3)
    expect(times(&simulation), equals: [0, 5, 19])
    expect(simulation.nextTime(), equals: SimTime(microseconds: 20))
  }

  @Test("Before the next event, or the horizon, the clock moves without an event")
  func advance() {
    var simulation = Simulation(until: SimTime(microseconds: 20))
    schedule(7, in: &simulation)
    expect(simulation.nextTime(), equals: SimTime(microseconds: 7))
    simulation.advance(to: SimTime(microseconds: 6))
    expect(simulation.now, equals: SimTime(microseconds: 6))
    expect(times(&simulation), equals: [7])
  }

  @Test("One that is stopped takes no more events; one that is rewound begins again")
  func ends() {
    var simulation = Simulation(until: SimTime(microseconds: 20))
    schedule(3, 4, in: &simulation)
    _ = simulation.next()
    simulation.rewind()
    expect(simulation.now, equals: .zero)
    schedule(9, in: &simulation)
    expect(times(&simulation), equals: [9])
    schedule(10, in: &simulation)
    simulation.stop()
    schedule(11, in: &simulation)
    expect(times(&simulation), equals: [])
  }

  @Test("A negative horizon is refused")
  func negativeHorizon() async {
    await #expect(processExitsWith: .failure) {
      _ = Simulation(until: SimTime(microseconds: -1))
    }
  }
}
