import Foundation
import TestSupport
import Testing

/// `check` as CI uses it: exit codes, what is printed, the JUnit file, and what is refused.
@Suite struct CheckCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "old")
  }

  private func check(_ options: String...) throws -> Tool.Ending {
    let metrics = options.contains("--metric") ? [] : ["--metric", "all"]
    return try workspace.tool.run(["check", "new", "--baseline", "old"] + metrics + options)
  }

  private func lastLine(_ text: String) -> Substring { text.split(separator: "\n").last ?? "" }

  // MARK: Verdicts

  @Test func anUnchangedTreePassesWithFewerReplicationsToo() throws {
    for count in ["2", "3", "5"] {
      _ = try workspace.runTiny(into: "new", "--quiet", "--force", "--replications", count)
      let ending = try check()
      expect(ending.code == 0 && ending.messages == "", "\(ending)")
      let pairs = min(3, Int(count) ?? 0) * 4
      let same = """

        fingerprints: the same in all \(pairs) replications
        92 pass, 0 fail, 0 inconclusive

        """
      expect(ending.output, hasSuffix: same)
      expect(ending.output.contains("answer: Choose gap-recovery"), equals: count == "3")
      expect(ending.output.contains("answer before: Choose gap-recovery"), equals: count != "3")
    }
  }

  @Test func aDeliberateChangeFails() throws {
    try workspace.lay(in: "new", "--set", "provider.link.loss=0.2")
    let ending = try check()
    expect(ending.code, equals: 1)
    expect(ending.output, contains: "\nfail:\n")
    expect(
      try #/\d+ pass, [1-9]\d* fail, \d+ inconclusive/#.wholeMatch(in: lastLine(ending.output))
        != nil)
    expect(ending.output, contains: "provider.link.loss")
    for line in ending.output.split(separator: "\n") { expect(line.count <= 80, "\(line)") }
  }

  /// A strategy that does something else under its old name: the others are still the same.
  @Test func aStrategysChangeIsItsOwn() throws {
    _ = try workspace.runTiny(
      into: "new", "--quiet", "--set", "strategies.gap-recovery.repeat_limit=0")
    let ending = try check()
    expect(ending.code != 0)
    expect(!ending.output.contains("), fire-and-forget: "))
    let heading = """
      design point 0 (offline_mean 1200), gap-recovery: 3 replications, paired with
        the baseline's (first difference: strategies.gap-recovery.repeat_limit)

      """
    expect(ending.output.contains(heading), "\(ending.output)")
    let end = """
      fingerprints: the same in all 6 replications; different, because the scenarios
        differ (first difference for gap-recovery:
        strategies.gap-recovery.repeat_limit)

      """
    expect(ending.output.contains(end), "\(ending.output)")
  }

  @Test func aSmallChangeAndFewReplicationsAreInconclusive() throws {
    try workspace.lay(in: "new", "--set", "provider.link.loss=0.052")
    let ending = try check("--metric", "deliverability")
    expect(ending.code, equals: 3)
    expect(ending.output.contains("\ninconclusive:\n") && !ending.output.contains("\nfail:\n"))
    expect(
      try #/\d+ pass, 0 fail, [1-9]\d* inconclusive/#.wholeMatch(in: lastLine(ending.output)) != nil
    )
  }

  /// Another version of the tool, played by a forged file: pairs that differ.
  @Test func anotherVersionsEventsAreNamed() throws {
    try workspace.copy("old", to: "new")
    try workspace.forge("new", "replications.csv") { csv in
      for row in csv.rows(of: "gap-recovery") {
        csv[row, "shown"] = "\((Int(csv[row, "shown"]) ?? 0) - 50)"
        csv[row, "fingerprint"] = "7\(row)"
      }
    }
    let ending = try check("--margin", "deliverability=0.01")
    expect(ending.code, equals: 1)
    expect(ending.output, contains: "deliverability")
    expect(ending.output, contains: "3 replications, paired")
    let hint = """
      fingerprints: differ first at design point 0 (offline_mean 1200), gap-recovery,
        replication 0: trace --against names the event:
        by the version that made old:
          deliverysim trace old \\
            --strategy gap-recovery --replication 0 --design-point 0 --save FILE
        by this one:
          deliverysim trace new \\
            --strategy gap-recovery --replication 0 --design-point 0 --against FILE

      """
    expect(ending.output.contains(hint), "\(ending.output)")
    // A wider margin, and the same change is put up with.
    expect(!(try check("--margin", "deliverability=90pp").output.contains("\ndeliverability ")))
  }

  /// Columns that no population fits, with the hash to match, are bad data and no crash.
  @Test func aForgedPopulationIsRefused() throws {
    try workspace.copy("old", to: "new")
    try workspace.forge("new", "replications.csv") { csv in
      for row in csv.rows(of: "gap-recovery") {
        csv[row, "devices"] = "\(UInt128.max)"
      }
    }
    let ending = try check()
    expect(ending.code == 65 && ending.output == "", "\(ending)")
    let reason = #/^error: new/replications.csv:\d+:1: no devices and device_time_us/#
    expect(ending.messages.contains(reason), "\(ending.messages)")
  }

  @Test func allShowsEveryMetric() throws {
    try workspace.copy("old", to: "new")
    let ending = try check("--all")
    expect(ending.code, equals: 0)
    let lines = ending.output.split(separator: "\n")
    expect(lines.count { $0.hasPrefix("extension_runs_per_device_day ") }, equals: 4)
    expect(lines.count { $0 == "pass:" }, equals: 4)
    for line in lines { expect(line.count <= 80, "\(line)") }
  }

  // MARK: JUnit

  /// Read by another program, with a label that XML must not see as it is.
  @Test func theJUnitFileIsXMLAndCountsAsTheTableDoes() throws {
    let factor =
      "{factor: link_loss, path: provider.link.loss, values: [5%], labels: ['<a&\"b\">''c']}"
    for (folder, link) in [("old", "300ms"), ("new", "30s")] {
      _ = try workspace.runTiny(
        into: folder, "--quiet", "--force", "--set", "sweep=[\(factor)]", "--set",
        "provider.link.latency={exponential: {mean: \(link)}}")
    }
    let ending = try check("--junit", "check.xml")
    expect(ending.code, equals: 1)
    let numbers = lastLine(ending.output).matches(of: #/\d+/#).map { String($0.output) }
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse("check.xml").getroot()
      suites = root.findall("testsuite")
      assert root.tag == "testsuites" and len(suites) == 2, suites
      for part in suites + [root]:
          cases = list(part.iter("testcase"))
          assert int(part.get("tests")) == len(cases)
          assert int(part.get("failures")) == len(list(part.iter("failure")))
          assert int(part.get("errors")) == len(list(part.iter("error")))
          assert all(case.get("name") and case.get("classname") for case in cases)
      assert all(error.get("type") == "inconclusive" for error in root.iter("error"))
      assert all(f.get("message") and f.text for f in root.iter("failure"))
      told = [part.findtext("system-out") for part in suites]
      lines = told[0].splitlines()
      assert [line.split(":")[0] for line in lines] == ["answer now", "answer before"], told
      assert told[1] is None, told
      assert suites[0].get("name") == "design point 0 (link_loss <a&\\"b\\">'c), fire-and-forget"
      fails, errors = int(root.get("failures")), int(root.get("errors"))
      print(int(root.get("tests")) - fails - errors, fails, errors)
      """
    let read = try Running(
      "/usr/bin/env", ["python3", "-c", script], folder: workspace.path, environment: [:], input: ""
    ).wait(60)
    expect(read.code, equals: 0, "\(read.messages)")
    expect(read.output, equals: numbers.joined(separator: " ") + "\n")
    expect(workspace.names(in: ".").filter { $0.contains("xml") }, equals: ["check.xml"])
  }

  @Test func aJUnitFileThatCannotBeWrittenIsRefusedFirst() throws {
    try workspace.copy("old", to: "new")
    for place in ["none/check.xml", "old", "/proc/check.xml"] {
      let ending = try check("--junit", place)
      expect(ending.code == 73 && ending.output == "", "\(ending.messages)")
    }
  }

  @Test func theJUnitFileReplacesAnOlderOneAsAWhole() throws {
    try workspace.copy("old", to: "new")
    try workspace.write("check.xml", "<?xml older")
    try expect(check("--junit", "check.xml").code, equals: 0)
    try expect(workspace.read("check.xml"), hasSuffix: "</testsuites>\n")
    let other = try check("--junit", "new/manifest.json")
    expect(other.code, equals: 73)
    expect(other.messages, contains: "new/manifest.json: exists, and is no file of this kind")
    let full = try check("--junit", "/dev/full")
    expect(full.code, equals: 74)
    expect(full.messages, equals: "error: /dev/full: No space left on device\n")
  }

  @Test(
    arguments: [
      (
        "deliverabilty=1",
        "--margin: no metric \"deliverabilty\"; did you mean \"deliverability\"?"
      ),
      ("x=1", "--margin: no metric \"x\"; there are: deliverability, "),
      ("deliverability", "--margin: found \"deliverability\"; allowed: METRIC=X, such as"),
      ("deliverability=-1", "--margin: found \"deliverability=-1\"; allowed: a difference of"),
      ("deliverability=nan", "--margin: found \"deliverability=nan\"; allowed: a difference"),
      ("deliverability=", "--margin: found \"deliverability=\"; allowed: a difference"),
      ("deliverability=0.2p", "--margin: found \"deliverability=0.2p\"; allowed: a difference"),
      ("deliverability=101pp", "--margin: found \"deliverability=101pp\"; allowed: a difference"),
      (
        "deliverability=2",
        "--margin: found \"deliverability=2\"; did you mean \"deliverability=2pp\"?"
      ),
      (
        "latency_p99_s=10%",
        "--margin: found \"latency_p99_s=10%\"; did you mean \"latency_p99_s=10%rel\"? allowed: a"
      ),
      ("latency_p99_s=2pp", "--margin: found \"latency_p99_s=2pp\"; allowed: a time of at least 0"),
      ("latency_p99_s=-1%rel", "--margin: found \"latency_p99_s=-1%rel\"; allowed: a time"),
      ("pushes_per_notification=1s", "--margin: found \"pushes_per_notification=1s\"; allowed: a "),
    ])
  func wrongMarginsAreRefused(margin: String, message: String) throws {
    try workspace.copy("old", to: "new")
    let ending = try check("--margin", margin)
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    let words = ending.messages.split { $0.isWhitespace }.joined(separator: " ")
    expect(words.hasPrefix("error: \(message)"), "\(ending.messages)")
  }
}
