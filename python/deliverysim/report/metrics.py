"""The metrics of the results: what people call them, and which way is better."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """words: what a metric is, after "Show" or beside an axis. is_more_better: its direction."""

    words: str
    is_more_better: bool = False


def _better(words):
    return Metric(words, is_more_better=True)


# As `deliverysim check` judges them. In the order in which the page offers them.
METRICS = {
    "deliverability": _better("shown"),
    "awareness": _better("known of"),
    "awareness_in_time": _better("known of in time"),
    "timeliness": _better("shown in time"),
    "seen_in_time": _better("seen in time"),
    "pushes_per_notification": Metric("pushes per notification"),
    "interruptions_per_device_day": Metric("interruptions per device and day"),
    "redundant_interruptions_per_device_day": Metric(
        "alerts for what the user had, per device and day"
    ),
    "degraded_share": Metric("shown without what the extension adds"),
    "heartbeats_per_device_day": Metric("heartbeats per device and day"),
    "resend_requests_per_device_day": Metric("re-requests per device and day"),
    "payload_bytes_per_notification": Metric("payload bytes per notification"),
    "opt_outs_per_1000_devices": Metric(
        "users who silence alerts or switch them off, per 1000 devices"
    ),
    "uninstalls_per_1000_devices": Metric("users who uninstall the app, per 1000 devices"),
    "escalations_per_notification": Metric(
        "messages sent by the second channel, per notification"
    ),
    "needless_escalation_share": Metric("needless messages of the second channel"),
    "escalation_cost_per_1000_notifications": Metric(
        "cost of the second channel, per 1000 notifications"
    ),
    "reachable_share_at_end": _better("devices whose alerts are drawn at the end"),
    "loss": Metric("lost"),
    "push_loss": Metric("not shown by their own push"),
    "devices_without_loss": _better("devices without loss"),
    "reachable_deliverability": _better("shown, on devices that draw alerts"),
    "observed_deliverability": _better("shown, as telemetry has it"),
    "latency_mean_s": Metric("mean delay of what is shown"),
    "latency_p50_s": Metric("median delay of what is shown"),
    "latency_p90_s": Metric("delay that 90 % of what is shown stay within"),
    "latency_p99_s": Metric("delay that 99 % of what is shown stay within"),
    "delay_p50_s": Metric("time until half of what is owed is shown"),
    "delay_p90_s": Metric("time until 90 % of what is owed is shown"),
    "duplicates_per_notification": Metric("duplicates per notification"),
    "summaries_per_device_day": Metric("summaries per device and day"),
    "extension_runs_per_device_day": Metric("runs of the extension per device and day"),
    "extension_seconds_per_device_day": Metric("seconds of the extension per device and day"),
    "device_wake_ups_per_device_day": Metric("pushes that reach the device, per device and day"),
    "provider_requests_per_device_day": Metric("requests to the provider per device and day"),
    "extra_pushes_per_device_day": Metric("extra pushes per device and day"),
    "resend_timeouts_per_device_day": Metric("re-requests that time out, per device and day"),
    "resend_wait_mean_s": Metric("mean wait of a re-request"),
    "app_openings_per_device_day": Metric("openings of the app per device and day"),
    "app_fetches_per_device_day": Metric("fetches by the app per device and day"),
    "taps_per_device_day": _better("taps per device and day"),
}
METRIC_WORDS = {name: metric.words for name, metric in METRICS.items()}
SHARES = {
    "deliverability",
    "reachable_deliverability",
    "awareness",
    "awareness_in_time",
    "timeliness",
    "seen_in_time",
    "degraded_share",
    "loss",
    "push_loss",
    "devices_without_loss",
    "observed_deliverability",
    "reachable_share_at_end",
    "needless_escalation_share",
}

# The other shares are of notifications.
OF_DEVICES = {"devices_without_loss", "reachable_share_at_end"}


def is_more_better(metric):
    """The direction of a metric; less of what is not in the table is better, as of most."""
    return metric in METRICS and METRICS[metric].is_more_better


def axis_words(metric):
    """What a metric is, beside an axis."""
    of_messages = metric in SHARES - OF_DEVICES
    return ("owed notifications " if of_messages else "") + METRIC_WORDS[metric]


def after_value(metric):
    """What a metric is, after its value."""
    return ("of " if metric in OF_DEVICES else "") + METRIC_WORDS[metric]


def sign(metric):
    """1 where more is better, -1 where less is."""
    return 1 if is_more_better(metric) else -1
