extension ProviderStation {
  /// What is sent again of what was asked for.
  mutating func choose(
    among positions: MissingPositions, _ bus: inout Bus
  ) -> MissingPositions {
    guard foreign != nil else { return positions }
    var kept: [Int] = []
    for position in positions {
      if holds(bus.message(at: position), bus) {
        kept.append(Int(position))
      } else {
        bus.setRepair(position...position, .refused)
      }
    }
    let chosen = foreign?.answer(kept) ?? []
    precondition(
      Set(chosen).isSubset(of: kept), "a provider sends again what was asked for and is kept")
    return MissingPositions(holes: chosen.map { UInt32($0) })
  }
}
