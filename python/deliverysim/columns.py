"""The columns of the result files: types, units and labels, as docs/results.md describes them."""

from __future__ import annotations

# What says what a row is about. All other columns hold numbers.
TEXTS = frozenset(
    "strategy baseline metric interval controls fate stage cause repair group cohort verdict by expectation".split()
)
KEYS = frozenset(["design_point", "replication"])
# Empty at the design points of a sweep that do not model them.
COUNTS = frozenset(
    """
    devices device_time_us owed shown summarised synced pending lost unwanted duplicates aware_in_time
    shown_in_time
    pushes_sent pushes_resent payload_bytes resend_requests resend_failures summaries
    extension_runs interruptions devices_without_loss_count latency_sum_us device_wake_ups
    provider_requests extension_time_us heartbeats extra_pushes resend_timeouts resend_wait_sum_us
    owed_reachable shown_reachable app_openings app_fetches silenced seen_in_time_count taps
    dismissals redundant_interruptions degraded measured_pushes measured_receipts cohort_pushes
    cohort_receipts cohort_owed cohort_shown installed_time_us opt_outs uninstalls reachable_at_end
    escalated escalations needless_escalations escalation_cost_micro actions socket_messages
    input_draws first_day_owed first_day_shown later_days_owed later_days_shown
    shown_squares shown_times_owed owed_squares count replications
    eliminated_at reachable_owed absence_runs absence_messages first_absence_runs failed_at_stake link_losses
    """.split()
)
SHARES = frozenset(
    """
    deliverability reachable_deliverability awareness awareness_in_time timeliness push_loss loss
    devices_without_loss seen_in_time degraded_share observed_deliverability true_deliverability
    reachable_share_at_end needless_escalation_share
    bias share cumulative_share device_loss_share share_of_all_loss quantile confidence
    """.split()
)
# Numbers without a unit, and texts.
BARE = TEXTS | KEYS | {
    "fingerprint", "p_value", "p_adjusted", "variance_reduction",
    "variance_reduction_controls",
}
# What a file says of the metric that its row names.
OF_METRIC = frozenset(
    """
    mean difference std_error ci_low ci_high ci_low_all ci_high_all mean_plain difference_plain
    std_error_plain sd_simulation sd_inputs estimate
    """.split()
)
UNITS = {
    "payload_bytes": "bytes",
    "payload_bytes_per_notification": "bytes per notification",
    "extension_seconds_per_device_day": "s per device-day",
    "peak_resend_rate": "1/s",
    "peak_resend_queue": "count",
}
# The end of a name, and the unit that it stands for. The first that fits counts.
SUFFIXES = {
    "_per_notification": "per notification",
    "_per_device_day": "per device-day",
    "_per_1000_devices": "per 1000 devices",
    "_per_1000_notifications": "per 1000 notifications",
    "_us": "us",
    # Of a count.
    "_expected": "count",
    "_s": "s",
}
LABELS = {
    "deliverability": "notifications shown",
    "reachable_deliverability": "notifications shown, of devices that draw alerts",
    "awareness": "notifications known of",
    "awareness_in_time": "notifications known of in time",
    "timeliness": "notifications shown in time",
    "seen_in_time": "notifications seen in time",
    "push_loss": "notifications not pushed through",
    "loss": "notifications lost",
    "latency_mean_s": "mean latency",
    "latency_p50_s": "median latency",
    "latency_p90_s": "90 % latency",
    "latency_p99_s": "99 % latency",
    "delay_p50_s": "median delay",
    "delay_p90_s": "90 % delay",
    "extension_seconds_per_device_day": "time in the extension",
    "resend_wait_mean_s": "mean wait of a re-request",
    "reachable_share_at_end": "devices whose alerts are drawn at the end",
    "opt_outs_per_1000_devices": "users who silence alerts or switch them off",
    "uninstalls_per_1000_devices": "users who uninstall the app",
    "escalations_per_notification": "messages sent by the second channel",
    "needless_escalation_share": "needless messages of the second channel",
    "escalation_cost_per_1000_notifications": "cost of the second channel",
    "ci_low": "lower end of the interval",
    "ci_high": "upper end of the interval",
    "std_error": "standard error",
    "mean_plain": "estimate without controls",
    "difference_plain": "difference without controls",
    "std_error_plain": "standard error without controls",
    "variance_reduction_controls": "times the replications, by controls",
    "p_value": "p-value",
    "p_adjusted": "adjusted p-value",
}


def dtype(column: str) -> str:
    """How a column is read; texts become categories afterwards."""
    if column in TEXTS:
        return "str"
    if column in KEYS:
        return "int64"
    if column in COUNTS:
        return "Int64"
    # Unsigned, 64 bits: a floating point number would lose the last digits.
    return "UInt64" if column == "fingerprint" else "float64"


def unit(column: str) -> str | None:
    """The unit of a column or metric; None for names that are no column's."""
    if column in UNITS:
        return UNITS[column]
    if column in BARE:
        return ""
    if column in OF_METRIC:
        return "metric"
    if column.removesuffix("_ci_low").removesuffix("_ci_high") in SHARES:
        return "share"
    for suffix, name in SUFFIXES.items():
        if column.endswith(suffix):
            return name
    return "count" if column in COUNTS else None


def label(column: str) -> str:
    """A column or metric in words, without its unit."""
    if column in LABELS:
        return LABELS[column]
    for end, words in (("_ci_low", ", lower end"), ("_ci_high", ", upper end")):
        if column.endswith(end):
            return label(column.removesuffix(end)) + words
    for suffix in SUFFIXES:
        column = column.removesuffix(suffix)
    return column.replace("_", " ")
