"""What more deliverability costs: pushes and interruptions."""

from ..chart import Chart
from ..findings import best, worst
from ..style import Look, label_right, percent_axis
from ..words import GAP, METRIC_WORDS, listed, number, percent, points

COSTS = ["pushes_per_notification", "interruptions_per_device_day"]
HEARTBEATS = "heartbeats_per_device_day"


def charts(results, metric="deliverability", point=None, costs=COSTS):
    point = results.focus if point is None else point
    names = [name for name in results.strategies if results.mean(metric, point, name) is not None]
    costs = [
        cost
        for cost in costs
        if all(results.mean(cost, point, name) is not None for name in names)
    ]
    if len(names) < 2 or not costs:
        return []
    return [
        Chart(
            name="frontier"
            if metric == "deliverability"
            else f"frontier-{metric.replace('_', '-')}",
            heading="What it costs",
            title=title(results, metric, point, names, costs),
            note=results.which(point) if len(results.points) > 1 else "",
            sentence=(
                "Up and to the left is better. The line joins the strategies that no other one "
                "beats on both axes; bars are the intervals in metrics.csv."
            ),
            alt="Dots. "
            + "; ".join(
                f"{name}: {percent(results.mean(metric, point, name))} {METRIC_WORDS[metric]}, "
                + ", ".join(
                    f"{number(results.mean(cost, point, name))} {METRIC_WORDS[cost]}"
                    for cost in costs
                )
                for name in names
            )
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, metric, point, names, costs),
        )
    ]


def title(results, metric, point, names, costs):
    """What the best strategy gains, or the worst loses, and its price."""
    found, sign = cheapest(results, metric, point, costs), "more"
    if found is None:
        found, sign = worst(results, metric, point), "fewer"
    base = results.baseline
    if found is None:
        return f"No strategy is significantly better than {base or names[0]}"
    name, rows = found
    gain = points(float(rows["difference"].iloc[0]))
    told = listed(prices(results, point, name, costs))
    return f"{name}: {gain} {sign} {METRIC_WORDS[metric]}, for {told}"


def prices(results, point, name, costs):
    """What a strategy asks for beyond the baseline. Heartbeats are no pushes of notifications:
    where they are the price, they are told first, and that other pushes cost nothing is not."""
    told = {
        cost: price(cost, *(results.mean(cost, point, one) or 0 for one in (name, results.baseline)))
        for cost in [HEARTBEATS, *costs]
    }
    beats = told.pop(HEARTBEATS)
    if beats.startswith("no "):
        return list(told.values())
    return [beats, *(words for words in told.values() if words != "no more pushes")]


def cheapest(results, metric, point, costs):
    """As `best`; of those that gain nearly as much the one that costs least, in figures as they are
    told; of two that cost the same the one that gains more."""
    found = best(results, metric, point)
    if found is None:
        return None
    table = results.difference(metric).xs(point, level=0)["difference"]
    near = [
        name
        for name in results.strategies
        if name in table.index and table[name] >= 0.95 * table.max()
    ]
    def order(one):
        prices = [round(results.mean(cost, point, one), 2) for cost in reversed(costs)]
        return *prices, -table[one]

    name = min(near, key=order)
    return name, results.difference(metric).xs(point, level=0).loc[[name]]


def price(cost, ours, theirs):
    """What a strategy asks for beyond the baseline, such as "5.4 % more pushes"."""
    what = METRIC_WORDS[cost].replace(" per device and day", " a day")
    if cost == "pushes_per_notification" and theirs > 0:
        more, what, unit = (ours / theirs - 1) * 100, "pushes", f"{GAP}%"
        size = f"{abs(more):.{0 if abs(more) >= 10 else 1}f}"
    else:
        more, unit = ours - theirs, ""
        size = number(round(abs(more), 2))
    if float(size.replace(",", "")) == 0:
        return f"no more {what}"
    return f"{size}{unit} {'more' if more > 0 else 'fewer'} {what}"


def draw(canvas, results, metric, point, names, costs):
    look = Look(results.strategies, results.baseline)
    height = 3.3
    panels, _ = canvas.panels(len(costs), height=height, columns=2)
    table = results.metric(metric)
    for panel, cost in zip(panels, costs):
        prices = results.metric(cost)
        spots = {
            name: (prices.at[(point, name), "mean"], table.at[(point, name), "mean"])
            for name in names
            if (point, name) in prices.index
        }
        edge = frontier(spots)
        panel.plot(*zip(*edge), color="#bbbbbb", linewidth=4, alpha=0.6, zorder=1)
        for name, (x, y) in spots.items():
            price, value = prices.loc[(point, name)], table.loc[(point, name)]
            panel.plot(
                [price["ci_low"], price["ci_high"]], [y, y], color=look.colour[name], linewidth=1
            )
            panel.plot(
                [x, x], [value["ci_low"], value["ci_high"]], color=look.colour[name], linewidth=1
            )
            panel.plot(
                x,
                y,
                look.marker[name],
                color=look.colour[name],
                markersize=7,
                markeredgecolor="white",
                markeredgewidth=0.6,
                zorder=3,
            )
        panel.margins(x=0.12, y=0.12)
        panel.locator_params(axis="x", nbins=4)
        percent_axis(panel.yaxis)
        panel.set_xlabel(METRIC_WORDS[cost])
        panel.set_ylabel(f"owed notifications {METRIC_WORDS[metric]}")
        label_right(
            panel, [(x, y, name, look.colour[name]) for name, (x, y) in spots.items()], height
        )


def frontier(spots):
    """Those that no other beats, from the cheapest on."""
    edge = []
    for x, y in sorted(spots.values(), key=lambda spot: (spot[0], -spot[1])):
        if not edge or y > edge[-1][1]:
            edge.append((x, y))
    return edge
