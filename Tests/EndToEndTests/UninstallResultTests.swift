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
      "find", "lost", "tiny.yml", "--strategy", "fire-and-forget", "--set",
      "device.uninstalls=20/d",
    ])
    expect(told.code, equals: 0, "\(told.messages)")
    let device = try workspace.tool.run([
      "explain", "tiny.yml", "--strategy", "fire-and-forget", "--set", "device.uninstalls=20/d",
      "--device", "0",
    ])
    expect(device.output.contains("the user uninstalls the app"), "\(device.output)")
  }

  /// Message 0 comes after minutes.
  private func told(_ strategy: String, _ lines: String) throws -> String {
    let frame = """
      format: 1
      name: asks
      seed: 3
      duration: 2d
      devices: 1
      replications: 1
      workload: {arrivals: {poisson: {rate: 400/d}}}
      strategies: [\(strategy)]
      \(lines)

      """
    try workspace.write("asks.yml", frame)
    let told = try workspace.tool.run([
      "explain", "asks.yml", "--strategy", String(strategy.prefix { $0 != ":" }), "--device", "0",
      "--message", "0",
    ])
    expect(told.code, equals: 0, "\(told.messages)")
    return told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func nothingHasDestroyedWhatTheAppHasFetchedUnseen() throws {
    _ = try told("poll", "device: {denied: 1}")
    let table = try workspace.tool.run(["run", "asks.yml", "--out", "asks"])
    expect(table.output.contains(#/synced +[\d.]+ % +- +none/#), "\(table.output)")
    let fates = try workspace.tool.run([
      "explain", "asks.yml", "--strategy", "poll", "--device", "0",
    ])
    expect(fates.output.contains(#/synced +- +none/#), "\(fates.output)")
  }

  @Test func explainTellsWhyNobodyAskedAndThatAFetchFailed() throws {
    let ended = try told("poll", "app: {kills: {users: 1}}")
    let never = "the app would never have asked for it, since the "
    let words = never + "user had ended the app before the run and did not open it."
    expect(ended.contains(words), "\(ended)")
    let off = try told("poll", "app: {background_refresh: 0}")
    expect(
      off.contains(never + "device is in low-power mode or has Background App Refresh off."),
      "\(off)")
    let failed = try told("silent-fetch", "provider: {resend: {failure: 1}}")
    expect(failed.contains("the push had woken the app, but the app's fetch failed"), "\(failed)")
    let gone = try told("poll: {every: 10d}", "device: {uninstalls: 20/d}")
    expect(gone.contains("the user had uninstalled the app before it asked for it"), "\(gone)")
  }
}
