extension ProviderStation {
  /// What is sent again of what was asked for.
  mutating func choose(
    among positions: MissingPositions, _ turn: inout Turn
  ) -> MissingPositions {
    guard foreign != nil else { return positions }
    var kept: [Int] = []
    for position in positions {
      if holds(turn.message(at: position), turn) {
        kept.append(Int(position))
      } else {
        turn.setRepair(position...position, .refused)
      }
    }
    let chosen = foreign?.answer(kept) ?? []
    precondition(
      Set(chosen).isSubset(of: kept), "a provider sends again what was asked for and is kept")
    return MissingPositions(holes: chosen.map { UInt32($0) })
  }
}
