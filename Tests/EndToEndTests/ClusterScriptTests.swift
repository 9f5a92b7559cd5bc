import Foundation
import TestSupport
import Testing

/// The scripts of `experiments/cluster` are run with a tool that prints its arguments.
@Suite struct ClusterScriptTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("tool", "#!/bin/sh\necho \"$SWIFT_BACKTRACE $1\" >> seen\n")
    chmod("\(workspace.path)/tool", 0o755)
  }

  private static let folder = "\(projectRoot)/experiments/cluster"

  private func run(
    _ program: String, _ words: [String], _ environment: [String: String] = [:]
  ) throws {
    let ending = try Running(
      program, words, folder: workspace.path, environment: environment, input: ""
    ).wait(60)
    expect(ending.code, equals: 0, "\(ending.messages)")
  }

  /// Snakemake itself is not needed for that: `make test-cluster` runs the pipeline.
  @Test func thePipelineSwitchesTheBacktracerOff() throws {
    let pipeline = try String(contentsOfFile: "\(Self.folder)/Snakefile", encoding: .utf8)
    expect(pipeline.contains("export SWIFT_BACKTRACE=${{SWIFT_BACKTRACE:-enable=no}}; "))
  }

  @Test func daskSwitchesTheBacktracerOff() throws {
    // This module has as much of Dask as a single task needs.
    try workspace.write(
      "distributed.py",
      """
      class Worker: address = "here"
      def get_worker(): return Worker()
      Client = LocalCluster = as_completed = None

      """)
    let task = "import dask_run; print(dask_run.run_shard(['\(workspace.path)/tool', 'run']))"
    try run(
      "/usr/bin/env", ["python3", "-c", task],
      ["PYTHONPATH": "\(Self.folder):\(workspace.path)", "PYTHONDONTWRITEBYTECODE": "1"])
    try expect(workspace.read("seen"), equals: "enable=no run\n")
  }

  @Test func kubernetesSwitchesTheBacktracerOff() throws {
    let job = try String(contentsOfFile: "\(Self.folder)/kubernetes-job.yml", encoding: .utf8)
    expect(job.contains("- {name: SWIFT_BACKTRACE, value: enable=no}"))
  }
}
