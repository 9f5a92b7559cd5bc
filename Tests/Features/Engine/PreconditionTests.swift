import DeliverySim
import Models
import TestSupport
import Testing

private let beforeZero = SimTime(microseconds: -1)

/// A program that misuses the library ends with a sentence, where the mistake is.
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

  @Test func timesAreNotNegative() async {
    await #expect(processExitsWith: .failure) { _ = App(backgroundTime: beforeZero) }
    await #expect(processExitsWith: .failure) { _ = ServiceExtension(timeLimit: beforeZero) }
    await #expect(processExitsWith: .failure) { _ = PushService(expiration: beforeZero) }
    await #expect(processExitsWith: .failure) {
      _ = PushService.NewestSurvives(within: beforeZero)
    }
    await #expect(processExitsWith: .failure) { _ = Adoption(at: beforeZero, .fireAndForget) }
    await #expect(processExitsWith: .failure) {
      _ = Workload(arrivals: .poisson(rate: .zero), usefulFor: beforeZero)
    }
    await #expect(processExitsWith: .failure) { _ = PresentationSchedule(summaries: [.day]) }
  }

  @Test func countsAndWeightsAreInTheirRanges() async {
    await #expect(processExitsWith: .failure) { _ = App(voipMisuses: 0) }
    await #expect(processExitsWith: .failure) { _ = App.Silent(perDay: -1) }
    await #expect(processExitsWith: .failure) {
      _ = ServiceExtension.Memory(use: .zero, limit: .nan)
    }
    await #expect(processExitsWith: .failure) { _ = PushService(capacity: 0) }
    await #expect(processExitsWith: .failure) { _ = PushService(payloadLimit: 0) }
    await #expect(processExitsWith: .failure) {
      _ = Subscriptions.Folder(name: "inbox", share: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Workload(arrivals: .poisson(rate: .zero), threads: 0)
    }
  }
}
