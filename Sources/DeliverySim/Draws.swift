/// The random words of one variate, from draw 0 on. A sampler that needs many (by rejection) moves
/// nothing else.
@frozen
public struct Draws: Sendable {
  @usableFromInline let seed: UInt64
  @usableFromInline let device: UInt32
  @usableFromInline let tag: UInt32
  @usableFromInline let index: UInt32
  @usableFromInline var counter: UInt32
  @usableFromInline var spare: UInt64 = 0
  /// What the next call finds: 0 an empty buffer, 1 a spare word; negative: a generator that is
  /// stuck.
  @usableFromInline var position = 0

  @inlinable
  init(seed: UInt64, device: UInt32, tag: UInt32, index: UInt32, counter: UInt32) {
    self.seed = seed
    self.device = device
    self.tag = tag
    self.index = index
    self.counter = counter
  }

  /// A broken generator that returns one word for ever: what samplers are tested with.
  public init(stuckAt word: UInt64) {
    self.init(seed: 0, device: 0, tag: 0, index: 0, counter: 0)
    spare = word
    position = -1
  }
}

extension Draws {
  /// The next 64 random bits.
  @inlinable
  public mutating func word() -> UInt64 {
    if position != 0 {
      position = position < 0 ? position : 0
      return spare
    }
    let (w0, w1, w2, w3) = Philox.block(
      counter: (counter, index, device, tag),
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed &>> 32)))
    counter &+= 1
    spare = UInt64(w3) &<< 32 | UInt64(w2)
    position = 1
    return UInt64(w1) &<< 32 | UInt64(w0)
  }

  /// A uniform double strictly between 0 and 1: the middle of one of 2^52 equal cells, so that
  /// neither end, where inverse distribution functions are infinite, can occur.
  @inlinable
  public mutating func uniform() -> Double {
    (Double(word() &>> 12) + 0.5) * 0x1p-52
  }

  /// True with the given probability; draws nothing that could be certain.
  @inlinable
  public mutating func happens(_ probability: Probability) -> Bool {
    probability.value > 0 && (probability.value >= 1 || uniform() < probability.value)
  }

  /// A whole number below `count`, each equally likely (to 2^-52).
  ///
  /// - Precondition: `count` is positive.
  @inlinable
  public mutating func below(_ count: Int) -> Int {
    precondition(count > 0, "nothing to choose from")
    return min(count - 1, Int(uniform() * Double(count)))
  }
}

/// A number from 0 to 1.
@frozen
public struct Probability: Sendable, Hashable {
  public let value: Double

  /// - Returns: nil outside 0 ... 1.
  public init?(_ value: Double) {
    guard value >= 0, value <= 1 else { return nil }
    self.value = value
  }

  @inlinable
  init(certain value: Double) { self.value = value }

  @inlinable public static var zero: Probability { Probability(certain: 0) }
  @inlinable public static var one: Probability { Probability(certain: 1) }
}
