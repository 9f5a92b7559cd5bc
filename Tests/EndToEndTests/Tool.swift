import Foundation
import Synchronization
import TestSupport
import Testing

/// The real executable, run as a process of its own.
struct Tool {
  /// The outcome of a process.
  struct Ending {
    /// The exit code, or 128 + the signal that ended it.
    let code: Int32
    let output: String
    let messages: String
  }

  /// The working directory.
  let folder: String
  var environment: [String: String] = [:]
  /// Instead of ``executable``.
  var copy: String?

  /// The executable beside the test bundle, where the package manager puts all products of one
  /// build.
  static let executable: String? = {
    let places =
      CommandLine.arguments.prefix(1).map { ($0 as NSString).deletingLastPathComponent }
      + [Bundle.main.bundlePath, (Bundle.main.bundlePath as NSString).deletingLastPathComponent]
      + ["release", "debug"].map { "\(projectRoot)/.build/\($0)" }
    return places.map { "\($0)/deliverysim" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()
}

// MARK: - Running

extension Tool {
  /// Runs the tool to its end.
  ///
  /// - Parameter secondsMax: a process that takes longer is killed, and the test fails.
  func run(
    _ arguments: String..., input: String = "", secondsMax: Double = 60
  ) throws -> Ending {
    try run(arguments, input: input, secondsMax: secondsMax)
  }

  func run(
    _ arguments: [String], input: String = "", secondsMax: Double = 60
  ) throws -> Ending {
    let running = try start(arguments, input: input)
    return try running.wait(secondsMax)
  }

  /// Starts the tool; the process ends when `wait` says so.
  func start(_ arguments: [String], input: String = "") throws -> Running {
    let executable = try unwrap(
      copy ?? Self.executable, "deliverysim is not beside the tests: run swift build first")
    return try Running(
      executable, arguments, folder: folder, environment: environment, input: input)
  }
}

// MARK: - A running process

/// A process, by `posix_spawn`: Foundation's `Process` has crashed at the start of one out of many
/// thousand. Files, not pipes, take what it writes, so that nothing it writes can block it.
final class Running {
  let processIdentifier: pid_t
  private let exit = Exit()
  private let streams: String
  private let arguments: [String]

  init(
    _ executable: String, _ arguments: [String], folder: String, environment: [String: String],
    input: String
  ) throws {
    self.arguments = arguments
    streams = NSTemporaryDirectory() + "deliverysim-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: streams, withIntermediateDirectories: true)
    try input.write(toFile: "\(streams)/in", atomically: false, encoding: .utf8)
    let variables = ["PATH": "/usr/bin:/bin", "HOME": folder].merging(environment) { $1 }
    processIdentifier = try Self.spawn(
      [executable] + arguments, variables.map { "\($0)=\($1)" }, folder, streams)
    exit.await(processIdentifier)
  }

  deinit {
    if isRunning { kill(processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: streams)
  }

  var isRunning: Bool { exit.status.withLock { $0 == nil } }

  func wait(_ secondsMax: Double) throws -> Tool.Ending {
    if exit.ended.wait(timeout: .now() + secondsMax) == .timedOut {
      kill(processIdentifier, SIGKILL)
      Issue.record("still running after \(secondsMax) s: \(arguments)")
      exit.ended.wait()
    }
    let status = try unwrap(exit.status.withLock { $0 })
    let signal = status & 0x7f
    return Tool.Ending(
      code: signal == 0 ? status >> 8 & 0xff : 128 + signal,
      output: try String(contentsOfFile: "\(streams)/out", encoding: .utf8),
      messages: try String(contentsOfFile: "\(streams)/err", encoding: .utf8))
  }

  private static func spawn(
    _ words: [String], _ variables: [String], _ folder: String, _ streams: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let new = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "\(streams)/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "\(streams)/out", new, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "\(streams)/err", new, 0o600)
    // The tests' own files are none of its business.
    _ = addCloseFrom(&actions, STDERR_FILENO + 1)
    _ = addChangeOfDirectory(&actions, folder)
    let (arguments, environment) = (words.map { strdup($0) }, variables.map { strdup($0) })
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    var code: Int32 = 0
    // A program that was just written is busy while a process of another test, not yet started,
    // still has the file open.
    for _ in 0..<100 {
      code = posix_spawn(
        &process, words[0], &actions, nil, arguments + [nil], environment + [nil])
      guard code == ETXTBSY else { break }
      usleep(10_000)
    }
    try #require(code == 0, "\(words[0]): \(String(cString: strerror(code)))")
    return process
  }
}

/// The ending of a process, once it has ended.
private final class Exit: Sendable {
  let status = Mutex<Int32?>(nil)
  let ended = DispatchSemaphore(value: 0)

  func await(_ process: pid_t) {
    Thread.detachNewThread { [self] in
      var found: Int32 = 0
      while waitpid(process, &found, 0) < 0, errno == EINTR {}
      status.withLock { [found] in $0 = found }
      ended.signal()
    }
  }
}

// Swift imports neither: the C library declares them for GNU sources only.

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeOfDirectory(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32
