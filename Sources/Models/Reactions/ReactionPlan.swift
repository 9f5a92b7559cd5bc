import DeliverySim

/// The users' reactions and their causes, compiled once.
struct ReactionPlan {
  /// Somebody reacts to something.
  let isOn: Bool
  let annoyance: Reactions.Annoyance
  /// Never: nothing is forgotten.
  let memory: SimTime
  let patience: Distribution
  let acts: Reactions.Acts
  let missed: Probability
  let trust: Distribution
  let distrust: Reactions.Distrust
  /// The time for which messages are useful; never: for ever.
  let usefulFor: SimTime

  init(_ setup: DeviceSetup) {
    isOn = setup.user?.reactions != nil
    let reactions = setup.user?.reactions ?? Reactions()
    (annoyance, memory) = (reactions.annoyance, reactions.memory)
    (patience, acts) = (reactions.patience, reactions.acts)
    (missed, trust, distrust) = (reactions.missed, reactions.trust, reactions.distrust)
    usefulFor = setup.workload.usefulFor ?? .never
  }

  /// Users may open the app less than they would.
  var mayOpenLess: Bool { missed.value > 0 && distrust.opensLess.value > 0 }
}

extension Reactions.Acts {
  /// One draw decides, so that a larger share of those who leave keeps those there were.
  ///
  /// - Returns: nil: the user does nothing.
  func act(_ place: Double) -> UserAct? {
    let (switching, muting) = (
      uninstall.value + alertsOff.value, uninstall.value + alertsOff.value + quietly.value
    )
    if place < uninstall.value { return .uninstall }
    if place < switching { return .alertsOff }
    return place < muting ? .quietly : nil
  }
}

extension Reactions.Distrust {
  /// Likewise.
  func act(_ place: Double) -> UserAct? {
    if place < uninstall.value { return .uninstall }
    return place < uninstall.value + opensLess.value ? .opensLess : nil
  }
}

extension ReactionPlan: StationPlan {
  /// The fast way asks whether alerts are drawn at once (``Device/settleDrawing()``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
