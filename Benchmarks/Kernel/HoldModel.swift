import DeliverySim

/// An event queue that always holds the same number of events.
///
/// The increments are exponential, so the queue is in its stationary state from the start. They are
/// drawn beforehand: what is measured is the queue alone.
final class HoldModel {
  private static let incrementCount = 1 << 16

  private var queue = EventQueue()
  private let increments: [SimTime]
  private var number: UInt32 = 0

  init(pending: Int) {
    let law = distribution(.exponential(mean: 1000))
    let stream = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 0)
    increments = (0..<Self.incrementCount).map { index in
      var draws = stream.draws(index: UInt32(index))
      return law.sampleTime(&draws)
    }
    for _ in 0..<pending { schedule(after: .zero) }
  }

  func hold(times: Int) {
    for _ in 0..<times {
      guard let event = queue.next() else { preconditionFailure("the queue has run empty") }
      schedule(after: event.time)
    }
  }

  private func schedule(after time: SimTime) {
    let increment = increments[Int(number) & (Self.incrementCount - 1)]
    number &+= 1
    queue.schedule(Event(time: time + increment, owner: 1, number: number, kind: 0, payload: 0))
  }
}
