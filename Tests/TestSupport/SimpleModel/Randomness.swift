import DeliverySim
import Models

/// The random draws of one device, at the addresses of docs/explanation/determinism.md. They belong
/// to the world: the n-th send of a message has the same draws in every strategy (R1.2).
struct SimpleLuck {
  let rules: SimpleRules
  let source: RandomSource
  let device: Int

  func push(_ message: Int, _ copy: Int) -> SimplePush {
    SimplePush(messages: message...message, copy: copy, sent: .zero)
  }

  func happens(
    _ share: Double, _ purpose: UInt8, _ push: SimplePush, attempt: Int = 0
  ) -> Bool {
    if share == 0 || share == 1 { return share == 1 }
    var draws = draws(purpose, push, attempt)
    return draws.uniform() < share
  }

  func span(
    _ law: Distribution, _ purpose: UInt8, _ push: SimplePush, attempt: Int = 0
  ) -> SimTime {
    var draws = draws(purpose, push, attempt)
    return law.sampleTime(&draws)
  }

  func draws(_ purpose: UInt8, _ push: SimplePush, _ attempt: Int) -> Draws {
    source.stream(purpose: purpose, device: device)
      .draws(index: UInt32(push.message), copy: push.copy, attempt: attempt)
  }
}
