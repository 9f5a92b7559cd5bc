import ArgumentParser
import Files
import Models
import Scenarios

/// Runs a command's body and turns what it throws into a message and the documented exit code.
func withExitCodes(_ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch let error as InputError {
    try end(error)
  } catch let error as BooksError {
    try end(InputError(error))
  }
}

private func end(_ error: InputError) throws -> Never {
  Console.error(error)
  throw ArgumentParser.ExitCode(error.exitCode)
}

/// Ends the command with a code that is no error: its message has been printed.
func endWith(_ code: Int32) throws {
  if code != Files.ExitCode.ok { throw ArgumentParser.ExitCode(code) }
}
