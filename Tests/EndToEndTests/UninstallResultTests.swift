import Foundation
import TestSupport
import Testing

/// `device.uninstalls` in results: device-days end with the app (R2.10).
@Suite struct UninstallResultTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "out", "--set", "device.uninstalls=0.5/d")
  }

  @Test func whatIsPerDeviceDayIsDividedByTheTimeWithTheApp() throws {
    let table = try StrictCSV(workspace.bytes("out/replications.csv"), "replications.csv")
    expect(!table.rows.isEmpty)
    for row in table.rows {
      let days = try unwrap(row.number("installed_time_us")) / 86_400e6
      let interruptions = try unwrap(row.number("interruptions"))
      let ratio = try unwrap(row.number("interruptions_per_device_day"))
      expect(days > 0 && interruptions > 0)
      expect(abs(ratio * days - interruptions) < 1e-6)
    }
  }

  @Test func theColumnIsThereOnlyWhereSomebodyUninstallsTheApp() throws {
    try workspace.lay(in: "plain")
    let plain = try workspace.read("plain/replications.csv")
    expect(!plain.contains("installed_time_us"))
    _ = try workspace.runTiny(into: "none", "--quiet", "--set", "device.uninstalls=0/d")
    try expect(workspace.read("none/replications.csv"), equals: plain)
  }

  @Test func resultsThatAreReadBackHaveTheSameDeviceDays() throws {
    let check = try workspace.tool.run(["check", "out", "--baseline", "out"])
    expect(check.code == 0, "\(check)")
    let other = try workspace.runTiny(
      into: "fewer", "--quiet", "--set", "device.uninstalls=2/d")
    expect(other.code, equals: 0, "\(other.messages)")
    let compared = try workspace.tool.run(
      ["check", "fewer", "--baseline", "out", "--metric", "interruptions_per_device_day"])
    // Of those who have the app, each has as many as before.
    expect(compared.output.contains("0 fail"), "\(compared.output)")
  }

  @Test func explainTellsWhenTheAppWasUninstalled() throws {
    let told = try workspace.tool.run([
      "explain", "tiny.yml", "--strategy", "fire-and-forget", "--set", "device.uninstalls=20/d",
      "--find", "lost",
    ])
    expect(told.code, equals: 0, "\(told.messages)")
    let device = try workspace.tool.run([
      "explain", "tiny.yml", "--strategy", "fire-and-forget", "--set", "device.uninstalls=20/d",
      "--device", "0",
    ])
    expect(device.output.contains("the user uninstalls the app"), "\(device.output)")
  }
}
