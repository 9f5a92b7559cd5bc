/// The random words of one variate, from draw 0 on. A sampler that needs many words (rejection)
/// does not shift the words of other variates.
@frozen
public struct Draws: Sendable {
  @usableFromInline let stream: RandomStream
  @usableFromInline let index: UInt32
  @usableFromInline var counter: UInt32
  /// The word that is repeated for ever; nil: there is none.
  @usableFromInline let stuckWord: UInt64?

  @inlinable
  init(stream: RandomStream, index: UInt32, counter: UInt32) {
    self.stream = stream
    self.index = index
    self.counter = counter
    stuckWord = nil
  }

  /// One word for ever: for a law that needs one word, and as a broken generator, which samplers
  /// are tested with.
  public init(stuckAt word: UInt64) {
    stream = RandomStream(seed: 0, device: 0, tag: 0)
    (index, counter, stuckWord) = (0, 0, word)
  }
}

extension Draws {
  /// The next 64 random bits.
  @inlinable
  public mutating func word() -> UInt64 {
    defer { counter &+= 1 }
    return nextWord
  }

  /// The word that ``word()`` returns next; it stays the next one.
  @inlinable var nextWord: UInt64 {
    if let stuckWord { return stuckWord }
    let words = stream.words(counter: counter, pair: index &>> 1)
    return index & 1 == 0 ? words.0 : words.1
  }

  /// A uniform double strictly between 0 and 1: the middle of one of 2^52 equal cells, so that
  /// neither end, where inverse distribution functions are infinite, can occur.
  @inlinable
  public mutating func uniform() -> Double { Self.uniform(word: word()) }

  /// The uniform number that a word stands for.
  @inlinable
  public static func uniform(word: UInt64) -> Double { (Double(word &>> 12) + 0.5) * 0x1p-52 }

  /// True with the given probability; draws no word if the probability is 0 or 1.
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
  /// It is from 0 to 1.
  public let value: Double

  /// - Returns: nil outside 0 ... 1.
  public init?(_ value: Double) {
    guard value >= 0, value <= 1 else { return nil }
    self.value = value
  }

  @inlinable
  init(certain value: Double) { self.value = value }

  /// It is the probability of what never happens.
  @inlinable public static var zero: Probability { Probability(certain: 0) }
  /// It is the probability of what always happens.
  @inlinable public static var one: Probability { Probability(certain: 1) }
}
