import Files
import Foundation

/// The resources of the system that every command needs. They are asked for before anything else:
/// if the system refuses a thread later, Swift's libraries wait for ever.
enum Resources {
  /// Threads besides the main one: those of the tool's commands, of signals and of the pool.
  private static let threadCount = 3
  /// Files that are open at once in the shortest run, besides the standard streams.
  private static let fileCount = 9

  /// - Throws: `InputError` (71) that names the limit.
  static func check() throws(InputError) {
    if let code = openFiles() { throw failure("open files", "ulimit -n", code) }
    if let code = startThreads() { throw failure("threads", "ulimit -u, or ulimit -v", code) }
  }

  private static func failure(_ what: String, _ limit: String, _ code: Int32) -> InputError {
    InputError(
      Files.ExitCode.systemError,
      "the system grants too few \(what) (\(InputFile.reason(code))); see \(limit), and the limits "
        + "of a container")
  }

  /// Opens as many files as are needed, and closes them; nil: all is well.
  private static func openFiles() -> Int32? {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for _ in 0..<fileCount {
      let file = dup(STDIN_FILENO)
      if file < 0 { return errno }
      files.append(file)
    }
    return nil
  }

  /// Starts as many threads as are needed, all at once, and ends them; nil: all is well.
  private static func startThreads() -> Int32? {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    defer {
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    for _ in 0..<threadCount {
      let (code, thread) = startThread(waitingFor: gate)
      guard code == 0, let thread else { return code }
      threads.append(thread)
    }
    return nil
  }

  private static func startThread(
    waitingFor gate: UnsafeMutablePointer<pthread_mutex_t>
  ) -> (code: Int32, thread: pthread_t?) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, { Resources.wait(for: $0) }, gate)
    return (code, thread)
  }

  /// Waits until the gate opens.
  private static func wait(for gate: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
    pthread_mutex_lock(gate)
    pthread_mutex_unlock(gate)
    return nil
  }
}
