import DeliverySim
import Foundation
import Synchronization
import TestSupport
import Testing

/// The numbers that several threads write down.
private final class Log: Sendable {
  private struct State {
    var running = 0
    var runningMax = 0
    var lastStarted = -1
    var ended: [Int] = []
  }

  private let state = Mutex(State())

  func start(_ index: Int) {
    state.withLock { state in
      state.running += 1
      state.runningMax = max(state.runningMax, state.running)
      state.lastStarted = max(state.lastStarted, index)
    }
  }

  func end(_ index: Int) {
    state.withLock { state in
      state.running -= 1
      state.ended.append(index)
    }
  }

  var mostAtOnce: Int { state.withLock { $0.runningMax } }
  var last: Int { state.withLock { $0.lastStarted } }
  var orderOfEnds: [Int] { state.withLock { $0.ended } }
}

private struct Failure: Error, Equatable {
  let index: Int
}

@Suite("Parallel work", .timeLimit(.minutes(10)))
struct ParallelTests {
  @Test(
    "Results are consumed in the order of their indices, each once", arguments: [1, 2, 3, 8, 64])
  func order(threads: Int) async throws {
    for count in [0, 1, 2, 7, 200] {
      var consumed: [Int] = []
      try await forEachInParallel(count: count, threads: threads) { index in
        // Lengths that make later pieces end before earlier ones.
        if index % 5 == 0 { usleep(500) }
        return index * index
      } consume: { index, result in
        expect(result, equals: index * index)
        consumed.append(index)
      }
      expect(consumed, equals: Array(0..<count))
    }
  }

  @Test("Never more pieces at once than threads, and with one thread one after the other")
  func threadsLimit() async throws {
    for threads in [1, 2, 3] {
      let log = Log()
      try await forEachInParallel(count: 100, threads: threads) { index in
        log.start(index)
        usleep(200)
        log.end(index)
      } consume: { _, _ in
      }
      expect(log.mostAtOnce >= 1 && log.mostAtOnce <= threads)
      if threads == 1 { expect(log.orderOfEnds, equals: Array(0..<100)) }
    }
  }

  /// In a process of its own: here other tests would keep the threads busy, and nothing could run
  /// ahead.
  @Test("While one piece is slow the others run ahead by a few times the threads at most")
  func windowLimit() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      try await forEachInParallel(count: 1000, threads: 2) { index -> Int in
        log.start(index)
        defer { log.end(index) }
        if index == 0 { usleep(200_000) }
        return log.last
      } consume: { index, lastStarted in
        if index == 0 { precondition(lastStarted < 4 * 2, "\(lastStarted) had started") }
      }
      precondition(log.last == 999)
    }
  }

  @Test("Of several errors the one of the smallest index is thrown", arguments: [1, 2, 8])
  func smallestError(threads: Int) async {
    for _ in 0..<10 {
      var consumed: [Int] = []
      let error = await #expect(throws: Failure.self) {
        try await forEachInParallel(count: 100, threads: threads) { index in
          // The earliest failure takes longest to happen.
          if index == 5 { usleep(3000) }
          if [5, 6, 9, 60].contains(index) { throw Failure(index: index) }
        } consume: { index, _ in
          consumed.append(index)
        }
      }
      expect(error, equals: Failure(index: 5))
      expect(consumed, equals: Array(0..<5))
    }
  }

  @Test("An error of the consumer ends the work")
  func consumerError() async {
    let log = Log()
    let error = await #expect(throws: Failure.self) {
      try await forEachInParallel(count: 1000, threads: 2) { index in
        log.start(index)
        log.end(index)
      } consume: { index, _ in
        if index == 3 { throw Failure(index: index) }
      }
    }
    expect(error, equals: Failure(index: 3))
    expect(log.last <= 3 + 4 * 2)
  }

  @Test("Without threads there is no work")
  func noThreads() async {
    await #expect(processExitsWith: .failure) {
      try await forEachInParallel(count: 1, threads: 0) {
        $0
      } consume: { _, _ in
      }
    }
  }
}
