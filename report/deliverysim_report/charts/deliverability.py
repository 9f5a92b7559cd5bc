"""Deliverability by strategy, with intervals."""

from ..chart import Chart
from ..findings import at_point, best, worst
from ..style import FAINT, MARKERS, Look, fold, percent_axis
from ..words import GAP, METRIC_WORDS, listed, metric_value, percent, points

METRICS = ["deliverability", "seen_in_time"]
ROWS_MAX = 36  # more rows are drawn as one row of dots for each strategy


def charts(results):
    return [chart for metric in METRICS for chart in one(results, metric)]


def one(results, metric):
    table = results.metric(metric)
    if not len(table):
        return []
    way = layout(results, len(table))
    return [Chart(
        name=metric.replace("_", "-"),
        heading="Deliverability" if metric == "deliverability" else METRIC_WORDS[metric].capitalize(),
        title=title(results, metric),
        sentence=(
            f"The share of owed notifications that were {METRIC_WORDS[metric]}; bars are "
            f"{confidence(results)} intervals"
            + (", and each dot is a design point." if way is dots else ".")),
        alt=alt(results, metric),
        draw=lambda canvas: way(canvas, results, metric))]


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
            return (f"{results.baseline} {word} {percent(of_base.min())} to "
                    f"{percent(of_base.max())}, depending on {factors}; {name} adds at most "
                    f"{points(high)}")
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


def pairs(canvas, results, metric):
    """A row for each design point, with the strategies side by side on it."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    points = list(results.points.index)
    (panel,), _ = canvas.panels(height=0.3 * len(points) + 1.0)
    means = table["mean"].unstack()
    for row, point in enumerate(points):
        panel.plot(
            [means.loc[point].min(), means.loc[point].max()], [row, row], color="#cccccc",
            linewidth=1.2)
    for name in results.strategies:
        rows = table.xs(name, level=1)
        places = [points.index(point) for point in rows.index]
        panel.hlines(
            places, rows["ci_low"], rows["ci_high"], color=look.colour[name], linewidth=3,
            alpha=0.5)
        panel.plot(
            rows["mean"], places, look.marker[name], color=look.colour[name], label=name)
    for row, point in enumerate(points):
        values = [metric_value(metric, value) for value in means.loc[point, results.strategies]
                  if value == value]
        panel.annotate(
            values[0] if len(values) == 1 else f"{values[0]} → {values[-1]}", (1.02, row),
            xycoords=("axes fraction", "data"), va="center", size=8.5, color=FAINT)
    panel.set_ylim(len(points) - 0.5, -0.5)
    panel.set_yticks(
        range(len(points)),
        [fold(short_words(results, point), 34 if canvas.is_wide else 20) for point in points])
    panel.grid(axis="y", visible=False)
    panel.tick_params(axis="y", length=0)
    percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=6 if canvas.is_wide else 3)
    panel.set_xlabel(f"{METRIC_WORDS[metric]}, of the owed")
    if len(results.strategies) > 1:
        canvas.figure.legend(
            loc="outside lower left", ncols=3, frameon=False, handletextpad=0.2)


def short_words(results, point):
    """The values of the factors alone where they are labels."""
    return ", ".join(
        factor.words(results.points.at[point, factor.name]) if not factor.is_number
        else f"{factor.label} {factor.words(results.points.at[point, factor.name])}"
        for factor in results.factors)


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
