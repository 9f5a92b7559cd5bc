package import Files

/// The part of a run that is run here: `I/N` of `--shard`.
package struct Shard: Sendable, Equatable {
  /// The index, from 1.
  package let index: Int
  /// The run has this many shards; it is at least 1.
  package let count: Int

  /// - Precondition: `index` is from 1 to `count`.
  package init(index: Int, count: Int) {
    precondition(count >= 1 && 1...count ~= index, "a shard is 1 ... count")
    self.index = index
    self.count = count
  }

  /// Reads `2/3`; nil for anything else.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1],
      1...Self.countMax ~= count, 1...count ~= index
    else { return nil }
    // A sign is no part of it.
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "/") || 48...57 ~= $0 }) else { return nil }
    self.init(index: index, count: count)
  }

  /// Reads `2/3` from the command line.
  ///
  /// - Throws: `InputError` (64).
  init(parsing text: String) throws(InputError) {
    guard let shard = Shard(text) else {
      throw InputError(
        ExitCode.usage,
        "--shard: found \"\(Diagnostic.excerpt(text))\"; allowed: I/N with I from 1 to N, such as "
          + "2/3, and N at most \(Self.countMax); or env, or env/N")
    }
    self = shard
  }

  /// A run has at most this many shards.
  package static let countMax = 100_000

  /// Checks how many shards there are to be; nil: none.
  ///
  /// - Throws: `InputError` (64).
  package static func checkCount(_ count: Int?) throws(InputError) -> Int? {
    guard let count, !(1...countMax ~= count) else { return count }
    throw InputError(ExitCode.usage, "--shards: found \(count); allowed: 1 to \(countMax)")
  }

  /// It is written as for `--shard`, such as `2/3`.
  package var text: String { "\(index)/\(count)" }
}
