/// The client as the source article prints it: a push in order does not advance the saved position.
///
/// A device that is always online, nothing lost or late, every request answered, repeat limit at
/// least 1.
public enum AsPrinted {
  /// The number of re-requests that a device makes for its first `pushes` pushes, repeats aside.
  ///
  /// ⌊(pushes - 1)/2⌋: one per two pushes after the first.
  ///
  /// Derivation: the first push saves position 1. The next one is in order and saves nothing, so
  /// the one after it, two above the saved position, shows a false gap of 1: it saves its position,
  /// and the same happens again. A repeat is below the saved position and detects nothing.
  ///
  /// - Parameter pushes: at least 0.
  ///
  /// Source: model.md R9, R5.3.
  public static func requests(pushes: Int) -> Int {
    precondition(pushes >= 0, "a number of pushes is at least 0")
    return max(0, pushes - 1) / 2
  }
}
