import Answers
import ArgumentParser
import Files
import Runs
import Terminal

/// `--progress`
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  case auto, plain, none
}

/// Shows how far a run is: a live bar on a terminal, occasional lines elsewhere.
final class ProgressMeter {
  private enum Style { case bar, lines, silent }

  private let style: Style
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant
  private var last: Progress?
  /// When a look was told of; nil: none was.
  private var told: ContinuousClock.Instant?

  init(_ mode: ProgressMode) {
    style =
      switch mode {
      case .none: .silent
      case .plain: .lines
      case .auto: Console.redraws ? .bar : .lines
      }
    start = clock.now
    shown = start
  }

  func show(_ progress: Progress) {
    last = progress
    let pause: Duration = style == .bar ? .milliseconds(100) : .seconds(10)
    guard style != .silent, clock.now - shown >= pause else { return }
    shown = clock.now
    draw(progress)
  }

  /// The answer so far.
  func show(_ look: @autoclosure () -> Look?) {
    let pause: Duration = style == .bar ? .seconds(2) : .seconds(10)
    guard style != .silent, told.map({ clock.now - $0 >= pause }) ?? true, let look = look()
    else { return }
    told = clock.now
    Console.clearLine()
    Console.remark(
      "after \(HumanText.span((clock.now - start) / .seconds(1))): \(LookText(look).line)")
  }

  /// Clears the bar and says how fast the run was.
  func finish(_ seconds: Double) {
    guard style != .silent, let last else { return }
    if style == .bar { Console.draw("\r\u{1B}[K") }
    let count = Double(last.notifications)
    let rate = HumanText.rounded(seconds > 0 ? count / seconds : 0)
    let time = HumanText.span(seconds)
    // `validate --cost` says as many; those that are counted are in the summary.
    Console.note("\(HumanText.rounded(count)) notifications simulated in \(time), \(rate)/s")
  }

  private func draw(_ progress: Progress) {
    let elapsed = (clock.now - start) / .seconds(1)
    let share = Double(progress.doneDevices) / Double(max(1, progress.totalDevices))
    // Devices from a checkpoint took no time here.
    let simulated = progress.doneDevices - progress.resumedDevices
    let left = progress.totalDevices - progress.doneDevices
    let rest = simulated > 0 ? elapsed * Double(left) / Double(simulated) : 0
    let rate = HumanText.rounded(Double(progress.notifications) / elapsed)
    let precision = progress.precision.map { "  \($0)" } ?? ""
    let done = HumanText.percent(share, decimals: 0)
    let numbers = "\(done)  \(rate)/s  \(HumanText.span(rest)) left\(precision)"
    if style == .lines { return Console.note(numbers) }
    let filled = Int(share * 30)
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 30 - filled)
    Console.draw("\r[\(bar)] \(numbers)\u{1B}[K")
  }
}
