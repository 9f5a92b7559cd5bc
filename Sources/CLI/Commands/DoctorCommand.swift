import ArgumentParser
import Files
import Runs

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Print what this machine has for the tool, and which commands cannot run.",
    discussion: """
      Prints versions, processors, memory, limits and Python with its packages.
      Ends with 0 where every command can run, else with 1: the line of a command
      says what it lacks.

      Examples:
        deliverysim doctor
      """)

  func run() async throws {
    try await withExitCodes {
      let doctor = Doctor()
      try Console.print(doctor.lines)
      guard doctor.allCanRun else { throw ExitCode(Files.ExitCode.failed) }
    }
  }
}
