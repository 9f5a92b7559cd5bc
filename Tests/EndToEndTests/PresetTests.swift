import Files
import Foundation
import Scenarios
import TestSupport
import Testing

/// `init`, and presets as a base.
@Suite struct PresetTests {
  @Test(
    "Each preset is a scenario that runs, whatever its name on the command line",
    arguments: Preset.allCases)
  func runs(_ preset: Preset) throws {
    let workspace = try Workspace()
    let written = try workspace.tool.run(["init", preset.rawValue, "--out", "my.yml"])
    expect(written.code == 0 && written.output.isEmpty, "\(written)")
    try expect(workspace.tool.run(["init", preset.rawValue]).output, equals: preset.text)
    let run = try workspace.tool.run(
      [
        "run", "my.yml", "--replications", "2", "--set", "devices=20", "--set", "duration=9d",
        "--quiet",
      ])
    expect(run.code, equals: 0, "\(run.messages)")
    // It replaces nothing unless it is told to.
    try expect(workspace.tool.run(["init", preset.rawValue, "--out", "my.yml"]).code, equals: 73)
    try expect(
      workspace.tool.run(["init", preset.rawValue, "--out", "my.yml", "--force"]).code, equals: 0)
  }

  @Test("No preset compares a strategy with itself", arguments: Preset.allCases)
  func differs(_ preset: Preset) {
    guard preset.text.contains("foreground-sync") else { return }
    expect(preset.text.contains("sync_on_opening: false"))
  }

  @Test(arguments: ["a", "-", "*", "./b"])
  func anyNameWillDo(name: String) throws {
    let workspace = try Workspace()
    try expect(workspace.tool.run(["init", "mail", "--out", name]).code, equals: 0)
    expect(workspace.exists(name))
  }

  @Test("A scenario is laid over a preset", arguments: Preset.allCases)
  func laidOver(_ preset: Preset) throws {
    let workspace = try Workspace()
    try workspace.write("own.yml", "extends: \(preset.rawValue)\nseed: 77\nwarmup: 3d\n")
    try workspace.write("preset.yml", preset.text)
    let own = try workspace.tool.run(["validate", "own.yml"])
    let base = try workspace.tool.run(["validate", "preset.yml"])
    expect(own.code == 0 && base.code == 0, "\(own.messages)")
    let expected = base.output.replacing("\nseed: 1\n", with: "\nseed: 77\n")
      .replacing("\nwarmup: 7d\n", with: "\nwarmup: 3d\n")
    expect(own.output, equals: expected)
  }

  @Test("An unknown preset is an error of usage that names those there are")
  func unknown() throws {
    let workspace = try Workspace()
    let answer = try workspace.tool.run(["init", "mial"])
    expect(answer.code, equals: 64)
    expect(answer.messages.contains("mail") && answer.messages.contains("messenger"))
  }

  @Test("The tool alone in an empty folder has its presets, and runs them")
  func alone() throws {
    let workspace = try Workspace()
    let (executable, copy) = (try unwrap(Tool.executable), "\(workspace.path)/deliverysim")
    try FileManager.default.copyItem(atPath: executable, toPath: copy)
    let tool = Tool(folder: workspace.path, copy: copy)
    for preset in Preset.allCases {
      try expect(tool.run(["init", preset.rawValue, "--out", "\(preset).yml"]).code, equals: 0)
      let run = try tool.run(
        ["run", "\(preset).yml", "--replications", "1", "--set", "devices=2", "--quiet"])
      expect(run.code, equals: 0, "\(run.messages)")
    }
  }

  @Test("Each file of presets has a case, whose name it has")
  func files() throws {
    let folder = "\(projectRoot)/Sources/Scenarios/Presets"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    expect(Set(files), equals: Set(Preset.allCases.map { "\($0.rawValue).yml" }))
    for preset in Preset.allCases {
      let text = try String(contentsOfFile: "\(folder)/\(preset.rawValue).yml", encoding: .utf8)
      expect(preset.text, equals: text)
    }
  }

  /// The same network, provider and people: only the kind of app tells them apart. How often a
  /// notification is tapped, and so how often one is removed, depends on that kind.
  @Test(
    "Presets of iPhones write alike what they share", arguments: [Preset.messenger, .marketing])
  func shared(_ preset: Preset) throws {
    let (tree, mail) = (
      try ConfigNode.parse(yaml: preset.text, file: "preset"),
      try ConfigNode.parse(yaml: Preset.mail.text, file: "preset")
    )
    for section in ["provider", "push_service", "network", "extension", "telemetry"] {
      expect(tree[section] != nil && tree[section] == mail[section], "\(section)")
    }
    for key in ["sees", "asleep", "pickups"] {
      let value = tree["user"]?[key]
      expect(value != nil && value == mail["user"]?[key], "\(key)")
    }
  }
}
