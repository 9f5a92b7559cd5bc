"""Notifications a second with everything on: the presets, all their strategies, on one thread.

A device's life (openings, its network, its power, other pushes) costs what it costs, however few
messages come; so each preset's device-days a second are told too.

The target, a million a second, is for a machine on which the C program makes 52 million; on another
one it is the same part of what C makes there.
"""

import subprocess

from parts.peers import median_rate
from parts.processes import in_turns, median_run
from parts.report import millions

DAYS = 28
# All that is simulated counts.
CHANGES = {"warmup": "0s", "drain": "0s", "duration": f"{DAYS}d"}
# Devices, of one replication.
PRESETS = {"messenger": 1_000, "marketing": 10_000, "mail": 10_000}
# What the C program makes on the machine of the target [M/s].
C_OF_TARGET = 52


def presets(report, simulator, c_peers, quick):
    report.section("Presets: everything on, 1 thread")
    for name, devices in PRESETS.items():
        devices, turns = (devices // 10, 1) if quick else (devices, 3)
        scenario = simulator.out.parent / f"{name}.yml"
        subprocess.run([simulator.tool, "init", name, "--out", scenario, "--force"], check=True,
                       stdout=subprocess.DEVNULL)
        changes = {**CHANGES, "devices": devices, "replications": 1}
        runs, answers = in_turns(turns, lambda: simulator.run(scenario, changes=changes),
                                 lambda: c_peers.gap_recovery(devices=20_000))
        run = median_run(runs)
        rate, lives = run.owed / run.seconds, devices * DAYS * len(run.rows) / run.seconds
        ratio, least = rate / median_rate(answers), 1 / C_OF_TARGET
        report.line(f"{name}: {run.owed / devices / DAYS / len(run.rows):.1f} a day, "
                    f"{len(run.rows)} strategies", millions(rate),
                    f">= C / {C_OF_TARGET} ({least:.3f})", ratio >= least, ratio)
        report.line("  device-days", millions(lives))
