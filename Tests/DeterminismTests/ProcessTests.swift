import Foundation
import TestSupport
import Testing

/// The tool as a user runs it: other processes, builds, locales, time zones and working
/// directories, same bytes.
///
/// `DELIVERYSIM_RELEASE` and `DELIVERYSIM_DEBUG` are the paths of the two builds of the tool; `make
/// test` sets them.
@Suite("Same bytes from every process")
struct ProcessTests {
  private struct Surroundings {
    let locale: String
    let timeZone: String
    let folder: String
    let threads: Int
  }

  private static let surroundings = [
    Surroundings(locale: "C", timeZone: "UTC", folder: "/", threads: 2),
    Surroundings(locale: "tr_TR.UTF-8", timeZone: "Asia/Kathmandu", folder: "/tmp", threads: 1),
    Surroundings(locale: "de_DE.UTF-8", timeZone: "America/St_Johns", folder: "/usr", threads: 3),
  ]

  @Test(
    "Two processes, debug and release, write what this process writes",
    arguments: ["DELIVERYSIM_RELEASE", "DELIVERYSIM_DEBUG"])
  func processes(variable: String) async throws {
    guard let tool = ProcessInfo.processInfo.environment[variable] else {
      print("skipped: \(variable) is not set to a build of the tool")
      return
    }
    let expected = try await Rich.tables()
    try withTemporaryFolder { folder in
      let scenario = folder + "/scenario.yml"
      try Rich.yaml.write(toFile: scenario, atomically: true, encoding: .utf8)
      for (number, surroundings) in Self.surroundings.enumerated() {
        let out = "\(folder)/\(number)"
        try run(tool, ["run", scenario, "--out", out, "--quiet"], surroundings)
        expect(
          try differing(csvFiles(in: out), expected).isEmpty, "\(tool), \(surroundings.locale)")
      }
    }
  }

  private func run(_ tool: String, _ arguments: [String], _ surroundings: Surroundings) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments + ["--threads", String(surroundings.threads)]
    process.currentDirectoryURL = URL(fileURLWithPath: surroundings.folder)
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = surroundings.locale
    environment["TZ"] = surroundings.timeZone
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    expect(process.terminationStatus, equals: 0)
  }
}
