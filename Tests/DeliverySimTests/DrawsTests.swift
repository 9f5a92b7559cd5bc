import DeliverySim
import Statistics
import TestSupport
import Testing

@Suite("Draws")
struct DrawsTests {
  @Test("Uniform numbers lie strictly between 0 and 1, even from a generator that is stuck")
  func uniformIsOpen() {
    var (zeros, ones) = (Draws(stuckAt: 0), Draws(stuckAt: .max))
    expect(zeros.uniform(), equals: 0x1p-53)
    expect(ones.uniform(), equals: 1 - 0x1p-53)
    expect((0..<10).allSatisfy { _ in zeros.word() == 0 && ones.word() == .max })
  }

  @Test("A probability lies in 0 ... 1")
  func probability() {
    expect(Probability(0), equals: .zero)
    expect(Probability(1), equals: .one)
    expect(Probability(0.25)?.value, equals: 0.25)
    for value in [-0.001, 1.001, .infinity, -.infinity, .nan] {
      expect(Probability(value) == nil)
    }
  }

  @Test("What is certain draws nothing; what is not draws one word")
  func certainty() throws {
    let fresh = RandomSource(seed: 1, replication: 0).stream(purpose: 1, device: 1)
      .draws(index: 0)
    var (draws, reference) = (fresh, fresh)
    let impossible = draws.happens(.zero)
    let certain = draws.happens(.one)
    expect(!impossible && certain)
    expect(draws.word(), equals: reference.word())

    let third = try unwrap(Probability(1.0 / 3))
    _ = draws.happens(third)
    _ = reference.word()
    expect(draws.word(), equals: reference.word())
  }

  /// False alarm 1e-6 over the table.
  @Test("An event happens with its probability")
  func happens() throws {
    let chances = [1e-3, 0.25, 0.5, 0.9]
    let trials = 200_000
    for (purpose, chance) in chances.enumerated() {
      let probability = try unwrap(Probability(chance))
      let stream = RandomSource(seed: 2, replication: 0)
        .stream(purpose: UInt8(purpose), device: 1)
      let count = (0..<UInt32(trials)).count { index in
        var draws = stream.draws(index: index)
        return draws.happens(probability)
      }
      let p = Binomial.twoSidedP(count, trials: trials, probability: chance)
      expect(
        p > 1e-6 / Double(chances.count),
        "expected \(chance), observed \(Double(count) / Double(trials)), p = \(p)")
    }
  }

  @Test("The bounds of a choice are reached and never passed")
  func choiceIsBounded() async {
    for count in [1, 2, 3, 1000, 1 << 40, .max] {
      var (zeros, ones) = (Draws(stuckAt: 0), Draws(stuckAt: .max))
      let (least, greatest) = (zeros.below(count), ones.below(count))
      expect((0..<count).contains(least) && (0..<count).contains(greatest))
      // A double has fewer values than the largest integer.
      if count < .max { expect(least == 0 && greatest == count - 1) }
    }
    await #expect(processExitsWith: .failure) {
      var draws = Draws(stuckAt: 0)
      _ = draws.below(0)
    }
  }

  /// False alarm 1e-6 over the table.
  @Test("A choice is fair")
  func choiceIsFair() {
    let sizes = [2, 3, 7, 64]
    for size in sizes {
      var draws = RandomSource(seed: 3, replication: 0).stream(purpose: 1, device: size)
        .draws(index: 0)
      var observed = [Double](repeating: 0, count: size)
      for _ in 0..<100_000 { observed[draws.below(size)] += 1 }
      let expected = [Double](repeating: 100_000 / Double(size), count: size)
      let p = GoodnessOfFit.chiSquare(observed: observed, expected: expected)
      expect(p > 1e-6 / Double(sizes.count), "one of \(size): p = \(p)")
    }
  }
}
