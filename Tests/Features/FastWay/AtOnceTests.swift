import DeliverySim
import Models
import TestSupport
import Testing

/// The next event happens at once where nothing comes between. `record` compares each run with one
/// in which each step is an event.
@Suite("What comes next happens at once, and overtakes nothing")
struct AtOnceTests {
  @Test("R5.6 at once: a run of the extension does not overtake the next message")
  func run() throws {
    let run = try online(at: [10, 12, 40], gapRecovery()) {
      $0.serviceExtension.runTime = constant(5)
    }
    expect(run.shown, equals: [15, 17, 45])
  }

  @Test("R1.5 at once: a mixed message wakes the app before the extension is done")
  func mixed() throws {
    let run = try online(at: [10, 40], gapRecovery()) {
      $0.serviceExtension.runTime = constant(5)
      $0.workload.kinds = MessageKinds(kind: .mixed)
    }
    expect(run.times(.app(.woken)), equals: [10, 40])
  }

  @Test("R4.6 at once: a fetch does not overtake the next message")
  func fetch() throws {
    let run = try online(at: [10, 12, 40], .silentFetch) {
      $0.provider.resend.latency = constant(5)
    }
    expect(run.times(.app(.woken)), equals: [10, 12, 40])
    expect(run.shown, equals: [15, 17, 45])
  }
}
