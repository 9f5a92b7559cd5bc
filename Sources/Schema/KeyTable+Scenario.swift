// The keys of a scenario, one line each: path | type | default | rule | meaning.
//
// A default of `!` means that the key is needed; none, that what it says is not modelled. Types are
// the words of ``KeyType``. Shapes whose name starts with @ are used in several places.

extension KeyTable {
  static let scenarioText = """
    format | words 1 | ! | | The format of this file.
    name | name | ! | | The name of the experiment and of its folder of results.
    title | text | | | One line, shown in reports.
    seed | integer 0..18446744073709551615 | ! | | The seed of all random numbers: same seed, same \
      results.
    warmup | time | 0s | | Nothing is counted before this time.
    duration | time | ! | | Notifications created between the end of the warm-up and this time \
      are counted.
    drain | time | 0s | | Extra time after the duration, uncounted, in which the last \
      notifications reach their fate.
    devices | devices | 1000 | | The number of devices; `streams`: as many as the trace has.
    replications | replications | 40 | | The number of replications, or a precision to reach.
    confidence | number 0..1 | 0.95 | | Confidence level of all intervals, above 0 and below 1.
    timeline | time | 1d | | The width of a row of timeline.csv.
    limits | map | | | Limits that end a run with exit code 65.
    limits.events_per_device_day | integer 1..1000000000 | 1000000 | | Events of one device in a \
      day.
    limits.stored_per_device | integer 1..8388607 | 1000000 | | Pushes of one device under way or \
      stored.
    workload | map | ! | R1.4 | The messages that a device is owed.
    workload.arrivals | oneof poisson weekly bursts trace | ! | R1.4 | When messages are created.
    workload.arrivals.poisson | @poisson | | R1.4 | At a constant rate.
    workload.arrivals.weekly | @weekly | | R1.4 | At a rate that repeats every week.
    workload.arrivals.bursts | map | | R1.4 | Messages in bursts.
    workload.arrivals.bursts.between | law time | ! | R1.4 | From the end of a burst to the start \
      of the next.
    workload.arrivals.bursts.size | law count | ! | R1.4 | Messages of a burst, at least 1.
    workload.arrivals.bursts.within | law time | ! | R1.4 | From one message of a burst to the next.
    workload.arrivals.trace | map | | R1.4 | As recorded in a CSV file.
    workload.arrivals.trace.file | text | ! | R1.4 | The file, relative to the scenario's folder.
    workload.arrivals.trace.time | text | ! | R1.4 | The column of times in seconds.
    workload.arrivals.trace.device | text | | R1.4 | The column whose values are the streams; \
      none: one stream for all.
    workload.arrivals.trace.from | number | the earliest time | R1.4 | Which time \
      in the file is time 0 of the run [s].
    workload.arrivals.trace.length | time | the span, in whole days | R1.4 | How much of the file \
      is used.
    workload.arrivals.trace.repeat | bool | false | R1.4 | Repeats the trace until the run ends.
    workload.arrivals.trace.shuffle | bool | false | R1.4 | As many messages at uniform times: \
      the Poisson surrogate.
    workload.arrivals.trace.sample | bool | false | R1.4 | Draws a stream and a shift for \
      each device. With `device`, the shift is a number of whole weeks, and only the file's whole \
      weeks are used, so that weekdays are preserved (a file shorter than a week is used in full, \
      without a shift). Without `device`, the shift is any time, which mixes weekdays and hours.
    workload.payload | law count | | R1.5 | The size of a message [byte].
    workload.useful_for | time | | R0.5 | How long a message stays useful; used by the metrics in \
      time.
    workload.kind | words alert mixed | alert | R1.5 | mixed: the push wakes the app too.
    workload.blank | share | 0 | R4.3 | Messages whose payload has none of alert, badge, sound.
    workload.threads | integer 1..1000000 | | R4.2 | The number of threads that messages belong to.
    workload.priority | words 1 5 10 | 10 | R3.4 | Of messages. With device.power, 5 waits while \
      the device saves power, and 1 always waits.
    workload.badge_updates | @extra | | R3.7 | Pushes that carry no message.
    workload.read_receipts | @extra | | R3.7 | Pushes that carry no message.
    workload.accounts | integer 1..100 | 1 | R2.1 | Of each device; messages are spread evenly.
    workload.folders | maps | | R2.1 | Of each account, at most 40.
    workload.folders[].name | name | ! | R2.1 | Its name in stories.
    workload.folders[].share | number 0.. | 1 | R2.1 | Its weight among the messages.
    workload.folders[].subscribed | share | 1 | R2.1 | Probability that a user subscribes to it.
    workload.subscriptions | map | | R2.1 | Users change their subscriptions.
    workload.subscriptions.changes | law time | | R2.1 | From one decision about an account's \
      folder to the next.
    provider | map | | R2 | The provider and the hops to it and from it; default: ideal.
    provider.retention | time | for ever | R2.2 | How long a payload can be sent again.
    provider.intake | @hop | | R2.6 | Hop 1, from the server.
    provider.link | @hop | | R2.6 | Hop 2, to the push service.
    provider.resend | map | | R2.4 | The endpoint for re-requests.
    provider.resend.failure | share | 0 | R2.4 | Probability that a request fails.
    provider.resend.latency | law time | 0s | R2.4 | From request to answer.
    provider.resend.capacity | map | | R2.5 | Limits the endpoint; without it, nobody waits.
    provider.resend.capacity.servers | integer 1..1000000 | ! | R2.5 | Servers of a shard.
    provider.resend.capacity.service | law time | ! | R2.5 | Service time of a request.
    provider.resend.capacity.timeout | time | for ever | R2.5 | The longest wait for a server.
    provider.shards | integer 1..1000000 | 1 | R2.5 | Device i asks shard i mod shards.
    push_service | map | | R3 | How the push service stores and delivers.
    push_service.kind | words apns fcm web-push wns-toast mqtt keep-all | apns | R3.10 | Which \
      service.
    push_service.expiration | time | 30d | R3.5 | From each send, at most 30d; 0s: one attempt.
    push_service.capacity | integer 1..1000000 | 100 with fcm, 1000 with mqtt | R3.10 | Pushes \
      kept for a device.
    push_service.newest_survives | map | | R3.2 | Which of two stored pushes survives.
    push_service.newest_survives.p | share | 1 | R3.2 | Probability that the newest one survives.
    push_service.newest_survives.within | time | for ever | R3.2 | The newest can be lost only if \
      it is accepted less than this after the stored one.
    push_service.slot | words shared per-type | shared | R3.7 | Which types of pushes overwrite \
      each other.
    push_service.latency | law time | 0s | R3.3 | To a connected device.
    push_service.half_open | map | | R3.8 | The service notices a dead connection late.
    push_service.half_open.detect | law time | ! | R3.8 | Time from the disconnection until it is \
      noticed.
    push_service.half_open.resume | share | 0 | R3.8 | Probability that a device that returns \
      earlier keeps its connection.
    push_service.collapse_keys | map | | R3.10 | fcm: messages with a collapse key, of which only \
      the newest is kept.
    push_service.collapse_keys.share | share | ! | R3.10 | Share of messages with a key.
    push_service.collapse_keys.keys | integer 1..1000 | ! | R3.10 | How many keys the app uses.
    push_service.throttle | @throttle | 20, 3m | R3.10 | fcm: rate limit of collapsible messages.
    push_service.payload_limit | payload | | R2.7 | The largest push [byte], or the era.
    push_service.per_token | map | | R2.7 | Rate limit of one device: 429 beyond it.
    push_service.per_token.burst | integer 1..1000 | ! | R2.7 | How many at once.
    push_service.per_token.refill | time | ! | R2.7 | Time until one more, at most 30d; 0s: no \
      limit.
    push_service.opt_in | map | | R3.10 | web-push: devices that get a token.
    push_service.opt_in.home_screen | share | 1 | R3.10 | Share with the web app on the home screen.
    push_service.opt_in.allowed | share | 1 | R3.10 | Share of those that allowed notifications.
    network | map | | R1.6 | When devices have a network; default: always.
    network.online | law time | | R1.6 | Spans with a network; needs offline.
    network.offline | law time | | R1.6 | Spans without a network; needs online.
    network.reconnect | law time | 0s | R1.7 | Time from coming online to being connected.
    network.regions | map | | R1.6 | Outages that hit many devices at once.
    network.regions.count | integer 1..1000000 | ! | R1.6 | Device i lies in region i mod count.
    network.regions.outages | @outages | ! | R1.6 | Of one region.
    """
}
