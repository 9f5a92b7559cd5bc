package import Files

extension Shard {
  /// A batch system that starts many jobs alike and tells each its number.
  private struct BatchSystem {
    let index: String
    /// The variable with the number of jobs; nil: the system does not say.
    let count: String?
    /// The number of the first job.
    let first: Int

    /// Slurm's numbers are the user's choice: `--array=1-N` is expected.
    static let all = [
      BatchSystem(index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_MAX", first: 1),
      BatchSystem(index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: 0),
      BatchSystem(index: "JOB_COMPLETION_INDEX", count: nil, first: 0),
    ]
  }

  /// Reads `--shard`: `2/3`, or `env` or `env/3` for the array index of Slurm, AWS Batch or a
  /// Kubernetes indexed job.
  ///
  /// - Throws: `InputError` (64).
  package init(parsing text: String, environment: [String: String]) throws(InputError) {
    guard text == "env" || text.hasPrefix("env/") else {
      self = try Shard(parsing: text)
      return
    }
    let found = BatchSystem.all.filter { environment[$0.index] != nil }
    guard found.count == 1, let system = found.first else {
      let names = (found.isEmpty ? BatchSystem.all : found).map(\.index).joined(separator: ", ")
      let problem = found.isEmpty ? "none of these variables is set" : "several variables are set"
      throw InputError(ExitCode.usage, "--shard \(text): \(problem): \(names)")
    }
    let count =
      text == "env"
      ? try Self.number(system.count, environment) : Self.count(in: text.dropFirst(4))
    // Fewer jobs than the largest number: an array with holes, such as --array=3,7.
    let jobs = try Self.number("SLURM_ARRAY_TASK_COUNT", environment)
    guard let count, text != "env" || system.first == 0 || jobs == count else {
      throw InputError(
        ExitCode.usage,
        "--shard \(text): the number of shards is missing; add it, such as env/8"
          + (text == "env" ? " (the environment does not give it)" : ""))
    }
    let index = (try Self.number(system.index, environment) ?? 0) - system.first + 1
    guard 1...count ~= index else {
      let last = count - 1 + system.first
      throw InputError(
        ExitCode.usage,
        "--shard \(text): found \(system.index)=\(index - 1 + system.first); "
          + "allowed: \(system.first) to \(last), since there are \(count) shards")
    }
    self.init(index: index, count: count)
  }

  private static func count(in text: Substring) -> Int? {
    Int(text).flatMap { 1...countMax ~= $0 ? $0 : nil }
  }

  /// Nil where the variable is not set.
  private static func number(
    _ name: String?, _ environment: [String: String]
  ) throws(InputError) -> Int? {
    guard let name, let text = environment[name] else { return nil }
    guard let number = Int(text), 0...countMax ~= number else {
      throw InputError(
        ExitCode.usage,
        "\(name): found \"\(Diagnostic.excerpt(text))\"; "
          + "allowed: a whole number, at most \(countMax)"
      )
    }
    return number
  }
}
