/// A moment as it is written: by the clock of its zone, with all its decimals.
struct WrittenMoment: Equatable {
  /// Whole seconds since 1970-01-01 00:00 by that clock.
  var seconds: Int
  /// Parts of a second, of ``scale`` parts; 0 to `scale - 1`.
  var part = 0
  /// A power of ten.
  var scale = 1
  /// The zone's offset **[s]**, east of Greenwich above 0; nil: it is not written.
  var offset: Int?
}

extension WrittenMoment {
  /// Seconds since 1970 in UTC: the nearest Double with up to six decimals, within a nanosecond of
  /// it with more.
  func since1970(offset: Int) -> Double {
    let whole = seconds - offset
    if scale == 1 { return Double(whole) }
    // One division, rounded once: the same Double as that of the decimal number.
    if scale <= 1_000_000 { return Double(whole * scale + part) / Double(scale) }
    return Double(whole) + Double(part) / Double(scale)
  }
}
