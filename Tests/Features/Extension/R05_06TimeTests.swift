import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: the time limit of a run.
@Suite struct R05_06TimeTests {
  /// Message 1 is overwritten by 2, which is handed over at 100 and has 30 s.
  private func limited(
    wait: Double = 0, latency: Double = 0, failure: Probability = .zero
  ) throws -> RecordedRun {
    try away(for: 100, at: [-10, 10, 20], gapRecovery(wait: constant(wait))) {
      $0.serviceExtension.timeLimit = .seconds(30)
      $0.provider.resend = Provider.Resend(failure: failure, latency: constant(latency))
    }
  }

  @Test("R5.6 after the time limit the original is shown; the repeats come with the answer")
  func originalIsShownAtTheLimit() throws {
    let run = try limited(latency: 40)
    expect(run.times(.timeLimit), equals: [130])
    expect(run.times(.answered(.success)), equals: [140])
    expect(run.shown, equals: [-10, 140, 130])
  }

  @Test("R5.6 a request whose answer comes after the time limit has failed for the client")
  func lateAnswerIsAFailure() throws {
    let run = try limited(latency: 40)
    expect(run.tally[.resendFailures], equals: 1)
    try expect(limited(latency: 30).tally[.resendFailures], equals: 0)
  }

  @Test("R5.6 an error after the time limit makes no summary")
  func lateErrorMakesNoSummary() throws {
    let run = try limited(latency: 40, failure: .one)
    expect(run.tally[.summaries], equals: 0)
    expect(run.tally[.resendFailures], equals: 1)
    expect(run.fates, equals: [.shown, .lost, .shown])
    expect(run.repairs[1], equals: .failed)
  }

  @Test("R5.6 an answer within the time limit ends the run")
  func answerWithinTheLimit() throws {
    let run = try limited(latency: 20)
    expect(run.times(.timeLimit), equals: [])
    expect(run.shown, equals: [-10, 120, 120])
  }

  @Test("R5.6 a run whose time ends during the wait never asks")
  func timeEndsDuringTheWait() throws {
    let run = try limited(wait: 31)
    expect(run.times(.timeLimit), equals: [130])
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.shown, equals: [-10, nil, 130])
    expect(run.fates[1], equals: .lost)
    expect(run.repairs[1], equals: .failed)
  }

  @Test("R5.6 the time of wait and answer together is limited")
  func waitAndAnswerShareTheLimit() throws {
    let run = try limited(wait: 20, latency: 20)
    expect(run.times(.requested), equals: [120])
    expect(run.times(.timeLimit), equals: [130])
    expect(run.shown, equals: [-10, 140, 130])
  }

  @Test("R5.6 runs overlap: a push that arrives meanwhile is handled at once")
  func runsOverlap() throws {
    // Message 2 asks at 100 and is answered at 125; 3 arrives in between, in order.
    let run = try away(for: 100, at: [-10, 10, 20, 110], gapRecovery()) {
      $0.provider.resend.latency = constant(25)
    }
    expect(run.shown, equals: [-10, 125, 125, 110])
    expect(run.messages(.gap), equals: [2])
  }
}
