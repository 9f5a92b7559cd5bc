import DeliverySim

extension CentreStation: EventHandler {
  static func handle(
    _ kind: PhoneEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .summaryDue:
      device.centre.showScheduledSummary(&bus)
      ReactionStation.hear(&device, &bus)
    }
  }
}
