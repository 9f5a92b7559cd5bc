/// A law made ready for the event loop: plain numbers, so that to copy it touches no reference
/// count.
///
/// It points to its law, and is used no longer than the ``PlanArena`` that it comes from.
///
/// Goals, in this order: the very variates of ``Distribution/sample(_:)``; speed.
@frozen
public struct Sampler {
  /// True when the law is the constant 0, which needs no draw.
  public let isZero: Bool
  @usableFromInline let isConstant: Bool
  /// The law is uniform: a variate is hardly more work than its word.
  let isUniform: Bool
  /// The constant, or what the table's quantiles are multiplied with.
  @usableFromInline let scale: Double
  /// The law's table; nil when it has none.
  @usableFromInline let pieces: UnsafePointer<QuantileTable.Piece>?
  @usableFromInline let law: UnsafePointer<Distribution>

  /// - Parameter law: Stays where it is as long as the sampler is used.
  init(_ law: UnsafePointer<Distribution>) {
    self.law = law
    isZero = law.pointee.isZero
    pieces = law.pointee.pieces
    if case .uniform = law.pointee.law { isUniform = true } else { isUniform = false }
    if case .constant(let value) = law.pointee.law {
      (isConstant, scale) = (true, value)
    } else {
      (isConstant, scale) = (false, law.pointee.tableScale)
    }
  }

  /// Mean 1: what stationary Poisson processes are made of. Its law lives for ever.
  public nonisolated(unsafe) static let unitExponential: Sampler = {
    let law = UnsafeMutablePointer<Distribution>.allocate(capacity: 1)
    law.initialize(to: .unitExponential)
    return Sampler(law)
  }()

  /// A variate.
  @inlinable
  public func sample(_ draws: Draws) -> Double {
    guard let pieces else {
      var draws = draws
      return isConstant ? scale : law.pointee.sample(&draws)
    }
    return sample(word: draws.nextWord, pieces)
  }

  /// The variate that a word stands for, by inversion.
  public func sample(word: UInt64) -> Double { law.pointee.sample(word: word) }

  @inlinable @inline(__always)
  func sample(word: UInt64, _ pieces: UnsafePointer<QuantileTable.Piece>) -> Double {
    let place = QuantileTable.Place(word)
    guard let value = QuantileTable.value(place, in: pieces) else { return tail(place) }
    return value * scale
  }

  @usableFromInline @inline(never)
  func tail(_ place: QuantileTable.Place) -> Double {
    Distribution.finite(law.pointee.law.quantile(place))
  }
}
