"""Which strategy a page speaks of, by which metric: one choice for sentences, tiles and lists."""

import math
from dataclasses import dataclass

import pandas as pd

from ..vocabulary import COSTS, sign
from .words import number

VERDICTS = ["best", "as-good", "undecided", "inferior"]  # the others break a limit
NO_ANSWER = {"metric": None, "candidates": [], "chosen": [], "sentences": []}


@dataclass(frozen=True)
class Choice:
    """What a page is about."""

    metric: str
    costs: list  # those that the run has, in the order in which they are told
    orders: dict  # by design point: the strategies, the one to choose first
    equals: dict | None  # by design point, where `best` has decided: those as good as its choice

    @property
    def winners(self):
        """The strategies that come first at some design point."""
        return list(dict.fromkeys(order[0] for order in self.orders.values() if order))


def choose(results):
    """What `best` has decided; else the strategy that gains most of the run's metric on average."""
    decided = verdicts(results)
    metric = leading(results)
    order = ranked(results, metric)
    orders = {
        point: [name for name in order if is_finite(results, metric, point, name)]
        for point in results.points.index
    }
    equals = None
    if decided:
        for point, rows in decided.items():
            names = by_verdict(rows)
            orders[point] = [name for name in names if is_finite(results, metric, point, name)]
        equals = {
            point: [
                name
                for name in rows[rows["verdict"] == "as-good"]["strategy"]
                if name in orders[point]
            ]
            for point, rows in decided.items()
        }
    return Choice(metric, costs(results), orders, equals)


def is_finite(results, metric, point, name):
    """There is a value that can be told and drawn: a delay may never end."""
    value = results.mean(metric, point, name)
    return value is not None and math.isfinite(value)


# What the run has answered


def answer(results):
    """The run's answer: metric, candidates, what was chosen, and the same in sentences.

    Older results have none."""
    return results.manifest.get("answer", NO_ANSWER)


def leading(results, file="metrics"):
    """The answer's metric comes first where the file has values of it that can be told and drawn;
    else deliverability does, which every run has."""
    metric, table = answer(results)["metric"], results.table(file)
    has_values = ((table["metric"] == metric) & (table["mean"].abs() < math.inf)).any()
    return metric if has_values else "deliverability"


# What best has decided


def verdicts(results):
    """The rows of best.csv by design point; None where it has no choice."""
    if not results.has("best") or answer(results)["metric"] != leading(results):
        return None
    table = results.table("best")
    if not (table["verdict"] == "best").any():
        return None
    return dict(iter(table.groupby("design_point")))


def by_verdict(rows):
    """The strategies that keep all limits, the chosen one first."""
    rows = rows[rows["verdict"].isin(VERDICTS)]
    ranks = rows.assign(rank=rows["verdict"].map(VERDICTS.index))
    return list(ranks.sort_values(["rank", "gap"], kind="stable")["strategy"])


# Without it


def costs(results):
    """The costs that the run has: first the one by which `best` chooses among equals."""
    asked = (results.scenario.get("best") or {}).get("tie")
    names = dict.fromkeys([asked, *COSTS] if asked else COSTS)
    return [name for name in names if len(results.metric(name))]


def ranked(results, metric):
    """The strategies that have the metric, the greatest gain on average first.

    Who gains or loses nothing for sure comes right behind the baseline; of two that gain the same,
    the cheaper one comes first."""
    table = gains(results, metric)
    names = [name for name in results.strategies if name in table.index.get_level_values(1)]
    named = chosen(results) if metric == answer(results)["metric"] else None
    prices = costs(results)

    def key(name):
        rows = table.xs(name, level=1)
        mean = rows["gain"].mean()
        is_sure = results.baseline is None or bool(
            (rows["low"] > 0).any() if mean > 0 else (rows["high"] < 0).any()
        )
        return (
            len(rows) < len(results.points),
            not (name == named and is_sure and mean > 0),
            round(-mean, 12) if is_sure else 0,
            name != results.baseline,
            [total(results, cost, name) for cost in prices] if is_sure else [],
        )

    return sorted(names, key=key)


def total(results, metric, name):
    """Over all design points."""
    table = results.metric(metric)["mean"]
    return float(table[table.index.get_level_values(1) == name].sum())


def chosen(results):
    """The strategy that the run has chosen at its only design point; or None."""
    picks = answer(results)["chosen"]
    return picks[0]["strategy"] if len(results.points) == 1 and picks else None


def gains(results, metric):
    """gain, low, high by design point and strategy: more is better, the baseline gains nothing.

    Without a baseline it is the value itself."""
    table, column = results.metric(metric), "mean"
    if results.baseline is not None:
        base = table[table.index.get_level_values(1) == results.baseline]
        rows = base.assign(difference=0.0, ci_low=0.0, ci_high=0.0).drop(columns="mean")
        table, column = pd.concat([rows, results.difference(metric)]), "difference"
    low, high = ("ci_low", "ci_high") if sign(metric) > 0 else ("ci_high", "ci_low")
    names = {column: "gain", low: "low", high: "high"}
    return table.rename(columns=names)[["gain", "low", "high"]] * sign(metric)


# At a design point


def order_at(results, metric, point):
    """The strategies at a design point, the one to choose first."""
    choice = results.choice
    return choice.orders[point] if metric == choice.metric else ranked(results, metric)


def is_decided(results, metric):
    """`best` has said which strategies are as good as its choice."""
    return metric == results.choice.metric and results.choice.equals is not None


def as_good(results, metric, point):
    """Those that neither `best` nor their intervals tell apart from the first.

    Differences from the baseline share its noise: the values' own intervals must meet, too."""
    order, choice = order_at(results, metric, point), results.choice
    if is_decided(results, metric):
        return [one for one in choice.equals.get(point, []) if one != order[0]]
    values = results.metric(metric).rename(columns={"ci_low": "low", "ci_high": "high"})
    tables = [table.xs(point, level=0) for table in (gains(results, metric), values)]
    order = [one for one in order if all(one in table.index for table in tables)]
    return [
        one
        for one in order[1:]
        if one != results.baseline and all(overlap(table, order[0], one) for table in tables)
    ]


def overlap(table, one, other):
    """Intervals that share a value, or are missing, do not tell two apart."""
    first, second = table.loc[one], table.loc[other]
    return not (first["low"] > second["high"] or second["low"] > first["high"])


def price(results, point):
    """The cost that is told beside the gain: in which the choice differs from the baseline, or the
    strategies from each other; None where the run has none."""
    found, order = results.choice.costs, results.choice.orders[point]
    pairs = [order[:1] + [results.baseline], results.strategies]
    for names in pairs:
        for cost in found:
            values = [results.mean(cost, point, name) for name in names if name]
            if len({number(value) for value in values if value is not None}) > 1:
                return cost
    return found[0] if found else None
