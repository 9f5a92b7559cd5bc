import Foundation
import TestSupport
import Testing

/// What the scripts of `experiments/cluster` tell the tool, seen by a tool that prints it.
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

  @Test func slurmSwitchesTheBacktracerOff() throws {
    let job = [
      "SLURM_JOB_ID": "1", "SHARDS": "2", "SCENARIO": "tiny.yml", "OUT": "out",
      "DELIVERYSIM": "\(workspace.path)/tool",
    ]
    let script = "\(Self.folder)/slurm.sbatch"
    try run("/bin/bash", [script], job.merging(["SLURM_ARRAY_TASK_ID": "1"]) { $1 })
    try expect(workspace.read("seen"), equals: "enable=no run\n")
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/out.shards", withIntermediateDirectories: true)
    try run("/bin/bash", [script], job)
    try expect(workspace.read("out.shards/seen"), equals: "enable=no merge\n")
    // Who wants to see a backtrace may.
    let own = ["SLURM_ARRAY_TASK_ID": "1", "SWIFT_BACKTRACE": "enable=yes"]
    try run("/bin/bash", [script], job.merging(own) { $1 })
    try expect(workspace.read("seen"), equals: "enable=no run\nenable=yes run\n")
  }

  @Test func daskSwitchesTheBacktracerOff() throws {
    // As much of Dask as a single task needs.
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
    #expect(job.contains("- {name: SWIFT_BACKTRACE, value: enable=no}"))
  }
}
