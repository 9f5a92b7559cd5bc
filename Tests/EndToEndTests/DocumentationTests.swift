import Foundation
import TestSupport
import Testing

/// Whoever follows a page of the documentation gets what it says. Each page is followed from top
/// to bottom in a workspace that holds what a reader has: a checkout with its experiments and
/// published results, a scenario `my.yml`, logs `messages.csv` and `outages.csv`, and trials
/// `trials.csv`. Of its fenced blocks
///
/// - `sh`: every line is a command. `deliverysim` is run, in a shell, and ends with 0, or with N
///   where the fence says `sh exit=N`. `make` is not run, but its targets exist. Other programs
///   are not run either: then the fence says `sh unrun: why`. What `report` draws, `make
///   python-test` checks: no Python is started for it here. Pages whose commands simulate for
///   seconds have them run by `make nightly` alone.
/// - `yaml NAME`: a scenario, written to the file NAME; it is valid.
/// - `yaml part`: keys, laid over `my.yml` and the parts before it; valid as well.
/// - `swift`: stands in a file of Snippets, Sources or Tests/Library as it is.
/// - `python`: is run by `make python-test`, not here.
/// - `output`: lines that the commands of the last `sh` block have printed.
/// - `text`: what no command of the page prints in reasonable time; the only block that may say
///   anything.
///
/// Any other block is refused, so that none stays unchecked. In sentences `make X` names targets,
/// `deliverysim X --y` a command and its options, `--y` an option that some command has.
@Suite struct DocumentationTests {
  @Test(arguments: DocumentationPage.all)
  func whatAPageSaysIsTrue(page: DocumentationPage) throws {
    let check = try DocumentationCheck(page)
    try check.run()
    for complaint in check.complaints { Issue.record("\(complaint)") }
  }

  @Test func thePagesAreFound() {
    let paths = DocumentationPage.all.map(\.path)
    for path in ["README.md", "docs/reference/models/digest.md", "notebooks/statistics.ipynb"] {
      expect(paths.contains(path))
    }
  }

  /// Each of these has one mistake, which is told with the word beside it.
  @Test(
    arguments: [
      ("```\ndeliverysim handlers\n```", "no language"),
      ("```json\n{}\n```", "a block of json"),
      ("```sh\nrm -rf x\n```", "rm is not run"),
      ("```sh\nmake nonsense DIR=x  # y\n```", "no target nonsense"),
      ("```sh unrun: no reason\ndeliverysim validate no.yml\n```", "exit code 66"),
      ("```sh exit=1\ndeliverysim handlers\n```", "exit code 0"),
      ("```sh\ndeliverysim validate no.yml |\n  cat\n```", "exit code 66"),
      ("```yaml\nseed: 1\n```", "file's name"),
      ("```yaml part\nsead: 1\n```", "sead"),
      ("```yaml whole.yml\nseed: 1\n```", "duration"),
      ("```swift\nlet nonsense = 1\n```", "not in a file"),
      ("```sh\ndeliverysim handlers\n```\n```output\nnonsense\n```", "not printed: nonsense"),
      ("`make\nnonsense`", "no target nonsense"), ("`deliverysim rum my.yml`", "no such command"),
      ("`deliverysim validate --resume`", "`--resume`"), ("`--rezume`", "`--rezume`"),
    ])
  func mistakesAreFound(text: String, word: String) throws {
    let check = try DocumentationCheck(DocumentationPage(path: "page.md", text: text))
    try check.run()
    expect(check.complaints.count, equals: 1, "\(check.complaints)")
    expect(check.complaints.allSatisfy { $0.contains(word) }, "\(check.complaints)")
  }

  @Test func whatIsRightIsNotAMistake() throws {
    let text = """
      `make test`, `make`, `deliverysim`, `deliverysim run my.yml --seed 1`, `--resume`
      ```yaml part
      sweep: [{factor: rate, path: workload.arrivals.poisson.rate, values: [20/d, 40/d]}]
      ```
      ```yaml part
      sweep: []
      ```
      ```sh exit=66
      .build/release/deliverysim validate no.yml    # there is none
      ```
      ```sh unrun: nothing to see
      swift --version
      ```
      ```sh
      make report DIR=runs/x    # a target with a value
      deliverysim validate my.yml |
        grep seed
      ```
      ```output
      seed: 1
      ```
      """
    let check = try DocumentationCheck(DocumentationPage(path: "page.md", text: text))
    try check.run()
    expect(check.complaints, equals: [])
  }
}

extension Workspace {
  /// Writes the files that a reader of the documentation has.
  func furnishForReaders() throws {
    let files = FileManager.default
    for folder in [
      ".build/release", "draw/.venv/bin", "draw/deliverysim/report", "draw/deliverysim/explore",
    ] {
      try files.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    let executable = try unwrap(Tool.executable)
    try files.createSymbolicLink(
      atPath: "\(path)/.build/release/deliverysim", withDestinationPath: executable)
    try files.createSymbolicLink(
      atPath: "\(path)/results", withDestinationPath: "\(projectRoot)/results")
    try files.createDirectory(atPath: "\(path)/experiments", withIntermediateDirectories: false)
    for name in try files.contentsOfDirectory(atPath: "\(projectRoot)/experiments") {
      let (here, there) = ("\(path)/experiments/\(name)", "\(projectRoot)/experiments/\(name)")
      // Scenarios that are written extend one of these, which must not lie outside.
      if name == "calibrate-own" {
        try files.copyItem(atPath: there, toPath: here)
      } else {
        try files.createSymbolicLink(atPath: here, withDestinationPath: there)
      }
    }
    for name in ["report", "explore"] { try write("draw/deliverysim/\(name)/__main__.py", "") }
    try write("draw/.venv/bin/python", "#!/bin/sh\nexit 0\n")
    try files.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(path)/draw/.venv/bin/python")
    try write("my.yml", Self.readers)
    try write("trials.csv", "sent,received\n3,3\n10,4\n20,4\n")
    try writeLogs()
  }

  /// Small enough to be run on every page, with absences in which pushes get lost.
  private static let readers = """
    format: 1
    name: my
    seed: 1
    duration: 14d
    drain: 1d
    devices: 50
    replications: 4
    workload: {arrivals: {poisson: {rate: 20/d}}}
    push_service: {latency: {lognormal: {mean: 1.07s, cv: 0.6}}}
    network:
      online: {exponential: {mean: 4h}}
      offline: {weibull: {scale: 20m, shape: 0.6}}
    strategies: [fire-and-forget, gap-recovery]

    """

  /// Messages of four people every two hours or so, and when their phones were offline.
  private func writeLogs() throws {
    var random = SplitMix64(state: 1)
    var (messages, outages) = ("time,device\n", "start,end,device\n")
    for device in 0..<4 {
      var time = 0.0
      for _ in 0..<60 {
        time -= 7200 * log(random.uniform())
        messages += "\(time),\(device)\n"
      }
      time = 0
      for _ in 0..<20 {
        let start = time + 60 - 14_400 * log(random.uniform())
        time = start + 60 - 1800 * log(random.uniform())
        outages += "\(start),\(time),\(device)\n"
      }
    }
    try write("messages.csv", messages)
    try write("outages.csv", outages)
  }
}
