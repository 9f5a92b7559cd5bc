import DeliverySim
import Foundation
import TestSupport
import Testing

private func time(_ microseconds: Int64) -> SimTime { SimTime(microseconds: microseconds) }

/// The clock is at 50, and an event is pending at 60.
private func midway() -> Simulation {
  var simulation = Simulation(until: time(100))
  simulation.schedule(at: time(50), owner: 1, number: 1, kind: 0)
  simulation.schedule(at: time(60), owner: 1, number: 2, kind: 0)
  _ = simulation.next()
  return simulation
}

/// It is up and down for ten seconds each, in turns.
private func tenSecondsEach() -> SharedSpans? {
  let source = RandomSource(seed: 1, replication: 0)
  let stream = { source.stream(purpose: $0, device: 0) }
  guard let law = try? Distribution(.constant(value: 10)),
    let process = OnOffProcess(up: law, down: law)
  else { return nil }
  let streams = OnOffProcess.Streams(start: stream(0), up: stream(1), down: stream(2))
  return SharedSpans(process, streams, limit: 100_000)
}

/// A model that misuses the kernel ends at the misuse, in release builds too, instead of with wrong
/// results later. Beside a misuse stands the nearest use that is right.
@Suite struct ContractTests {
  // MARK: Time

  @Test func noEventHappensInThePast() async {
    var simulation = midway()
    simulation.schedule(at: time(50), owner: 1, number: 3, kind: 0)
    expect(simulation.next()?.number, equals: 3)
    await #expect(processExitsWith: .failure) {
      var simulation = midway()
      simulation.schedule(at: time(49), owner: 1, number: 3, kind: 0)
    }
  }

  @Test func aStoppedSimulationHasAPastToo() async {
    await #expect(processExitsWith: .failure) {
      var simulation = midway()
      simulation.stop()
      simulation.schedule(at: time(49), owner: 1, number: 3, kind: 0)
    }
  }

  @Test func theClockDoesNotRunBackwards() async {
    var simulation = midway()
    simulation.advance(to: time(50))
    expect(simulation.now, equals: time(50))
    await #expect(processExitsWith: .failure) {
      var simulation = midway()
      simulation.advance(to: time(49))
    }
  }

  @Test func theClockDoesNotRunBackwardsWhereItIsFreeEither() async {
    var simulation = midway()
    expect(simulation.advanceIfFree(to: time(50)))
    expect(!simulation.advanceIfFree(to: time(60)))
    expect(simulation.now, equals: time(50))
    await #expect(processExitsWith: .failure) {
      var simulation = midway()
      _ = simulation.advanceIfFree(to: time(49))
    }
  }

  @Test func theClockPassesNoPendingEvent() async {
    var simulation = midway()
    simulation.advance(to: time(60))
    expect(simulation.next()?.time, equals: time(60))
    await #expect(processExitsWith: .failure) {
      var simulation = midway()
      simulation.advance(to: time(61))
    }
  }

  // MARK: Numbers

  @Test func aNumberOfAPoolIsGivenBackOnce() async {
    var pool = Pool<Int>()
    let numbers = [pool.insert(1), pool.insert(2)]
    for number in numbers { pool.remove(number) }
    expect(pool.count, equals: 0)
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      let number = pool.insert(1)
      _ = pool.insert(2)
      pool.remove(number)
      pool.remove(number)
    }
  }

  @Test func aNumberGivenBackEarlierIsNotGivenBackAgain() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      let numbers = [pool.insert(1), pool.insert(2), pool.insert(3)]
      for number in numbers { pool.remove(number) }
      pool.remove(numbers[0])
    }
  }

  @Test func aPoolKnowsOnlyTheNumbersThatItHasGiven() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      pool.remove(pool.insert(1) + 1)
    }
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      pool.remove(pool.insert(1) - 1)
    }
  }

  @Test func whatWasRemovedFromAPoolIsNotRead() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      let number = pool.insert(1)
      pool.remove(number)
      _ = pool[number]
    }
  }

  @Test func whatWasRemovedFromAPoolIsNotChanged() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool<Int>()
      let number = pool.insert(1)
      pool.remove(number)
      pool[number] = 2
    }
  }

  @Test func nobodyLeavesALineTwice() async {
    await #expect(processExitsWith: .failure) {
      var line = LinkedQueue<Int>()
      let number = line.append(1)
      _ = line.append(2)
      line.leave(number)
      line.leave(number)
    }
  }

  @Test func whoWaitsInALineIsNotRemoved() async {
    await #expect(processExitsWith: .failure) {
      var line = LinkedQueue<Int>()
      line.remove(line.append(1))
    }
  }

  @Test func nobodyIsRemovedFromALineTwice() async {
    await #expect(processExitsWith: .failure) {
      var line = LinkedQueue<Int>()
      let number = line.append(1)
      line.leave(number)
      line.remove(number)
      line.remove(number)
    }
    await #expect(processExitsWith: .failure) {
      var line = LinkedQueue<Int>()
      let number = line.append(1)
      line.leave(number)
      line.remove(number)
      _ = line.waits(number)
    }
  }

  // MARK: Made ahead

  /// Without the check it would read wherever the index leads.
  @Test func aBufferThatKeepsAllHasIndicesBelow2To31() async {
    let ending = await #expect(processExitsWith: .failure) {
      var buffer = VariateBuffer(keepsAll: true)
      let random = RandomSource(seed: 1, replication: 0)
      _ = buffer.uniform(random.stream(purpose: 0, device: 0), index: .max)
    }
    expect(ending?.exitStatus != .signal(SIGSEGV))
  }

  @Test func sharedSpansAreNotAskedForWhatHasPassed() async throws {
    var spans = try unwrap(tenSecondsEach())
    let startsUp = spans.isUp(at: .zero)
    _ = spans.isUp(at: .day)
    spans.rewind()
    expect(spans.isUp(at: .zero), equals: startsUp)
    await #expect(processExitsWith: .failure) {
      var spans = tenSecondsEach()
      _ = spans?.isUp(at: .day)
      _ = spans?.isUp(at: .zero)
    }
  }
}
