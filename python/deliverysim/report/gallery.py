"""`python -m deliverysim.report.gallery RESULTS --out FOLDER`: one small picture for each
experiment, the one that shows what it has found. The table below is the choice."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from .chart import Chart
from .charts import (
    best,
    delays,
    deliverability,
    fates,
    frontier,
    inputs,
    observed,
    sensitivity,
    sweep,
)
from .results import Results
from .style import close, png

Place = str | PathLike[str]
SIZE_MAX = 120_000  # [byte] of a picture


@dataclass(frozen=True)
class Choice:
    """The first chart that `make` returns, of the design points and strategies that matter."""

    experiment: str
    make: Callable[[Results], list[Chart]]
    where: dict[str, Any] = field(default_factory=dict)
    strategies: list[str] | None = None
    name: str = ""  # of the picture, where it is not the experiment's
    is_wide: bool = False

    def chart(self, published: Place) -> Chart:
        results = Results(
            Path(published) / self.experiment,
            where=self.where,
            strategies=self.strategies,
        )
        return self.make(results)[0]

    @property
    def file(self) -> str:
        return f"{self.name or self.experiment}.png"


def along(metric: str) -> Callable[..., Any]:
    return lambda results: sweep.charts(results, [metric])


def rows(metric: str) -> Callable[..., Any]:
    return lambda results: deliverability.one(results, metric)


CHOICES: list[Choice | Analysis] = [
    Choice("mail-queue", delays.charts, name="mail-queue-delays", is_wide=True),
    Choice("mail-queue", fates.charts, strategies=["fire-and-forget", "gap-recovery"]),
    Choice("bursts", rows("deliverability")),
    Choice("services", rows("deliverability"), where={"absences": "everyday"}),
    Choice("how-many", along("deliverability")),
    Choice("designs", rows("deliverability")),
    Choice("provider-hop", rows("deliverability")),
    Choice("repeat-limit", along("deliverability"), strategies=["fire-and-forget", "gap-recovery"]),
    Choice("digest", along("deliverability")),
    Choice("as-printed", along("deliverability"), where={"failure": 0.1}),
    Choice("storm", along("deliverability"), where={"reconnect": "at-once", "wait": "none"}),
    Choice("strategies", rows("deliverability"), where={"user": "traveller"}),
    Choice("trap", along("deliverability"), where={"slot": "shared"}),
    Choice(
        "tail",
        along("timeliness"),
        strategies=["fire-and-forget", "gap-recovery", "heartbeat-10m", "heartbeat-40m"],
    ),
    Choice("killed", along("deliverability"), where={"voip_misuses": 5}),
    Choice(
        "keyhole",
        observed.charts,
        where={"alerts_off": 0, "absent": 0},
        strategies=["gap-recovery"],
    ),
    Choice("before-after", observed.charts),
    Choice("inputs", inputs.charts),
    Choice("calibrate-simplex", along("deliverability")),
    Choice("calibrate-own", inputs.charts),
    Choice("best-queue", best.charts, where={"user": "commuter"}),
    Choice("commute", rows("deliverability")),
    Choice("settings", rows("seen_in_time"), where={"alerts_off": 0}),
    Choice("happier", along("reachable_share_at_end"), where={"patience": 10}),
    Choice("escalate", along("awareness_in_time")),
    Choice("socket", along("pushes_per_notification")),
    Choice("android", rows("deliverability")),
]


@dataclass(frozen=True)
class Analysis:
    """The chart of `deliverysim sensitivity`."""

    experiment: str
    is_wide: bool = False

    def chart(self, published: Place) -> Chart:
        return sensitivity.chart(Path(published) / self.experiment)

    @property
    def file(self) -> str:
        return f"{self.experiment}.png"


CHOICES += [Analysis("what-matters"), Analysis("who-stays")]


def write_gallery(published: Place, folder: Place) -> dict[str, bytes]:
    """Writes all pictures; returns their bytes by file name."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for choice in CHOICES:
        figure = choice.chart(published).figure(choice.is_wide)
        pictures[choice.file] = png(figure)
        close(figure)
        (folder / choice.file).write_bytes(pictures[choice.file])
    return pictures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    for name, picture in write_gallery(options.results, options.out).items():
        note = "" if len(picture) < SIZE_MAX else f"  over {SIZE_MAX // 1000} kB"
        print(f"{name}  {len(picture)} bytes{note}")


if __name__ == "__main__":
    main()
