import DeliverySim

/// The user's treatment of notifications, compiled once.
struct UserPlan {
  /// Somebody looks at notifications.
  let looks: Bool
  /// The time until then.
  let sees: Sampler
  /// Nobody looks then.
  let asleep: WeeklyHours.Table
  let reactions: User.LookReactions
  let actions: Actions?
  /// Nil: pick-ups are not modelled.
  let pickups: PickupPlan?
  let grouping: NotificationCentre.Grouping
  let hidesPreviews: Bool
  /// There is one notification at most, which is gone after a look.
  let isDialog: Bool
  /// The number of threads; nil: messages lie in none.
  let threads: Int?
  /// There is an app to open.
  let hasApp: Bool
  /// The number on its icon tells of what is missing (R6.4).
  let hasBadge: Bool

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    (looks, reactions) = (setup.user != nil, User.LookReactions(setup.user))
    actions = setup.user?.actions
    sees = arena.sampler(setup.user?.sees ?? .zero)
    asleep = WeeklyHours.Table(setup.user?.asleep ?? WeeklyHours([]), &arena)
    pickups = setup.user?.pickups.map { PickupPlan($0, &arena) }
    (grouping, hidesPreviews) = (setup.centre.grouping, setup.centre.hidesPreviews)
    isDialog = setup.centre.isDialog
    (threads, hasApp) = (setup.workload.threads, setup.app != nil)
    hasBadge = setup.centre.hasBadge
  }
}

extension UserPlan: StationPlan {
  /// The fast way asks whether alerts are drawn at once (``Device/settleDrawing()``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { hasBadge ? .all : [] }
}
