import DeliverySim

extension CentreStation: EventHandler {
  static func handle(
    _ kind: PhoneEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .summaryDue:
      device.centre.showScheduledSummary(&turn)
      ReactionStation.hear(&device, &turn)
    }
  }
}
