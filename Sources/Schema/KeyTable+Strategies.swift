extension KeyTable {
  static let strategyText = """
    strategies | strategies | ! | R8 | A list of names, {name: {parameters}}, or {name: own name, \
      name: {...}}.
    baseline | text | the first strategy | | The strategy that others are compared with.
    sweep | maps | | | Full factorial; each factor becomes a column of the results.
    sweep[].factor | text | | | The column's name: a-z, 0-9 and _. Required except with zip.
    sweep[].path | text | | | The key to vary: keys joined by dots. Required except with zip.
    sweep[].values | list | | | Its values. Required except with zip.
    sweep[].labels | list | | | What the column shows; required where values are maps.
    sweep[].zip | factors | | | Factors that move together.
    expect | texts | | | Judged after the run: a.deliverability > b.deliverability + 0.01.
    extends | text | | | A file or preset that this file changes.
    @strategy.fire-and-forget | map | | R8 | One push per message.
    @strategy.gap-recovery | map | | R8 | Numbers pushes; the extension asks for what is missing.
    @strategy.gap-recovery.repeat_limit | integer 0..1000000 | 20 | R5.1 | More missing become a \
      summary.
    @strategy.gap-recovery.collapse | bool | true | R6.1 | Repeats have their original's collapse \
      id.
    @strategy.gap-recovery.as_printed | bool | false | R5.3 | The article's listing verbatim.
    @strategy.gap-recovery.wait | law or time | 0s | R5.5 | Wait before a re-request.
    @strategy.gap-window | map | | R8 | Remembers gaps, and asks again with every push.
    @strategy.gap-window.repeat_limit | integer 0..1000000 | 20 | R5.1 | More missing become a \
      summary.
    @strategy.gap-window.window | integer 1..1000000 | 1000 | R8 | How far back it remembers.
    @strategy.gap-window.collapse | bool | true | R6.1 | Repeats have their original's collapse id.
    @strategy.gap-window.wait | law or time | 0s | R5.5 | Wait before a re-request.
    @strategy.retry-until-acked | map | | R8 | Sends again until the extension acknowledges.
    @strategy.retry-until-acked.first | time | 30s | R8 | From the send to the first retry.
    @strategy.retry-until-acked.factor | number 1..1000 | 2 | R8 | Each wait is so many times the \
      one before.
    @strategy.retry-until-acked.max | time | 1h, or first if longer | R8 | The longest wait.
    @strategy.retry-until-acked.attempts | integer 0..200 | 10 | R8 | Retries.
    @strategy.retry-until-acked.collapse | bool | true | R6.1 | Repeats have their original's \
      collapse id.
    @strategy.digest | map | | R8 | Each push carries earlier messages too.
    @strategy.digest.items | integer 1..1000 | 8 | R8 | How many.
    @strategy.digest.payload_limit | integer 1..1000000 | 4096 | R8 | As many as fit [byte].
    @strategy.digest.on | inner fire-and-forget gap-recovery gap-window heartbeat | \
      fire-and-forget | R8 | The strategy that it extends.
    @strategy.heartbeat | map | | R8 | After a quiet time, a push carries the last position.
    @strategy.heartbeat.after | time | 1h | R8 | The quiet time.
    @strategy.heartbeat.times | integer 1..1000 | 1 | R8 | How many in a row.
    @strategy.heartbeat.filtering | bool | false | R8 | They stay invisible, with Apple's \
      filtering entitlement.
    @strategy.heartbeat.on | inner gap-recovery gap-window | gap-recovery | R8 | The strategy \
      that it extends.
    @strategy.silent-fetch | map | | R8 | A silent push wakes the app, which fetches.
    @strategy.voip-fetch | map | | R8 | A VoIP push wakes the app, which fetches.
    @strategy.poll | map | | R8 | The app fetches by itself.
    @strategy.poll.every | time | 20m | R8 | The shortest wait between fetches.
    @strategy.poll.factor | number 1..1000 | 2 | R8 | Stretches the wait while the app is not used.
    @strategy.poll.max | time | 1d | R8 | The longest wait.
    @strategy.foreground-sync | map | | R8 | Opening the app fetches.
    @strategy.foreground-sync.on | inner fire-and-forget gap-recovery gap-window digest heartbeat \
      | fire-and-forget | R8 | The strategy that it extends.
    @strategy.schedule | map | | R2.9 | The fleet switches between strategies over time.
    @strategy.schedule.start | stage | fire-and-forget | R2.9 | The first one.
    @strategy.schedule.changes | maps | ! | R2.9 | In order of time.
    @strategy.schedule.changes[].at | time | ! | R2.9 | When.
    @strategy.schedule.changes[].adoption | law or time | 0s | R2.9 | Each device's delay.
    @strategy.schedule.changes[].to | stage | ! | R2.9 | The new strategy.
    @poisson | map | | R1.4 | A Poisson process.
    @poisson.rate | law or rate | ! | R1.4 | The same for all devices, or a law over them.
    @weekly | map | | R1.4 | A rate that repeats every week.
    @weekly.rate | law or rate | ! | R1.4 | The weekly mean.
    @weekly.hours | hours | ! | R1.4 | 168 weights from Monday 00:00.
    @extra | map | | R3.7 | Poisson pushes without a message.
    @extra.rate | law or rate | ! | R3.7 | The same for all devices, or a law over them.
    @extra.type | words alert background voip | background | R3.7 | Which slot they compete for.
    @extra.priority | words 1 5 10 | 5 for background, else 10 | R3.4 | Matters where devices \
      save power.
    @hop | map | | R2.6 | A hop; default: ideal.
    @hop.loss | share | 0 | R2.6 | Of each send.
    @hop.latency | law time | 0s | R2.6 | Of each send.
    @hop.bursts | map | | R2.6 | Times in which more is lost.
    @hop.bursts.every | law time | ! | R2.6 | From the end of one to the start of the next.
    @hop.bursts.last | law time | ! | R2.6 | How long one lasts.
    @hop.bursts.loss | share | 1 | R2.6 | Of each send in one.
    @hop.incidents | @outages | | R2.6 | Times in which it cannot be reached.
    @hop.retry | map | | R2.6 | How the sender retries; default: not at all.
    @hop.retry.attempts | integer 1..1000 | ! | R2.6 | How often it tries again.
    @hop.retry.first | time | ! | R2.6 | The first wait.
    @hop.retry.factor | number 1..1000 | 2 | R2.6 | Factor from one wait to the next.
    @hop.retry.max | time | for ever | R2.6 | The longest wait.
    @outages | map | | R1.6 | Alternating spans, stationary at the start.
    @outages.every | law time | ! | R1.6 | From the end of one to the start of the next.
    @outages.last | law time | ! | R1.6 | How long one lasts.
    @throttle | map | | R4.6 | A token bucket.
    @throttle.burst | integer 1..1000 | see above | R4.6 | How many at once.
    @throttle.refill | time | see above | R4.6 | Time until one more, at most 30d; 0s: no limit.
    @windows[].from | clock | ! | R4.2 | The beginning.
    @windows[].to | clock | ! | R4.2 | The end, exclusive.
    @windows[].days | days | every day | R4.2 | On which days it begins.
    @replications.min | integer 2..16777216 | 30 | | The minimum.
    @replications.max | integer 2..16777216 | ! | | The maximum.
    @replications.until | map | ! | | The precision at which to stop.
    @replications.until.metric | text | ! | | A metric of metrics.csv.
    @replications.until.half_width | amount | | | Of the interval, in the metric's unit; or \
      relative.
    @replications.until.relative | share | | | The half-width as a share of the estimate.
    @replications.until.strategy | text | every strategy | | The strategy whose interval counts.
    @replications.until.difference | bool | false | | The difference from the baseline.
    @law.constant.value | dimension | ! | | The value.
    @law.exponential.mean | dimension | ! | | Its mean.
    @law.uniform.min | dimension | ! | | The smallest value.
    @law.uniform.max | dimension | ! | | The largest value.
    @law.gamma.mean | dimension | ! | | Its mean.
    @law.gamma.shape | number 0.. | ! | | 1: exponential.
    @law.lognormal.mean | dimension | | | Its mean; with cv.
    @law.lognormal.cv | number 0..1000000 | | | Standard deviation / mean.
    @law.lognormal.median | dimension | | | Its median; with sigma.
    @law.lognormal.sigma | number 0.. | | | Of the logarithm.
    @law.weibull.scale | dimension | ! | | 63 % of the values are below it.
    @law.weibull.shape | number 0.. | ! | | Below 1: a heavy tail.
    @law.pareto.scale | dimension | ! | | The smallest value.
    @law.pareto.shape | number 0.. | ! | | At most 1: no mean.
    @law.hyperexponential.weights | numbers | ! | | Of the parts.
    @law.hyperexponential.means | dimensions | ! | | Of the parts.
    @law.empirical.file | text | ! | | A CSV file.
    @law.empirical.column | text | ! | | Its column of values, in seconds, per second, or plain.
    @law.mixture.weights | numbers | ! | | Of the parts.
    @law.mixture.of | laws | ! | | The parts.
    @law.geometric.mean | number 1.. | ! | | Counts from 1 on.
    """
}
