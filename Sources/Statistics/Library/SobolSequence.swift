// Goals, in order: the points of the literature; none of them on the edge once they are shifted.
//
// Source: I. M. Sobol', "On the distribution of points in a cube and the approximate evaluation of
// integrals", USSR Computational Mathematics and Mathematical Physics 7 (1967) 86-112, in the order
// of I. A. Antonov and V. M. Saleev (1979); GNU Scientific Library 2.7, "Quasi-Random Sequences".

internal import CGSL

/// Points that fill a cube more evenly than random ones, best if their number is a power of two.
public enum SobolSequence {
  /// GSL has direction numbers for so many; it does not refuse more.
  public static let dimensionMax = 40

  /// The first points, as fractions of 2³⁰: the origin first, which GSL leaves out.
  ///
  /// - Parameters:
  ///   - count: at least 1 and below 2³⁰.
  ///   - dimension: 1 to ``dimensionMax``.
  /// - Returns: The coordinates by point, then dimension; each below 2³⁰.
  public static func points(_ count: Int, dimension: Int) -> [[UInt32]] {
    precondition(1...dimensionMax ~= dimension, "GSL has 40 dimensions")
    precondition(1..<(1 << bits) ~= count, "the sequence has 2³⁰ points")
    guard let generator = GSL.call({ cgsl_sobol_alloc(UInt32(dimension)) }) else {
      preconditionFailure("no memory for a generator of Sobol's points")
    }
    defer { gsl_qrng_free(generator) }
    var point = [Double](repeating: 0, count: dimension)
    return (0..<count).map { number in
      if number > 0 { gsl_qrng_get(generator, &point) }
      return point.map { UInt32($0 * Double(1 << bits)) }
    }
  }

  /// The bits of each coordinate.
  public static let bits = 30
}
