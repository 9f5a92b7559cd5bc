"""The charts, in the order of the page. `charts(results)` of each module: those its data allow."""

from . import (
    baseline,
    best,
    concentration,
    controls,
    delays,
    deliverability,
    endpoint,
    fates,
    frontier,
    groups,
    inputs,
    observed,
    recording,
    requests,
    sample,
    sweep,
    timeline,
)

MODULES = [
    baseline,
    best,
    deliverability,
    inputs,
    recording,
    sweep,
    sample,
    fates,
    delays,
    timeline,
    observed,
    requests,
    endpoint,
    frontier,
    concentration,
    groups,
    controls,
]


def all_charts(results):
    return [chart for module in MODULES for chart in module.charts(results)]
