"""Deliverability by strategy, with intervals."""

from ..chart import Chart
from ..findings import at_point, best, worst
from ..words import GAP, METRIC_WORDS, between, listed, metric_value, percent, points
from .dot_rows import dots, grid, pairs

METRICS = ["deliverability", "seen_in_time"]
ROWS_MAX = 36  # more rows are drawn as one row of dots for each strategy


def charts(results):
    return [chart for metric in METRICS for chart in one(results, metric)]


def one(results, metric):
    table = results.metric(metric)
    if not len(table):
        return []
    way = layout(results, len(table))
    return [
        Chart(
            name=metric.replace("_", "-"),
            heading="Deliverability"
            if metric == "deliverability"
            else METRIC_WORDS[metric].capitalize(),
            title=title(results, metric),
            sentence=(
                f"The share of owed notifications that were {METRIC_WORDS[metric]}; bars are "
                f"{confidence(results)} intervals"
                + (", and each dot is a design point." if way is dots else ".")
            ),
            alt=alt(results, metric),
            is_drawn_live=True,
            draw=lambda canvas: way(canvas, results, metric),
        )
    ]


def layout(results, count):
    """How so many numbers are best laid out."""
    if results.axis is not None or count > ROWS_MAX:
        return dots
    return pairs if len(results.points) > max(2, len(results.strategies)) else grid


def confidence(results):
    value = float(results.table("metrics")["confidence"].iloc[0])
    return f"{value * 100:g} %"


def title(results, metric="deliverability"):
    """The gain of the best strategy, or the loss of the worst, or what there is."""
    text = gain(results, metric)
    return text if metric == "deliverability" else f"{METRIC_WORDS[metric].capitalize()}: {text}"


def gain(results, metric):
    word = "shows" if metric == "deliverability" else "has"
    if len(results.points) == 1:
        return at_point(results, results.points.index[0], metric, word)
    factors = listed([factor.label for factor in results.factors])
    found = best(results, metric)
    if found is not None:
        name, rows = found
        low, high = rows["difference"].min(), rows["difference"].max()
        of_base = results.metric(metric).xs(results.baseline, level=1)["mean"]
        if of_base.max() - of_base.min() > 4 * high:
            return (
                f"{results.baseline} {word} "
                f"{between(percent(of_base.min()), percent(of_base.max()))}, "
                f"depending on {factors}; {name} adds at most {points(high)}"
            )
        if points(low) == points(high) and low > 0:
            return f"{name} {word} {points(high)} more than {results.baseline}, for any {factors}"
        least = f"{points(low)} less" if low < 0 else points(low).split(GAP)[0]
        return (
            f"{name} {word} {least} to {points(high)} more than {results.baseline}, "
            f"depending on {factors}"
        )
    found = worst(results, metric)
    if found is not None:
        name, rows = found
        return (
            f"{name} {word} up to {points(rows['difference'].min())} less than "
            f"{results.baseline}, depending on {factors}"
        )
    name = results.baseline or results.strategies[0]
    values = results.metric(metric).xs(name, level=1)["mean"]
    return (
        f"{name} {word} {between(percent(values.min()), percent(values.max()))}, "
        f"depending on {factors}"
    )


def alt(results, metric):
    rows = list(results.metric(metric).iterrows())
    words = [
        f"{strategy}{', ' + results.point_words(point) if results.factors else ''}: "
        f"{metric_value(metric, row['mean'])}"
        for (point, strategy), row in rows[:24]
    ]
    more = f"; and {len(rows) - 24} more rows in metrics.csv" if len(rows) > 24 else ""
    return f"Dot plot of owed notifications {METRIC_WORDS[metric]}. {'; '.join(words)}{more}."
