extension KeyTable {
  static let deviceText = """
    device | map | | R4 | What the system and the user allow.
    device.denied | share | 0 | R4.1 | Share of devices that discard all pushes.
    device.alerts_off | share | 0 | R4.1 | Share of devices that show nothing and run no extension.
    device.collapse_alerts_again | bool | true | R6.1 | A replacement interrupts again.
    device.tokens | map | | R2.8 | The device's address at the push service.
    device.tokens.changes | law time | | R2.8 | Time between changes of the token; needs app.opens.
    device.tokens.without_permission | bool | true | R2.8 | Devices whose user denies \
      notifications have a token too.
    device.presentation | map | | R4.2 | When notifications are shown silently.
    device.presentation.share | share | 1 | R4.2 | Share of devices with these settings.
    device.presentation.quiet | @windows | | R4.2 | Quiet hours.
    device.presentation.summary_at | clocks | | R4.2 | Times of the scheduled summary.
    device.presentation.exceptions | share | 0 | R4.2 | Share of messages that alert anyway.
    device.power | map | | R3.4 | When devices save power.
    device.power.normal | law time | | R3.4 | Spans of normal power; needs reserving.
    device.power.reserving | law time | | R3.4 | Spans of saving power, in which pushes of \
      priority 5 wait.
    device.power.always | share | 0 | R3.4 | Share of devices always in low-power mode.
    device.off_at_night | map | | R1.6 | Devices that are switched off every night.
    device.off_at_night.share | share | 1 | R1.6 | Share of devices.
    device.off_at_night.from | time | ! | R1.6 | Since midnight, below 24h.
    device.off_at_night.to | time | ! | R1.6 | Since midnight, below 24h.
    device.grouping | words off by-app automatic | off | R4.2 | Which notifications form a group.
    device.previews | words shown hidden | shown | R4.2 | Whether a look shows the content.
    extension | map | | R5 | The notification service extension; default: ideal.
    extension.absent | share | 0 | R5.6 | Share of devices without one.
    extension.run_time | law time | 0s | R5.6 | Time of its own work.
    extension.time_limit | time | 30s with a run_time | R5.6 | How long a run may take, \
      the wait for an answer included.
    extension.overlap | bool | true | R5.6 | Runs for several pushes may overlap.
    extension.memory | map | | R5.6 | A run that uses more than its limit crashes.
    extension.memory.use | law count | ! | R5.6 | Memory of a run [byte].
    extension.memory.limit | bytes | ! | R5.6 | The limit of a run.
    extension.crash | map | | R5.6 | Runs that crash.
    extension.crash.p | share | 0 | R5.6 | Share of runs that crash at random.
    extension.crash.shows | words original nothing | original | R5.6 | What the user then sees of \
      the push.
    extension.double_invocation | share | 0 | R5.6 | Share of runs that the system calls twice.
    extension.before_first_unlock | map | | R5.7 | After switching on, positions may be unreadable.
    extension.before_first_unlock.unlock | law time | ! | R5.7 | Time from switching on to the \
      first unlock.
    extension.before_first_unlock.position_unreadable | share | 1 | R5.7 | Share of restarts \
      after which the position is unreadable.
    app | map | | R6.2 | How people use the app; default: nobody opens it.
    app.opens | oneof poisson weekly | | R6.2 | When people open it unprompted.
    app.opens.poisson | @poisson | | R6.2 | At a constant rate.
    app.opens.weekly | @weekly | | R6.2 | At a rate that repeats every week.
    app.visit | law time | 0s | R6.2 | How long a visit lasts.
    app.suspended | law time | | R4.5 | Time from leaving until the system ends the process.
    app.kills | map | | R6.2 | Users who kill the app in the app switcher.
    app.kills.users | share | 1 | R6.2 | Share of users who do.
    app.kills.visits | share | 1 | R6.2 | Share of their visits that end so.
    app.sync_on_opening | bool | true | R6.2 | Opening the app fetches missing messages.
    app.presents_in_foreground | bool | true | R4.4 | willPresent draws what arrives in the \
      foreground.
    app.handlers | handlers | all but the oldest | R4.5 | The methods that the app implements.
    app.silent | map | | R4.6 | How pushes wake the app.
    app.silent.launch | share | 1 | R4.6 | Probability that the system launches an app that is \
      not running.
    app.silent.per_day | integer 0..1000000 | | R4.6 | Silent pushes that the system delivers in \
      a local day.
    app.silent.throttle | @throttle | 3, 20m | R4.6 | Rate limit of silent pushes; none unless \
      given.
    app.voip_misuses | integer 1..1000000 | | R4.7 | After so many VoIP pushes without a reported \
      call, the app gets no more of them.
    app.background_time | time | 30s | R4.6 | How long the app may run in the background.
    user | map | | R6.2 | When notifications are seen; default: nobody looks.
    user.sees | law time | 0s | R6.2 | Time from showing to the user's look.
    user.asleep | @windows | | R6.2 | Hours in which the user does not look.
    user.taps | share | 0 | R6.2 | Share of looks that open the app.
    user.dismisses | share | 0 | R6.2 | Share of looks after which the notification is removed.
    telemetry | map | | R7.1 | What the team's own receipts would show; needs app.opens.
    telemetry.receipts | words extension app | extension | R7.1 | What writes them.
    groups | maps | | R1.8 | Shares of the devices with sections of their own, at most 20.
    groups[].name | name | ! | R1.8 | Its name in groups.csv.
    groups[].share | share | ! | R1.8 | Of all devices; all together at most 1.
    groups[].workload | section | | R1.8 | Changes to the scenario's section.
    groups[].provider | section | | R1.8 | Changes to the scenario's section.
    groups[].push_service | section | | R1.8 | Changes to the scenario's section.
    groups[].network | section | | R1.8 | Changes to the scenario's section.
    groups[].device | section | | R1.8 | Changes to the scenario's section.
    groups[].extension | section | | R1.8 | Changes to the scenario's section.
    groups[].app | section | | R1.8 | Changes to the scenario's section.
    groups[].user | section | | R1.8 | Changes to the scenario's section.
    groups[].telemetry | section | | R1.8 | Changes to the scenario's section.
    """
}
