import DeliverySim

/// The provider's policy and the quality of its links, compiled once.
struct ProviderPlan {
  let intake: HopPlan
  let link: HopPlan
  /// The time that a payload is kept, from the message's creation.
  let retention: SimTime
  /// The type of the pushes with messages; nil: the provider sends none.
  let pushType: PushType?
  /// Pushes bring their messages.
  let sendsContent: Bool
  /// Pushes carry how many messages there are (R6.4).
  let sendsBadge: Bool
  /// The size of a message [byte]; nil when it is not modelled.
  let payload: Sampler?
  /// The push service takes nothing larger (R2.7) [byte]; nil: it takes everything.
  let payloadLimit: Int?
  let digest: Digest?
  /// The quiet time before a heartbeat; never: there are none.
  let heartbeatAfter: SimTime
  let heartbeatTimes: Int
  let heartbeatType: PushType
  let filtersHeartbeats: Bool
  let retry: RetryPlan
  let resend: ResendPlan
  let extraTraffic: ExtraTrafficPlan
  /// The push service takes nothing then; empty: it always takes pushes.
  let cutOff: Range<SimTime>
  /// Nil: messages are sent at all hours (R11.5).
  let sendWindow: SendWindowPlan?
  /// A rule that is written outside of this package; nil: it is built in.
  let foreign: ForeignStrategy?

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    let (provider, policy) = (setup.provider, setup.strategy.provider)
    (intake, link) = (HopPlan(provider.intake, &arena), HopPlan(provider.link, &arena))
    (retention, pushType, digest) = (provider.retention, policy.pushType, policy.digest)
    (sendsContent, sendsBadge) = (policy.sendsContent, setup.centre.hasBadge)
    payload = setup.workload.payload.map { arena.sampler($0) }
    payloadLimit = setup.service.payloadLimit
    heartbeatAfter = policy.heartbeat?.after ?? .never
    heartbeatTimes = policy.heartbeat?.times ?? 0
    heartbeatType = policy.heartbeat?.form.pushType ?? .alert
    filtersHeartbeats = policy.heartbeat?.filtering ?? false
    retry = RetryPlan(policy.retry)
    resend = ResendPlan(provider.resend, &arena)
    extraTraffic = ExtraTrafficPlan(setup.workload, &arena)
    foreign = setup.strategy.foreign
    cutOff = provider.cutOff ?? SimTime.zero..<SimTime.zero
    sendWindow = provider.sendWindow.map {
      SendWindowPlan($0, LevelPlan(setup.workload.levels), &arena)
    }
  }
}

extension LedgerEntry {
  /// The provider still has its payload, which it keeps for so long.
  func isKept(for retention: SimTime, at time: SimTime) -> Bool {
    time < created.advanced(bySpan: retention)
  }
}

extension ProviderPlan: StationPlan {
  func vetoes(_ setup: DeviceSetup) -> Vetoes {
    guard cutOff.isEmpty, !link.awaitsAnswers else { return .all }
    let isPlain = pushType == .alert && sendsContent && payloadLimit == nil
    // A receipt counts for what a digest brings, too.
    return isPlain && (setup.telemetry == nil || digest == nil) ? [] : .messages
  }
}
