import Files
import Fit

/// Says what is done with a log; on a terminal also how far the reading is.
final class ReadingMeter {
  private let clock = ContinuousClock()
  private var file: String?
  private var start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant

  init() {
    start = clock.now
    shown = start
  }

  /// A log of a run needs no more than the longest stage.
  func show(_ stage: FitStage) {
    if case .rows(let progress) = stage { return show(progress) }
    finish()
    guard let words = stage.words else { return }
    if case .replaying = stage { return Console.note(words) }
    if Console.isInteractive { Console.note(words) }
  }

  private func show(_ progress: LogProgress) {
    let now = clock.now
    if file != progress.file {
      (file, start) = (progress.file, now)
      return
    }
    guard Console.redraws, now - shown >= .milliseconds(200) else { return }
    shown = now
    Console.draw("\r\(progress.words(after: (now - start) / .seconds(1)))\u{1B}[K")
  }

  /// Removes the line.
  func finish() { Console.clearLine() }
}
