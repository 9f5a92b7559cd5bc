"""What the page and its charts say of the strategies."""

import math

from ..vocabulary import is_more_better, is_share, metric_words, sign
from .choice import as_good, gains, is_decided, order_at
from .words import GAP, between, listed, metric_value, points

NAMES_MAX = 3


def best(results, metric, point=None):
    """The strategy to choose and its rows of comparisons.csv by design point; None when it is not
    surely better than the baseline.

    point: the only one that counts."""
    kept = [point] if point is not None else list(results.points.index)
    names = {one: (order_at(results, metric, one) or [None])[0] for one in kept}
    table = finite(results.difference(metric), "difference")
    rows = table.loc[[key for key in names.items() if key in table.index]]
    ends = rows["ci_low"] if is_more_better(metric) else -rows["ci_high"]
    if not len(rows) or len(rows) < len(kept) or not (ends > 0).any():
        return None
    chosen = list(dict.fromkeys(names.values()))
    return (chosen[0] if len(chosen) == 1 else None), rows.droplevel(1)


def worst(results, metric, point=None):
    """The strategy that loses most on average, and its rows; None when none is surely worse."""
    table = finite(gains(results, metric), "gain")
    if point is not None:
        table = table[table.index.get_level_values(0) == point]
    if results.baseline is None or not len(table):
        return None
    name = table.groupby(level=1, sort=False)["gain"].mean().idxmin()
    if not (table.xs(name, level=1)["high"] < 0).any():
        return None
    rows = finite(results.difference(metric), "difference").xs(name, level=1)
    return name, rows if point is None else rows.loc[[point]]


def finite(table, column):
    """Without rows that no sentence has words for: delays that never end."""
    return table[table[column].abs() < math.inf]


def sentence(results, metric):
    """What the strategy to choose gains, or the worst loses, or what there is."""
    if len(results.points) == 1:
        text = at_point(results, results.points.index[0], metric)
    else:
        text = over_points(results, metric)
    return about(metric, text)


def about(metric, text):
    """The text begins with its metric; without one it speaks of deliverability."""
    return text if metric == "deliverability" else f"{capital(metric_words(metric))}: {text}"


def capital(text):
    return text[:1].upper() + text[1:]


def verb(metric):
    return "shows" if metric == "deliverability" else "has"


# At one design point


def at_point(results, point, metric="deliverability"):
    """A sentence on one design point."""
    values = {name: results.mean(metric, point, name) for name in order_at(results, metric, point)}
    values = {name: value for name, value in values.items() if value is not None}
    ends = [name for name, value in values.items() if math.isfinite(value)]
    first, base, word = next(iter(ends or values)), results.baseline, verb(metric)
    if ends and base is not None and math.isinf(results.mean(metric, point, base) or 0):
        return f"{first} {word} {metric_value(metric, values[first])}, {base} never"
    if len(values) == 1:
        return f"{first} {word} {metric_value(metric, values[first])}"
    equals = also(as_good(results, metric, point), is_decided(results, metric))
    if base is None:
        most = "most" if is_more_better(metric) else "least"
        return f"{first} {word} the {most}: {metric_value(metric, values[first])}{equals}"
    found = best(results, metric, point)
    if found is None:
        found, equals = worst(results, metric, point), ""
    if found is None:
        return undecided(results, metric, metric_value(metric, values[base]))
    name = found[0]
    gap = float(found[1]["difference"].iloc[0])
    told = metric_value(metric, values[name])
    return f"{name} {word} {told}, {compared(metric, gap)} than {base}{equals}"


def undecided(results, metric, value):
    base, word = results.baseline, verb(metric)
    if results.replications == "1":
        return f"A single replication has no intervals: {base} {word} {value}"
    more = "more" if is_more_better(metric) else "less"
    return f"No strategy {word} significantly {more} than {base}: {value}"


def also(names, has_decided):
    """Such as "; x and y are not told apart"; has_decided: `best` has called them as good."""
    if not names:
        return ""
    word = "as good" if has_decided else "not told apart"
    if len(names) > NAMES_MAX:
        return f"; {len(names)} others are {word}"
    return f"; {listed(names)} {'is' if len(names) == 1 else 'are'} {word}"


def size(metric, difference):
    """A difference without its sign."""
    return points(difference) if is_share(metric) else metric_value(metric, abs(difference))


def compared(metric, difference):
    """Such as "5.0 points more"."""
    return f"{size(metric, difference)} {'less' if difference < 0 else 'more'}"


# Over all design points


def over_points(results, metric):
    """What the strategy to choose gains at the design points, and what that depends on."""
    found = best(results, metric)
    if found is not None:
        return gained(results, metric, *found)
    base, word = results.baseline, verb(metric)
    found = worst(results, metric)
    if found is not None:
        name, rows = found
        most = rows["difference"].iloc[(rows["difference"] * sign(metric)).argmin()]
        alike = [size(metric, gap) for gap in rows["difference"]]
        return f"{name} {word} up to {compared(metric, most)} than {base}{depending(results, alike)}"
    name = base or order_at(results, metric, results.focus)[0]
    values = results.metric(metric).xs(name, level=1)["mean"]
    return f"{name} {word} {spread(results, metric, values)}"


def spread(results, metric, values):
    """From the least value to the greatest, and what that depends on."""
    ends = [metric_value(metric, end) for end in (values.min(), values.max())]
    return between(*ends) + depending(results, ends)


def depending(results, texts):
    """What a range depends on; nothing, where its ends read alike."""
    if len(set(texts)) < 2:
        return ""
    return f", depending on {listed(factor.label for factor in results.factors)}"


def gained(results, metric, name, rows):
    """name: None where each design point has a choice of its own."""
    word, base, gaps = verb(metric), results.baseline, rows["difference"]
    low, high = gaps.min(), gaps.max()
    factors = listed(factor.label for factor in results.factors)
    equals = also(everywhere(results, metric), is_decided(results, metric)) if name else ""
    table = results.metric(metric)["mean"]
    own = table[table.index.get_level_values(1) == base]
    if name and own.max() - own.min() > 4 * gaps.abs().max():
        most = size(metric, high if is_more_better(metric) else low)
        adds = "adds" if is_more_better(metric) else "saves"
        return f"{base} {word} {spread(results, metric, own)}; {name} {adds} at most {most}{equals}"
    who = name or f"The choice for each {factors}"
    if size(metric, low) == size(metric, high) and low * high > 0:
        return f"{who} {word} {compared(metric, low)} than {base}, for any {factors}{equals}"
    told = from_to(metric, low, high)
    return f"{who} {word} {told} than {base}, depending on {factors}{equals}"


def from_to(metric, low, high):
    """Such as "1.8 to 8.5 points more"."""
    if low * high < 0:
        return f"{compared(metric, low)} to {compared(metric, high)}"
    least, most = sorted((low, high), key=abs)
    first = size(metric, least)
    # Times may have different units.
    first = first.split(GAP)[0] if is_share(metric) else first
    return f"{first} to {compared(metric, most)}"


def everywhere(results, metric):
    """Those as good as the choice at every design point."""
    lists = [as_good(results, metric, point) for point in results.points.index]
    return [name for name in lists[0] if all(name in others for others in lists)]
