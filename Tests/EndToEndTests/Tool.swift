import Foundation
import TestSupport
import Testing

/// The real executable, run as a process of its own.
struct Tool {
  /// What a process has left behind.
  struct Ending {
    /// The exit code, or 128 + the signal that ended it.
    let code: Int32
    let output: String
    let messages: String
  }

  /// The working directory.
  let folder: String
  var environment: [String: String] = [:]

  /// Beside the test bundle, where the package manager puts all products of one build.
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
    let executable = try #require(
      Self.executable, "deliverysim is not beside the tests: run swift build first")
    return try Running(
      executable, arguments, folder: folder, environment: environment, input: input)
  }
}

// MARK: - A running process

/// Files, not pipes, take what it writes, so that nothing it writes can block it.
final class Running {
  let process = Process()
  private let ended = DispatchSemaphore(value: 0)
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
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder].merging(environment) { $1 }
    process.standardInput = FileHandle(forReadingAtPath: "\(streams)/in")
    process.standardOutput = try Self.file("\(streams)/out")
    process.standardError = try Self.file("\(streams)/err")
    process.terminationHandler = { [ended] _ in ended.signal() }
    try Self.starting.withLock { try process.run() }
  }

  /// Processes start one after another: on Linux, Foundation has crashed where two started at once.
  private static let starting = NSLock()

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: streams)
  }

  func wait(_ secondsMax: Double) throws -> Tool.Ending {
    if ended.wait(timeout: .now() + secondsMax) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      Issue.record("still running after \(secondsMax) s: \(arguments)")
      ended.wait()
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    return Tool.Ending(
      code: process.terminationStatus + (isSignal ? 128 : 0),
      output: try String(contentsOfFile: "\(streams)/out", encoding: .utf8),
      messages: try String(contentsOfFile: "\(streams)/err", encoding: .utf8))
  }

  private static func file(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try #require(FileHandle(forWritingAtPath: path))
  }
}
