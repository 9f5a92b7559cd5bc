"""Notifications a second with everything on: the presets, all their strategies, on one thread.

A device's life (openings, its network, its power, other pushes) costs what it costs, however few
messages come; so each preset's device-days a second are told too. The target is that of the preset
with most messages.
"""

import subprocess

from parts.processes import in_turns, median_run
from parts.report import millions

DAYS = 28
# All that is simulated counts.
CHANGES = {"warmup": "0s", "drain": "0s", "duration": f"{DAYS}d"}
# name: devices, of one replication each; target [1/s]
PRESETS = {"messenger": (1_000, 1e6), "marketing": (10_000, None), "mail": (10_000, None)}


def presets(report, simulator, quick):
    report.section("Presets: everything on, 1 thread")
    for name, (devices, target) in PRESETS.items():
        devices, turns = (devices // 10, 1) if quick else (devices, 3)
        scenario = simulator.out.parent / f"{name}.yml"
        subprocess.run([simulator.tool, "init", name, "--out", scenario, "--force"], check=True,
                       stdout=subprocess.DEVNULL)
        changes = {**CHANGES, "devices": devices, "replications": 1}
        (runs,) = in_turns(turns, lambda: simulator.run(scenario, changes=changes))
        run = median_run(runs)
        rate, lives = run.owed / run.seconds, devices * DAYS * len(run.rows) / run.seconds
        report.line(f"{name}: {run.owed / devices / DAYS / len(run.rows):.1f} a day, "
                    f"{len(run.rows)} strategies", millions(rate), target and ">= 1 M/s" or "",
                    rate >= target if target else None)
        report.line("  device-days", millions(lives))
