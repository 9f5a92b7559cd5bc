"""What several charts say of the strategies."""

from .words import listed, metric_value, percent, points


def _differences(results, metric, point):
    table = results.difference(metric)
    return table if point is None else table[table.index.get_level_values(0) == point]


def best(results, metric="deliverability", point=None):
    """The strategy that gains most on the baseline, and its rows of comparisons.csv by design
    point; None when none is surely better, or there is nothing to compare."""
    return _extreme(results, _differences(results, metric, point), 1)


def worst(results, metric="deliverability", point=None):
    """The one that loses most; None when none is surely worse."""
    return _extreme(results, _differences(results, metric, point), -1)


def _extreme(results, table, sign):
    if not len(table):
        return None
    mean = sign * table.groupby(level=1)["difference"].mean()
    name = next(one for one in results.strategies if one in mean.index and mean[one] == mean.max())
    rows = table.xs(name, level=1)
    is_sure = (rows["ci_low"] > 0).any() if sign > 0 else (rows["ci_high"] < 0).any()
    return (name, rows) if is_sure else None


def at_point(results, point, metric="deliverability", word="shows"):
    """A sentence on one design point."""
    values = {name: results.mean(metric, point, name) for name in results.strategies}
    values = {name: value for name, value in values.items() if value is not None}
    base = results.baseline
    if len(values) == 1 or base is None:
        name = max(values, key=values.get)
        most = "" if len(values) == 1 else "the most: "
        return f"{name} {word} {most}{metric_value(metric, values[name])}"
    found, sign = best(results, metric, point), "more"
    if found is None:
        found, sign = worst(results, metric, point), "less"
    if found is None:
        value = metric_value(metric, values[base])
        if results.replications == "1":
            return f"A single replication has no intervals: {base} {word} {value}"
        return f"No strategy {word} significantly more than {base}: {value}"
    name, rows = found
    gap = float(rows["difference"].iloc[0])
    near = [
        one
        for one in values
        if one not in (name, base) and abs(values[one] - values[name]) < 0.05 * abs(gap)
    ]
    who = listed([name, *near])
    verb = word.removesuffix("s") if near else word
    if len(near) >= 3:
        who = f"{len(near) + 1} strategies"
    if near and sign == "more":
        least = min(values[one] for one in [name, *near])
        return f"{who} {verb} {percent(least)} or more, {points(gap)} more than {base}"
    return f"{who} {verb} {metric_value(metric, values[name])}, {points(gap)} {sign} than {base}"
