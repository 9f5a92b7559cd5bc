// The keys of a scenario, one line each: path | type | default | rule | meaning.
//
// A default of `!` means that the key is needed; none, that what it says is not modelled. Types are
// the words of ``KeyType``. Shapes whose name starts with @ are used in several places.

extension KeyTable {
  static let scenarioText = """
    format | words 1 | ! | | The format of this file.
    name | name | ! | | The name of the results' folder.
    title | text | | | A line for people.
    seed | integer 0..18446744073709551615 | ! | | Names the random numbers: same seed, same \
      results.
    warmup | time | 0s | | From 0 to here nothing is counted.
    duration | time | ! | | Notifications made from the warm-up's end to here are counted.
    drain | time | 0s | | Goes on after the duration, uncounted, so that the last ones meet their \
      fate.
    devices | devices | 1000 | | How many; streams: as many as the trace has.
    replications | replications | 40 | | How often everything is played, or how precise it is to be.
    confidence | number 0..1 | 0.95 | | Of all intervals; neither 0 nor 1.
    timeline | time | 1d | | The width of a row of timeline.csv.
    limits | map | | | What ends a run with exit code 65.
    limits.events_per_device_day | integer 1..1000000000 | 1000000 | | Events of one device in a \
      day.
    limits.stored_per_device | integer 1..8388607 | 1000000 | | Pushes of one device under way or \
      stored.
    workload | map | ! | R1.4 | What the server owes to a device.
    workload.arrivals | oneof poisson weekly bursts trace | ! | R1.4 | When messages are made.
    workload.arrivals.poisson | @poisson | | R1.4 | At a constant rate.
    workload.arrivals.weekly | @weekly | | R1.4 | At a rate that repeats every week.
    workload.arrivals.bursts | map | | R1.4 | In bursts.
    workload.arrivals.bursts.between | law time | ! | R1.4 | From the end of a burst to the start \
      of the next.
    workload.arrivals.bursts.size | law count | ! | R1.4 | Messages of a burst, at least 1.
    workload.arrivals.bursts.within | law time | ! | R1.4 | From one message of a burst to the next.
    workload.arrivals.trace | map | | R1.4 | As recorded in a CSV file.
    workload.arrivals.trace.file | text | ! | R1.4 | The file, from the scenario's folder.
    workload.arrivals.trace.time | text | ! | R1.4 | The column of times in seconds.
    workload.arrivals.trace.device | text | | R1.4 | The column whose values are the streams; \
      none: one stream for all.
    workload.arrivals.trace.from | number | the earliest time | R1.4 | What time 0 of the run is \
      in the file [s].
    workload.arrivals.trace.length | time | the span, in whole days | R1.4 | How much of the file \
      is played.
    workload.arrivals.trace.repeat | bool | false | R1.4 | Plays it again and again.
    workload.arrivals.trace.shuffle | bool | false | R1.4 | As many messages at uniform times: \
      the Poisson surrogate.
    workload.arrivals.trace.sample | bool | false | R1.4 | Draws a stream and a shift by whole \
      weeks for each device anew. With `device`, only the file's whole weeks are played, so that \
      weekdays stay (shorter than a week: all of it, without a shift). Without `device`, the shift \
      is any time, and weekdays and hours get mixed.
    workload.payload | law count | | R1.5 | The size of a message [byte].
    workload.useful_for | time | | R0.5 | How long a message is of use; for the metrics in time.
    workload.kind | words alert mixed | alert | R1.5 | mixed: the push wakes the app too.
    workload.blank | share | 0 | R4.3 | Messages whose payload has none of alert, badge, sound.
    workload.threads | integer 1..1000000 | | R4.2 | How many threads messages lie in.
    workload.priority | words 1 5 10 | 10 | R3.4 | Of messages; 5 and 1 wait while power is \
      reserved.
    workload.badge_updates | @extra | | R3.7 | Pushes that carry no message.
    workload.read_receipts | @extra | | R3.7 | Pushes that carry no message.
    workload.accounts | integer 1..100 | 1 | R2.1 | Of each device; messages are spread evenly.
    workload.folders | maps | | R2.1 | Of each account, at most 40.
    workload.folders[].name | name | ! | R2.1 | Its name in stories.
    workload.folders[].share | number 0.. | 1 | R2.1 | Its weight among the messages.
    workload.folders[].subscribed | share | 1 | R2.1 | How likely a user wants to hear of it.
    workload.subscriptions | map | | R2.1 | Users decide anew.
    workload.subscriptions.changes | law time | | R2.1 | From one decision about an account's \
      folder to the next.
    provider | map | | R2 | The provider and the hops to it and from it; default: ideal.
    provider.retention | time | for ever | R2.2 | How long a payload can be sent again.
    provider.intake | @hop | | R2.6 | Hop 1, from the server.
    provider.link | @hop | | R2.6 | Hop 2, to the push service.
    provider.resend | map | | R2.4 | The endpoint for re-requests.
    provider.resend.failure | share | 0 | R2.4 | Answers that are errors.
    provider.resend.latency | law time | 0s | R2.4 | From request to answer.
    provider.resend.capacity | map | | R2.5 | Nobody waits without it.
    provider.resend.capacity.servers | integer 1..1000000 | ! | R2.5 | Of a shard.
    provider.resend.capacity.service | law time | ! | R2.5 | What a server needs for a request.
    provider.resend.capacity.timeout | time | for ever | R2.5 | The longest wait for a server.
    provider.shards | integer 1..1000000 | 1 | R2.5 | Device i asks shard i mod shards.
    push_service | map | | R3 | What is kept for a device that is away.
    push_service.kind | words apns fcm web-push wns-toast mqtt keep-all | apns | R3.10 | Which \
      service.
    push_service.expiration | time | 30d | R3.5 | From each send, at most 30d; 0s: one attempt.
    push_service.capacity | integer 1..1000000 | 100 with fcm, 1000 with mqtt | R3.10 | Pushes \
      kept for a device.
    push_service.newest_survives | map | | R3.2 | Which push is overwritten in the slot.
    push_service.newest_survives.p | share | 1 | R3.2 | The newest one survives.
    push_service.newest_survives.within | time | for ever | R3.2 | Only if the stored one is \
      younger may the newest be lost.
    push_service.slot | words shared per-type | shared | R3.7 | Which types of pushes overwrite \
      each other.
    push_service.latency | law time | 0s | R3.3 | To a connected device.
    push_service.half_open | map | | R3.8 | A dead connection is noticed late.
    push_service.half_open.detect | law time | ! | R3.8 | From the disconnection to its notice.
    push_service.half_open.resume | share | 0 | R3.8 | A device that is back before keeps its \
      connection.
    push_service.collapse_keys | map | | R3.10 | fcm: messages of which the newest is enough.
    push_service.collapse_keys.share | share | ! | R3.10 | Which messages.
    push_service.collapse_keys.keys | integer 1..1000 | ! | R3.10 | How many keys the app uses.
    push_service.throttle | @throttle | 20, 3m | R3.10 | fcm: on collapsible messages.
    push_service.payload_limit | payload | | R2.7 | The largest push [byte], or the era.
    push_service.per_token | map | | R2.7 | How many pushes one device may get: 429 beyond.
    push_service.per_token.burst | integer 1..1000 | ! | R2.7 | At once.
    push_service.per_token.refill | time | ! | R2.7 | Until one more, at most 30d; 0s: no limit.
    push_service.opt_in | map | | R3.10 | web-push: who gets a token.
    push_service.opt_in.home_screen | share | 1 | R3.10 | Has the web app on the home screen.
    push_service.opt_in.allowed | share | 1 | R3.10 | Of those, has allowed notifications.
    network | map | | R1.6 | When devices have a network; default: always.
    network.online | law time | | R1.6 | Spans with a network; with offline.
    network.offline | law time | | R1.6 | Spans without; with online.
    network.reconnect | law time | 0s | R1.7 | From coming online to being connected.
    network.regions | map | | R1.6 | Outages that devices have together.
    network.regions.count | integer 1..1000000 | ! | R1.6 | Device i lies in region i mod count.
    network.regions.outages | @outages | ! | R1.6 | Of one region.
    """
}
