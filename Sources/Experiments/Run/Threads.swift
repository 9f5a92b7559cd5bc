package import Files
import Foundation

/// How many threads work: as many as are wanted, else one per core.
///
/// - Throws: ``InputError`` (64) outside 1 ... 1024.
package func threadCount(_ wanted: Int?) throws(InputError) -> Int {
  guard let wanted else { return max(1, ProcessInfo.processInfo.activeProcessorCount) }
  guard 1...1024 ~= wanted else {
    throw InputError(ExitCode.usage, "--threads: found \(wanted); allowed: 1 to 1024")
  }
  return wanted
}
