/// Runs `count` independent pieces of work on `threads` threads and hands their results over in
/// index order.
///
/// The only parallelism there is. Results are consumed in the order of their indices, so nothing
/// depends on which piece ends first; pieces start in index order, and never more than a few times
/// `threads` of them wait for their turn, so memory does not grow with `count`.
///
/// - Parameters:
///   - count: The number of pieces.
///   - threads: The number of pieces that run at once; at least 1.
///   - work: One piece; sees nothing but its index.
///   - consume: Takes piece 0, 1, 2, ... on the caller's side.
/// - Throws: The error of `work` or `consume`: of several, the one of the smallest index consumed
///   so far.
public func forEachInParallel<Result: Sendable>(
  count: Int, threads: Int,
  work: @escaping @Sendable (Int) throws -> Result,
  consume: (Int, Result) throws -> Void
) async throws {
  precondition(threads > 0, "at least one thread is needed")
  try await withThrowingTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
    var started = 0
    var consumed = 0
    var waiting: [Int: Swift.Result<Result, any Error>] = [:]
    func startMore() {
      while started < count, started - consumed - waiting.count < threads,
        started - consumed < 4 * threads
      {
        let index = started
        group.addTask { (index, Swift.Result { try work(index) }) }
        started += 1
      }
    }
    startMore()
    while consumed < count, let (index, result) = try await group.next() {
      waiting[index] = result
      while let next = waiting.removeValue(forKey: consumed) {
        try consume(consumed, next.get())
        consumed += 1
      }
      startMore()
    }
  }
}
