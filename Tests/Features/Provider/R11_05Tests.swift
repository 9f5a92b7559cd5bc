import DeliverySim
import Models
import TestSupport
import Testing

/// R11.5: what is not urgent is sent in some hours only.
@Suite struct R11_05Tests {
  private static let hours = WeeklyHours([.init(from: .hours(8), to: .hours(22))])
  private static let times: [Double] = [3600, 32_400, 82_800]

  private static func window(
    urgent: Double = 0, retention: SimTime = .never
  ) -> (inout DeviceSetup) -> Void {
    {
      $0.provider.sendWindow = SendWindow(hours: hours, urgent: share(urgent))
      $0.provider.retention = retention
    }
  }

  @Test("R11.5 messages wait at the provider until the window opens")
  func waits() throws {
    let run = try online(at: Self.times, until: 172_800, change: Self.window())
    expect(run.shown, equals: [28_800, 32_400, 115_200])
    expect(run.times(.waitsForWindow), equals: [3600, 82_800])
    expect(run.values(.waitsForWindow), equals: [25_200_000_000, 32_400_000_000])
  }

  @Test("R11.5 at the end of the run what waits is pending")
  func pending() throws {
    let run = try online(at: Self.times, until: 90_000, change: Self.window())
    expect(run.fates, equals: [.shown, .shown, .pending])
  }

  @Test("R11.5 what waits longer than the provider keeps it expires there, on time")
  func expires() throws {
    let run = try online(
      at: Self.times, until: 172_800, change: Self.window(retention: .hours(8)))
    expect(run.fates, equals: [.shown, .shown, .lost])
    expect(run.causes[2], equals: .retentionOver)
    expect(run.times(.destroyed(by: .retentionOver)), equals: [82_800 + 8 * 3600])
  }

  @Test("R11.5 urgent messages do not wait: a share of them, and those whose level says so")
  func urgent() throws {
    let all = try online(at: Self.times, until: 172_800, change: Self.window(urgent: 1))
    expect(all.shown, equals: Self.times)
    for levels in [Levels(timeSensitive: .one), Levels(critical: .one), Levels(passive: .one)] {
      let run = try online(at: Self.times, until: 172_800) {
        Self.window()(&$0)
        $0.workload.levels = levels
      }
      expect((run.shown == Self.times) == (levels.passive.value == 0))
    }
  }

  @Test("R11.5 an urgent message that overtakes others leaves no gap in the queue")
  func positions() throws {
    let run = try online(
      at: [3600, 7200, 32_400], gapRecovery(), until: 86_400,
      given: { $0.shown == [28_800, 7200, 32_400] }, change: Self.window(urgent: 0.5))
    expect(run.times(.requested), equals: [])
  }

  @Test("R11.5 the other hours of a week are the rest of it")
  func rest() {
    let windows: [WeeklyHours.Window] = [
      .init(from: .hours(8), to: .hours(22)), .init(from: .hours(22), to: .hours(6), days: [6]),
      .init(from: .zero, to: .day, days: [0, 3]),
    ]
    for hours in windows.map({ WeeklyHours([$0]) }) + [WeeklyHours(windows), WeeklyHours([])] {
      expect(abs(hours.share + hours.rest.share - 1) < 1e-12)
      expect(hours.rest.rest, equals: hours)
      for half in 0..<336 {
        let time = SimTime.seconds(1800 * Double(half) + 1)
        expect((hours.end(at: time) == nil) != (hours.rest.end(at: time) == nil), "\(time)")
      }
    }
  }
}
