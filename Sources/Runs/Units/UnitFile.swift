import DeliverySim
package import Files
import Models
package import Scenarios

/// Finished units as lines of text, each after a checksum of its own: what checkpoints and shards
/// hold. A line that was damaged, cut off or copied from another run is told by its checksum, and
/// takes no other line with it.
package struct UnitFile: Sendable {
  /// The version of the lines' format: raised when that changes.
  package static let version = 2
  private static let checksumLength = 16

  /// Goes into every checksum: lines belong to one run.
  let runSHA256: String

  package init(runSHA256: String) { self.runSHA256 = runSHA256 }
}

extension UnitFile {
  /// A unit's line, with its end.
  func line(of result: UnitResult) -> [UInt8] {
    let line = result.line
    return checksum(of: line[...]) + line + [UInt8(ascii: "\n")]
  }

  /// 16 hexadecimal digits that show damage. A fingerprint is enough for that; SHA-256 would take a
  /// tenth of a small run's time.
  package func checksum(of line: ArraySlice<UInt8>) -> [UInt8] {
    var hash = Fingerprint(owner: UInt64(runSHA256.utf8.count))
    Array(runSHA256.utf8).withUnsafeBytes { hash.add($0) }
    line.withUnsafeBytes { hash.add($0) }
    let digits = Array(String(hash.value, radix: 16).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: Self.checksumLength - digits.count) + digits
  }

  /// The lines that are whole, in the file's order.
  ///
  /// - Returns: Also the number of those that are not.
  package func wholeLines(of bytes: [UInt8]) -> (lines: [ArraySlice<UInt8>], damagedCount: Int) {
    let all = bytes.split(separator: UInt8(ascii: "\n"))
    var whole = all.filter(isWhole)
    // A last line without its end may go on.
    if bytes.last != UInt8(ascii: "\n"), whole.last?.endIndex == bytes.endIndex {
      whole.removeLast()
    }
    return (whole, all.count - whole.count)
  }

  private func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.dropFirst(Self.checksumLength)
    return checksum(of: rest).elementsEqual(line.prefix(Self.checksumLength))
  }

  /// The result on a whole line.
  ///
  /// - Parameter file: The name to show in error messages.
  /// - Throws: `InputError` (65) when no run of this experiment can have written it: a checksum
  ///   can be made by anybody.
  package func result(
    of line: ArraySlice<UInt8>, _ experiment: Experiment, in file: String
  ) throws(InputError) -> UnitResult {
    let result = UnitResult(line: line.dropFirst(Self.checksumLength)) { point in
      experiment.simulated.indices.contains(point)
        ? experiment.simulated[point].scenario.frame : nil
    }
    do throws(BooksError) {
      guard let result, isPart(result.unit, of: experiment) else {
        throw BooksError(device: 0, what: "no unit of this run")
      }
      try result.checkSizes(replications: experiment.base.replications.max)
      try result.checkBooks(experiment.simulated[result.unit.point].scenario.frame)
      return result
    } catch {
      let unit = result.map {
        "\(experiment.placeName($0.unit.point)), strategy \($0.unit.strategy), replication "
          + "\($0.unit.replication): "
      }
      throw InputError(
        ExitCode.dataError,
        "\(file): an entry that this version has not written: \(unit ?? "")\(error.what)")
    }
  }

  private func isPart(_ unit: Unit, of experiment: Experiment) -> Bool {
    experiment.simulated.indices.contains(unit.point)
      && experiment.base.strategies.indices.contains(unit.strategy)
      && 0..<experiment.replicationsMax(atPoint: unit.point) ~= unit.replication
  }
}

extension Fingerprint {
  /// Adds all bytes, and how many there are.
  fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let size = MemoryLayout<UInt64>.size
    let end = bytes.count - bytes.count % size
    for place in stride(from: 0, to: end, by: size) {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      add(value: UInt64(littleEndian: word))
    }
    for byte in bytes[end...] { add(value: UInt64(byte)) }
    add(value: UInt64(bytes.count))
  }
}
