import DeliverySim
import Synchronization

/// The numbers with a known mean that the replications of a world count.
public final class SurplusPlan: Sendable {
  /// Each once.
  public let numbers: [Surplus]
  private let counter = Mutex<SurplusCounter?>(nil)

  /// - Precondition: No number twice; runs of a message at least.
  public init(_ numbers: [Surplus]) {
    precondition(Set(numbers).count == numbers.count, "each number once")
    self.numbers = numbers
  }
}

extension SurplusPlan {
  /// The place of a number in ``Tally/surplus``.
  ///
  /// - Precondition: It is one of ``numbers``.
  public func place(of number: Surplus) -> Int {
    guard let place = numbers.firstIndex(of: number) else {
      preconditionFailure("this number is counted")
    }
    return place
  }

  /// For all who simulate this world; made when the first one asks.
  func counter(_ world: World) -> SurplusCounter {
    counter.withLock { counter in
      if let counter { return counter }
      let made = SurplusCounter(world, numbers)
      counter = made
      return made
    }
  }
}
