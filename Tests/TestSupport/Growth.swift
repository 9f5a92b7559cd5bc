import Foundation

/// The ratio of the costs of four times the work and of the work: 4 when the cost is linear, 16
/// when it is quadratic.
///
/// It is the CPU time of this thread, of each size the least of three tries: other work on the
/// machine only adds to it.
///
/// - Parameters:
///   - size: The size of the smaller work, so large that constant costs do not count.
///   - work: The work, given its size.
package func growth(from size: Int, _ work: (Int) throws -> Void) throws -> Double {
  func cost(_ size: Int) throws -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      let start = threadSeconds()
      try work(size)
      least = min(least, threadSeconds() - start)
    }
    return least
  }
  return try cost(4 * size) / cost(size)
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
