import DeliverySim
import Models
import TestSupport
import Testing

/// What a program that uses the library must not do ends it with a sentence, where the mistake is.
@Suite struct PreconditionTests {
  @Test func aStepOfTheTimelineTakesTime() async {
    await #expect(processExitsWith: .failure) {
      let setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: .zero)))
      _ = World(seed: 1, devices: 1, duration: .day, timelineStep: .zero, setup: setup)
    }
  }

  @Test func aDigestHasRoomForSoManyItems() async {
    await #expect(processExitsWith: .failure) { _ = Digest(items: 70_000) }
    await #expect(processExitsWith: .failure) { _ = Digest(items: 0) }
  }

  @Test func theTimesOfATraceAreSortedAndLieInIt() async {
    await #expect(processExitsWith: .failure) {
      _ = Trace(streams: [[.second, .zero]], length: .day, hasDevices: true)
    }
    await #expect(processExitsWith: .failure) {
      _ = Trace(streams: [[.day]], length: .day, hasDevices: true)
    }
  }

  @Test func waitsTakeTimeAndDoNotShrink() async {
    await #expect(processExitsWith: .failure) { _ = Polling(every: .zero) }
    await #expect(processExitsWith: .failure) { _ = Polling(factor: 0.5) }
    await #expect(processExitsWith: .failure) { _ = Heartbeat(times: 0) }
    await #expect(processExitsWith: .failure) {
      _ = Hop.Retry(attempts: -1, first: .second)
    }
  }

  @Test func limitsAreAtLeastOne() async {
    await #expect(processExitsWith: .failure) { _ = World.Limits(eventsPerDeviceDay: 0) }
    await #expect(processExitsWith: .failure) { _ = GapRecovery(repeatLimit: -1) }
  }
}
