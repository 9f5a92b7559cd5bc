import DeliverySim
import TestSupport
import Testing

/// All parts of the address of a variate.
private struct Address {
  var seed: UInt64 = 0x0123_4567_89AB_CDEF
  var replication = 0x00AB_CDEF
  var purpose: UInt8 = 0x12
  var device = 0x0A0B_0C0D
  var index: UInt32 = 0xDEAD_BEEF
  var copy = 200
  var attempt = 3000

  var draws: Draws {
    RandomSource(seed: seed, replication: replication)
      .stream(purpose: purpose, device: device)
      .draws(index: index, copy: copy, attempt: attempt)
  }

  func words(_ count: Int) -> [UInt64] {
    var draws = draws
    return (0..<count).map { _ in draws.word() }
  }
}

/// The layout as docs/explanation/determinism.md defines it: a block has a word for each of two
/// neighbouring indices.
private func definedWord(_ number: Int, _ address: Address) -> UInt64 {
  let draw = UInt32(number + address.attempt * 4096)
  let block = Philox.block(
    counter: (
      draw | UInt32(address.copy) << 24, address.index / 2, UInt32(address.device),
      UInt32(address.replication) << 8 | UInt32(address.purpose)
    ),
    key: (UInt32(address.seed & 0xFFFF_FFFF), UInt32(address.seed >> 32)))
  return address.index % 2 == 0
    ? UInt64(block.1) << 32 | UInt64(block.0) : UInt64(block.3) << 32 | UInt64(block.2)
}

@Suite("Layout of the random streams, version 3")
struct RandomStreamTests {
  @Test("The layout tested here is the one in force")
  func version() {
    expect(RandomSource.layoutVersion, equals: 3)
    expect(RandomSource.replicationLimit, equals: 16_777_216)
    expect(RandomStream.copyLimit, equals: 256)
    expect(RandomStream.attemptLimit, equals: 4096)
  }

  /// Expected words: the layout over a Philox written in another language from the paper, which
  /// returns the published vectors. They change only together with `layoutVersion`.
  @Test("Golden words: address -> words")
  func golden() {
    let zero = Address(
      seed: 0, replication: 0, purpose: 0, device: 0, index: 0, copy: 0, attempt: 0)
    expect(
      zero.words(4),
      equals: [
        0xE169_C58D_6627_E8D5, 0x5CB2_00DB_F8E4_CCA4, 0x51C7_32A6_04FA_A329,
        0x6A44_74A6_C990_EF29,
      ])
    expect(
      Address().words(5),
      equals: [
        0x0273_2CAC_ADA8_856A, 0x00DA_EB99_F697_ADEF, 0x4B74_3D25_9D36_4F59,
        0x73AE_8C69_BA78_B6BE, 0x0D5E_C8D2_1276_CE2F,
      ])
    let last = Address(
      seed: .max, replication: 1 << 24 - 1, purpose: .max, device: 1 << 32 - 1, index: .max,
      copy: 255, attempt: 4095)
    expect(
      last.words(4),
      equals: [
        0x7664_7B40_6A28_7A82, 0xBE2C_70D2_0738_311D, 0x37F4_393A_E888_6656,
        0x54F7_F5A1_4CFD_D17B,
      ])
  }

  @Test("Every word is the one that the definition names")
  func definition() {
    for attempt in [0, 1, 4094] {
      for copy in [0, 1, 255] {
        for index in [0, 1, 0xDEAD_BEEE, 0xDEAD_BEEF] as [UInt32] {
          var address = Address()
          (address.attempt, address.copy, address.index) = (attempt, copy, index)
          expect(address.words(101), equals: (0..<101).map { definedWord($0, address) })
        }
      }
    }
  }

  @Test("Attempt a starts at draw a · 4096 of the same copy")
  func attempts() {
    var address = Address()
    address.attempt = 0
    let words = address.words(2 * 4096 + 4)
    address.attempt = 1
    expect(address.words(4), equals: Array(words[4096..<4100]))
    address.attempt = 2
    expect(address.words(4), equals: Array(words[8192..<8196]))
  }

  /// Distinct with probability 1 - 2e-15 under the hypothesis of random words.
  @Test("Every bit of every part of the address counts")
  func everyBitCounts() {
    let base = Address()
    var all = [base]
    func add(_ bits: Int, _ change: (inout Address, Int) -> Void) {
      for bit in 0..<bits {
        var address = base
        change(&address, bit)
        all.append(address)
      }
    }
    add(64) { $0.seed ^= 1 << UInt64($1) }
    add(24) { $0.replication ^= 1 << $1 }
    add(8) { $0.purpose ^= 1 << UInt8($1) }
    add(32) { $0.device ^= 1 << $1 }
    add(32) { $0.index ^= 1 << UInt32($1) }
    add(8) { $0.copy ^= 1 << $1 }
    add(12) { $0.attempt ^= 1 << $1 }
    expect(Set(all.flatMap { $0.words(2) }).count, equals: 2 * all.count)
  }

  @Test("Drawing from one variate moves no other")
  func independence() {
    let stream = RandomSource(seed: 7, replication: 3).stream(purpose: 9, device: 11)
    var second = stream.draws(index: 5)
    let alone = (0..<10).map { _ in second.word() }
    var first = stream.draws(index: 4)
    var interleaved = stream.draws(index: 5)
    let together = (0..<10).map { _ in
      for _ in 0..<37 { _ = first.word() }
      return interleaved.word()
    }
    expect(together, equals: alone)
  }

  @Test("What has no numbers of its own is refused")
  func limits() async {
    await #expect(processExitsWith: .failure) {
      _ = RandomSource(seed: 1, replication: 1 << 24)
    }
    await #expect(processExitsWith: .failure) {
      _ = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 0)
        .draws(index: 0, copy: 256)
    }
    await #expect(processExitsWith: .failure) {
      _ = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 0)
        .draws(index: 0, attempt: 4096)
    }
    await #expect(processExitsWith: .failure) {
      _ = RandomSource(seed: 1, replication: 0).stream(purpose: 0, device: 1 << 32)
    }
  }
}
