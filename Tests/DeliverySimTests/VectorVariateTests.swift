import CVariates
import DeliverySim
import Foundation
import TestSupport
import Testing

/// Vector registers make the same variates as one by one, to the last bit.
@Suite("Variates in vector registers")
struct VectorVariateTests {

  private static let edges: [UInt32] = [0, 1, 1 << 31, .max - 1, .max]

  /// Places with every edge in every part, and others.
  private static let places: [variates_place] = {
    var random = SplitMix64(state: 12)
    func any() -> UInt32 {
      random.below(3) == 0
        ? edges[random.below(5)] : UInt32(truncatingIfNeeded: random.word())
    }
    return (0..<500).map { _ in
      variates_place(
        draw: any(), pair: any(), device: any(), tag: any(),
        key: UInt64(any()) << 32 | UInt64(any()))
    }
  }()

  private static func expectedWords(_ place: variates_place) -> [UInt64] {
    (0..<8 as Range<UInt32>).flatMap { block in
      let (w0, w1, w2, w3) = Philox.block(
        counter: (place.draw, place.pair &+ block, place.device, place.tag),
        key: (UInt32(truncatingIfNeeded: place.key), UInt32(place.key >> 32)))
      return [UInt64(w1) << 32 | UInt64(w0), UInt64(w3) << 32 | UInt64(w2)]
    }
  }

  @Test("Words are those of Philox")
  func words() {
    for make in [variates_words, variates_words_portable] {
      for var place in Self.places {
        var words = [Double](repeating: 0, count: 16)
        make(&place, &words)
        expect(words.map(\.bitPattern), equals: Self.expectedWords(place))
      }
    }
  }

  private static let piecesPerEnd = 12 * 32

  /// Four coefficients for each piece of both ends.
  private static let table: [Double] = {
    var random = SplitMix64(state: 13)
    return (0..<8 * piecesPerEnd).map { place in
      // Distances reach 2^46; each power adds about as much as the one before.
      (Double(random.word() >> 12) + 0.5) * 0x1p-52 / pow(0x1p46, Double(place % 4))
    }
  }()

  /// The quantile of a word, by the description of `QuantileTable`; nil in a tail.
  private static func quantile(_ word: UInt64) -> Double? {
    let isShort = word >> 63 == 1
    let distance = Double((isShort ? ~word : word) >> 12) + 0.5
    let piece = Int((distance.significand - 1) * 32)
    let place = (50 - Int(distance.exponent)) * 32 + 31 - piece
    guard place < piecesPerEnd else { return nil }
    let start = (1 + Double(piece) / 32) * distance.exponentValue
    let row = 4 * (place + (isShort ? piecesPerEnd : 0))
    let (d, c) = (distance - start, table[row..<row + 4])
    return (c[row] + d * c[row + 1]) + d * d * (c[row + 2] + d * c[row + 3])
  }

  /// - Parameter body: Gets a place and its quantiles; nil: some lie in a tail of the table.
  private func forEachBlock(_ body: (inout variates_place, [Double]?) -> Void) {
    for var place in Self.places {
      let quantiles = Self.expectedWords(place).map(Self.quantile)
      body(&place, quantiles.contains(nil) ? nil : quantiles.compactMap(\.self))
    }
  }

  private static let scales = [1, 1e-6, 3.7e9, 1e300]

  @Test("Variates are the quantiles of these words; tails are reported")
  func quantiles() {
    for make in [variates_quantiles, variates_quantiles_portable] {
      forEachBlock { place, expected in
        var values = [Double](repeating: 0, count: 16)
        expect(make(&place, Self.table, 3, &values) == (expected == nil))
        if let expected { expect(values, equals: expected.map { $0 * 3 }) }
      }
    }
  }

  @Test("Spans are these variates in whole microseconds, at most the latest time")
  func spans() {
    for make in [variates_spans, variates_spans_portable] {
      for scale in Self.scales {
        forEachBlock { place, expected in
          var spans = [Int64](repeating: 0, count: 16)
          expect(make(&place, Self.table, scale, &spans) == (expected == nil))
          guard let expected else { return }
          expect(spans, equals: expected.map { SimTime(seconds: $0 * scale).microseconds })
        }
      }
    }
  }

  @Test("Half microseconds, the latest time and beyond, nothing and less are rounded alike")
  func rounding() {
    // The sum swallows what comes after a large one.
    let small = [0.5e-6, 0.4999999999999999e-6, 1e-6, 1.5e-6, 0.25e-6, 0, 1e-300, 0.1]
    let large = [1, 1.0 / 3, 1e3, 7, -9e2, 2_251_799_813.685247, 0.5, 1e300]
    let poissons = [variates_poisson, variates_poisson_portable]
    expect(PoissonClock.blockSize, equals: Int(VARIATES_COUNT))
    for (make, units) in poissons.flatMap({ [($0, small + large), ($0, small.reversed() + small)] })
    {
      for rate in [1.0, 1e-3, 1e6, 0, .leastNonzeroMagnitude] {
        var times = [Int64](repeating: 0, count: 16)
        var time = 0.0
        make(units, rate, &time, &times)
        var clock = PoissonClock(rate: rate)
        expect(times, equals: units.map { SimTime(seconds: clock.next($0)).microseconds })
      }
    }
  }

  @Test("A buffer gives variates to the end of a block", arguments: [false, true])
  func samples(keepsAll: Bool) {
    let stream = RandomSource(seed: 4, replication: 1).stream(purpose: 9, device: 3)
    let sampler = Sampler.unitExponential
    var buffer = VariateBuffer(keepsAll: keepsAll)
    for index in [1, 17, 40, 3, 255] as [UInt32] {
      let expected = (index..<(index | 15) + 1).map { sampler.sample(stream.draws(index: $0)) }
      let samples = buffer.samples(sampler, stream, from: index)
      expect((0..<expected.count).map { samples[$0] }, equals: expected)
    }
  }

  @Test("A buffer gives spans one by one and to the end of a block, of every kind of law")
  func buffers() {
    var arena = PlanArena()
    let laws = ContinuousLaw.all.map(\.law) + [law(.constant(value: 2)), .zero]
    let stream = RandomSource(seed: 4, replication: 1).stream(purpose: 9, device: 2)
    for (law, keepsAll) in laws.flatMap({ [($0, false), ($0, true)] }) {
      let sampler = arena.sampler(law)
      var buffer = VariateBuffer(keepsAll: keepsAll)
      for index in [0, 5, 8, 3, 64, 71] as [UInt32] {
        let expected = (index..<(index | 15) + 1).map {
          SimTime(seconds: sampler.sample(stream.draws(index: $0)))
        }
        expect(buffer.span(sampler, stream, index: index), equals: expected[0])
        let spans = buffer.spans(sampler, stream, from: index)
        expect((0..<expected.count).map { spans[$0] }, equals: expected)
        expect(
          buffer.span(sampler, stream, index: index | 15), equals: expected[expected.count - 1])
      }
    }
  }
}

extension Double {
  /// 2 to the exponent.
  fileprivate var exponentValue: Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}
