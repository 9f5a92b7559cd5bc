/// The inverse distribution function of a continuous law as cubic pieces: what a logarithm, a power
/// or an inverse error function costs is paid once for each piece instead of once for each variate.
///
/// Goals, in this order: the law itself, to 1e-7 of every quantile (tested against GSL's inverse
/// functions), with exact tails; one word per variate, descending with it, so that a changed
/// parameter keeps the coupling; speed.
///
/// Both ends of the unit interval are cut into pieces of equal length inside each power of two:
/// quantiles near an end change by a like factor from power to power. The last 2^-13 of each end
/// have no pieces; there the exact function is called.
@usableFromInline
final class QuantileTable: Sendable {
  /// Powers of two with pieces at each end, and pieces to a power.
  static let powers = 12
  static let piecesPerPower = 32
  @usableFromInline static let piecesPerEnd = powers * piecesPerPower
  /// The largest relative error of a quantile that is accepted.
  static let errorMax = 1e-7

  /// x(d) = c0 + d·(c1 + d·(c2 + d·c3)), d being the distance from the piece's start.
  @usableFromInline
  struct Piece {
    @usableFromInline var c0, c1, c2, c3: Double

    /// The polynomial in two halves that do not wait for each other.
    @inlinable @inline(__always)
    func value(_ distance: Double) -> Double {
      (c0 + distance * c1) + distance * distance * (c2 + distance * c3)
    }
  }

  /// The pieces of the long end, then those of the short end, each from the middle outwards.
  @usableFromInline nonisolated(unsafe) let pieces: UnsafePointer<Piece>

  /// - Parameters:
  ///   - long: The quantile that is exceeded with the given probability, 0 < p < 1/2.
  ///   - short: The quantile that is undercut with the given probability.
  /// - Returns: nil where the pieces miss a quantile by more than ``errorMax``.
  init?(long: (Double) -> Double, short: (Double) -> Double) {
    let places = UnsafeMutablePointer<Piece>.allocate(capacity: 2 * Self.piecesPerEnd)
    pieces = UnsafePointer(places)
    for index in 0..<Self.piecesPerEnd {
      guard let longPiece = Piece(index, long), let shortPiece = Piece(index, short) else {
        return nil
      }
      (places + index).initialize(to: longPiece)
      (places + Self.piecesPerEnd + index).initialize(to: shortPiece)
    }
  }

  deinit {
    pieces.deallocate()
  }

  /// The largest quantile that a piece gives.
  var valueMax: Double { pieces[Self.piecesPerEnd - 1].c0 }
}

extension QuantileTable {
  // MARK: Places in the unit interval

  /// The meaning of a word: which end of the unit interval, and how far from it.
  @usableFromInline
  struct Place {
    /// The distance in units of 2^-52, at least 1/2 and below 2^51.
    @usableFromInline let distance: Double
    /// 0 at the long end, 1 at the short one.
    @usableFromInline let end: Int

    @inlinable
    init(_ word: UInt64) {
      let top = word &>> 63
      // At the short end the distance counts from 1 downwards.
      let folded = (word ^ (0 &- top)) &>> 12
      distance = Double(Int64(bitPattern: folded)) + 0.5
      end = Int(top)
    }

    /// The probability, below 1/2.
    @usableFromInline var probability: Double { distance * 0x1p-52 }
  }

  /// The bits of a distance that name its power and the piece in it.
  @usableFromInline static var shift: UInt64 { 52 - 5 }

  /// The quantile at a place; nil in the tails.
  @inlinable @inline(__always)
  static func value(_ place: Place, in pieces: UnsafePointer<Piece>) -> Double? {
    let bits = place.distance.bitPattern
    let key = bits &>> shift
    // The topmost piece below 2^51 is piece 0.
    let top: UInt64 = (1023 + 51) &<< 5
    let index = Int(top &- 1 &- key)
    guard index < piecesPerEnd else { return nil }
    let piece = pieces[place.end &* piecesPerEnd &+ index]
    let distance = place.distance - Double(bitPattern: key &<< shift)
    return piece.value(distance)
  }
}

extension QuantileTable.Piece {
  // MARK: Making

  /// The cubic through four points of the piece, its ends among them.
  ///
  /// - Returns: nil when a point in between is missed.
  fileprivate init?(_ index: Int, _ quantile: (Double) -> Double) {
    let key = (UInt64(1023 + 51) << 5) - 1 - UInt64(index)
    let start = Double(bitPattern: key << QuantileTable.shift)
    let length = Double(bitPattern: (key + 1) << QuantileTable.shift) - start
    func exact(_ share: Double) -> Double { quantile((start + share * length) * 0x1p-52) }
    let (y0, y1, y2, y3) = (exact(0), exact(1.0 / 3), exact(2.0 / 3), exact(1))
    c0 = y0
    c1 = (-11 * y0 + 18 * y1 - 9 * y2 + 2 * y3) / (2 * length)
    c2 = (18 * y0 - 45 * y1 + 36 * y2 - 9 * y3) / (2 * length * length)
    c3 = 9 * (-y0 + 3 * y1 - 3 * y2 + y3) / (2 * length * length * length)
    guard [c0, c1, c2, c3].allSatisfy(\.isFinite) else { return nil }
    // Half-way between two points the error is largest.
    for share in [1.0 / 6, 1.0 / 2, 5.0 / 6] {
      let expected = exact(share)
      let error = abs(value(share * length) - expected)
      guard error <= QuantileTable.errorMax * expected else { return nil }
    }
  }
}
