public import DeliverySim

extension Strategy {
  /// The push queue with a memory: the client remembers which positions it misses, and asks for all
  /// of them again on every push with a new position, until they have arrived or the provider says
  /// that it has them no more.
  ///
  /// - Parameters:
  ///   - repeatLimit: As ``GapRecovery/repeatLimit``; counts what is newly missed.
  ///   - window: What lies more positions back than this is given up.
  ///   - collapse: As ``GapRecovery/collapse``.
  ///   - wait: As ``GapRecovery/wait``.
  public static func gapWindow(
    repeatLimit: Int = 20, window: Int = 1000, collapse: Bool = true, wait: Distribution = .zero
  ) -> Strategy {
    var parameters = GapRecovery(repeatLimit: repeatLimit, collapse: collapse, wait: wait)
    parameters.window = window
    return Strategy(provider: .answersRequests, client: .recoversGaps(parameters))
  }
}

/// Positions that are asked for: those of a gap, or all that have been missed.
struct MissingPositions: Sendable {
  var holes: [UInt32] = []
  var gap: Range<UInt32> = 0..<0
}

extension MissingPositions: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { holes.count + gap.count }

  subscript(place: Int) -> UInt32 {
    place < holes.count ? holes[place] : gap.lowerBound + UInt32(place - holes.count)
  }
}

extension ClientState {
  // MARK: Holes: positions that have been missed and have not arrived

  mutating func remember(_ missed: Range<UInt32>, window: Int) {
    addHoles(missed)
    guard let newest = savedPosition, Int(newest) > window else { return }
    let oldest = newest - UInt32(window)
    holes.removeFirst(holes.firstIndex { $0 >= oldest } ?? holes.count)
  }

  private mutating func addHoles(_ missed: Range<UInt32>) {
    guard let last = holes.last, last >= missed.lowerBound else {
      holes += missed
      return
    }
    // Runs that race find some of them again (R5.6).
    holes.removeAll { missed.contains($0) }
    holes.insert(
      contentsOf: missed, at: holes.firstIndex { $0 >= missed.upperBound } ?? holes.count)
  }

  /// A position has arrived, or will never come.
  mutating func fillHole(_ position: UInt32) {
    guard let place = holes.firstIndex(where: { $0 >= position }), holes[place] == position else {
      return
    }
    holes.remove(at: place)
  }

  /// A summary has told of these positions.
  mutating func forget(_ missed: Range<UInt32>) {
    holes.removeAll { missed.contains($0) }
  }

  func hasHole(before position: UInt32) -> Bool { holes.first.map { $0 < position } ?? false }

  /// What to ask for: the gap as it is (R5.5), or, with a memory, each hole before the carrier.
  func missing(
    _ gap: Range<UInt32>, before carrier: UInt32, remembers: Bool
  ) -> MissingPositions {
    remembers
      ? MissingPositions(holes: holes.filter { $0 < carrier }) : MissingPositions(gap: gap)
  }
}
