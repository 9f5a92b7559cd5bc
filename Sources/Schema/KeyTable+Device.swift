extension KeyTable {
  static let deviceText = """
    device | map | | R4 | What the system and its user allow.
    device.denied | share | 0 | R4.1 | Devices that discard what arrives.
    device.alerts_off | share | 0 | R4.1 | Devices that draw nothing and run no extension.
    device.collapse_alerts_again | bool | true | R6.1 | A replacement interrupts again.
    device.tokens | map | | R2.8 | The device's address at the push service.
    device.tokens.changes | law time | | R2.8 | From one change of it to the next; needs app.opens.
    device.tokens.without_permission | bool | true | R2.8 | There is one where notifications are \
      denied.
    device.presentation | map | | R4.2 | When what arrives is shown silently.
    device.presentation.share | share | 1 | R4.2 | Devices that follow it.
    device.presentation.quiet | @windows | | R4.2 | Quiet hours.
    device.presentation.summary_at | clocks | | R4.2 | When the scheduled summary comes.
    device.presentation.exceptions | share | 0 | R4.2 | Messages that alert all the same.
    device.power | map | | R3.4 | When devices reserve power.
    device.power.normal | law time | | R3.4 | Spans with power to spare; with reserving.
    device.power.reserving | law time | | R3.4 | Spans in which pushes of priority 5 and 1 wait.
    device.power.always | share | 0 | R3.4 | Devices in low-power mode.
    device.off_at_night | map | | R3.4 | Devices that are switched off.
    device.off_at_night.share | share | 1 | R3.4 | Which devices.
    device.off_at_night.from | time | ! | R3.4 | Since midnight, below 24h.
    device.off_at_night.to | time | ! | R3.4 | Since midnight, below 24h.
    device.grouping | words off by-app automatic | off | R4.2 | Which notifications lie on one \
      another.
    device.previews | words shown hidden | shown | R4.2 | Whether a look finds the content.
    extension | map | | R5 | The notification service extension; default: ideal.
    extension.absent | share | 0 | R5.6 | Devices without one.
    extension.run_time | law time | 0s | R5.6 | Of its own work.
    extension.time_limit | time | 30s with a run_time | R5.6 | How long it may work, the answer's \
      wait included.
    extension.overlap | bool | true | R5.6 | Runs for several pushes go on at once.
    extension.memory | map | | R5.6 | A run that uses more than its limit crashes.
    extension.memory.use | law count | ! | R5.6 | Of a run [byte].
    extension.memory.limit | bytes | ! | R5.6 | What it may use.
    extension.crash | map | | R5.6 | Runs that crash.
    extension.crash.p | share | 0 | R5.6 | By chance.
    extension.crash.shows | words original nothing | original | R5.6 | What becomes of the push.
    extension.double_invocation | share | 0 | R5.6 | Runs that the system calls twice.
    extension.before_first_unlock | map | | R5.7 | After switching on, positions may be unreadable.
    extension.before_first_unlock.unlock | law time | ! | R5.7 | From switching on to the unlock.
    extension.before_first_unlock.position_unreadable | share | 1 | R5.7 | Restarts after which \
      it is so.
    app | map | | R6.2 | How people use the app; default: nobody opens it.
    app.opens | oneof poisson weekly | | R6.2 | When people open it without being told to.
    app.opens.poisson | @poisson | | R6.2 | At a constant rate.
    app.opens.weekly | @weekly | | R6.2 | At a rate that repeats every week.
    app.visit | law time | 0s | R6.2 | From an opening to the leaving.
    app.suspended | law time | | R4.5 | From the leaving until the system ends the process.
    app.kills | map | | R6.2 | Users who end the app in the app switcher.
    app.kills.users | share | 1 | R6.2 | Which users.
    app.kills.visits | share | 1 | R6.2 | Which of their visits.
    app.sync_on_opening | bool | true | R6.2 | Opening it fetches what is missing.
    app.presents_in_foreground | bool | true | R4.4 | willPresent draws what arrives in the \
      foreground.
    app.handlers | handlers | all but the oldest | R4.5 | The methods that the app implements.
    app.silent | map | | R4.6 | What becomes of pushes that wake the app.
    app.silent.launch | share | 1 | R4.6 | The system launches an app that is not running.
    app.silent.per_day | integer 0..1000000 | | R4.6 | How many the system passes on in a local day.
    app.silent.throttle | @throttle | 3, 20m | R4.6 | How fast it passes them on; only where given.
    app.voip_misuses | integer 1..1000000 | | R4.7 | Calls not reported until there are no more.
    app.background_time | time | 30s | R4.6 | How long the app may run in the background.
    user | map | | R6.2 | When notifications are seen; default: nobody looks.
    user.sees | law time | 0s | R6.2 | From the showing to the look.
    user.asleep | @windows | | R6.2 | Nobody looks.
    user.taps | share | 0 | R6.2 | Looks that open the app.
    user.dismisses | share | 0 | R6.2 | Looks after which it is taken away.
    telemetry | map | | R7.1 | What the team would measure; needs app.opens.
    telemetry.receipts | words extension app | extension | R7.1 | Who writes them.
    groups | maps | | R1.8 | Shares of the devices with sections of their own, at most 20.
    groups[].name | name | ! | R1.8 | Its name in groups.csv.
    groups[].share | share | ! | R1.8 | Of all devices; all together at most 1.
    groups[].workload | section | | R1.8 | Laid over the scenario's.
    groups[].provider | section | | R1.8 | Laid over the scenario's.
    groups[].push_service | section | | R1.8 | Laid over the scenario's.
    groups[].network | section | | R1.8 | Laid over the scenario's.
    groups[].device | section | | R1.8 | Laid over the scenario's.
    groups[].extension | section | | R1.8 | Laid over the scenario's.
    groups[].app | section | | R1.8 | Laid over the scenario's.
    groups[].user | section | | R1.8 | Laid over the scenario's.
    groups[].telemetry | section | | R1.8 | Laid over the scenario's.
    """
}
