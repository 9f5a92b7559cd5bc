"""Deliverability by strategy, with intervals."""

from ..chart import Chart
from ..findings import at_point, best, worst
from ..style import MARKERS, Look, fold, percent_axis
from ..words import GAP, METRIC_WORDS, listed, metric_value, percent, points

METRICS = ["deliverability", "seen_in_time"]
ROWS_MAX = 36  # more rows are drawn as one row of dots for each strategy


def charts(results):
    return [chart for metric in METRICS for chart in one(results, metric)]


def one(results, metric):
    table = results.metric(metric)
    if not len(table):
        return []
    is_grid = results.axis is None and len(table) <= ROWS_MAX
    return [Chart(
        name=metric.replace("_", "-"),
        heading="Deliverability" if metric == "deliverability" else METRIC_WORDS[metric].capitalize(),
        title=title(results, metric),
        sentence=(
            f"The share of owed notifications that were {METRIC_WORDS[metric]}; bars are "
            f"{confidence(results)} intervals"
            + ("." if is_grid else ", and each dot is a design point.")),
        alt=alt(results, metric),
        draw=lambda canvas: (grid if is_grid else dots)(canvas, results, metric))]


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
        least = f"{points(low)} less" if low < 0 else points(low).split(GAP)[0]
        return (f"{name} {word} {least} to {points(high)} more than {results.baseline}, "
                f"depending on {factors}")
    found = worst(results, metric)
    if found is not None:
        name, rows = found
        return (f"{name} {word} up to {points(rows['difference'].min())} less than "
                f"{results.baseline}, depending on {factors}")
    name = results.baseline or results.strategies[0]
    values = results.metric(metric).xs(name, level=1)["mean"]
    return (f"{name} {word} {percent(values.min())} to {percent(values.max())}, "
            f"depending on {factors}")


def alt(results, metric):
    rows = list(results.metric(metric).iterrows())
    words = [
        f"{strategy}{', ' + results.point_words(point) if results.factors else ''}: "
        f"{metric_value(metric, row['mean'])}"
        for (point, strategy), row in rows[:24]]
    more = f"; and {len(rows) - 24} more rows of metrics.csv" if len(rows) > 24 else ""
    return f"Dot plot of {METRIC_WORDS[metric]}. {'; '.join(words)}{more}."


def grid(canvas, results, metric):
    """A row for each design point and strategy, with its value in words."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    count = len(results.points)
    rows = len(results.strategies)
    axes, columns = canvas.panels(
        count, height=0.27 * rows + (0.75 if count == 1 else 0.5), columns=2, sharex=True,
        sharey=True)
    for number, (panel, point) in enumerate(zip(axes, results.points.index)):
        for row, name in enumerate(results.strategies):
            if (point, name) not in table.index:
                continue
            value = table.loc[(point, name)]
            panel.plot(
                [value["ci_low"], value["ci_high"]], [row, row], color=look.colour[name],
                linewidth=3, alpha=0.5, solid_capstyle="butt")
            panel.plot(value["mean"], row, look.marker[name], color=look.colour[name])
            panel.annotate(
                metric_value(metric, value["mean"]), (1.02, row),
                xycoords=("axes fraction", "data"), va="center", size=9,
                color=look.colour[name])
        panel.set_ylim(rows - 0.5, -0.5)
        panel.set_yticks(range(rows), [fold(name, 18) for name in results.strategies])
        panel.grid(axis="y", visible=False)
        panel.tick_params(axis="y", length=0)
        if count > 1:
            panel.set_title(fold(results.point_words(point), 40))
        percent_axis(panel.xaxis)
        panel.margins(x=0.08)
        panel.locator_params(axis="x", nbins=5)
        if number >= count - columns:
            panel.set_xlabel(f"{METRIC_WORDS[metric]}, of the owed")
            panel.tick_params(axis="x", labelbottom=True)


def dots(canvas, results, metric):
    """A row for each strategy, a dot for each design point."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    rows = len(results.strategies)
    (panel,), _ = canvas.panels(height=0.36 * rows + 0.75)
    for row, name in enumerate(results.strategies):
        values = table.xs(name, level=1)
        low, high = values["mean"].min(), values["mean"].max()
        panel.plot([low, high], [row, row], color=look.colour[name], linewidth=1, alpha=0.6)
        panel.hlines(
            [row] * len(values), values["ci_low"], values["ci_high"], color=look.colour[name],
            linewidth=3, alpha=0.25)
        panel.plot(
            values["mean"], [row] * len(values), MARKERS[0], color=look.colour[name], alpha=0.75,
            markeredgecolor="white", markeredgewidth=0.5)
        panel.annotate(
            f"{percent(low)} to\n{percent(high)}", (1.02, row),
            xycoords=("axes fraction", "data"), va="center", size=8.5, color=look.colour[name])
    panel.set_ylim(rows - 0.5, -0.5)
    panel.set_yticks(range(rows), [fold(name, 18) for name in results.strategies])
    panel.grid(axis="y", visible=False)
    panel.tick_params(axis="y", length=0)
    percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=6)
    panel.set_xlabel(f"{METRIC_WORDS[metric]}, of the owed; a dot for each design point")
