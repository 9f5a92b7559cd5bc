"""The charts, in the order of the page. `charts(results)` of each module: those its data allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from ..chart import Chart
    from ..results import Results

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


def all_charts(results: Results) -> list[Chart]:
    return [chart for module in MODULES for chart in module.charts(results)]
