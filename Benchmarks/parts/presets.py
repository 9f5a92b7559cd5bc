"""Notifications a second with everything on: the presets, all their strategies, on one thread.

A device's life (openings, its network, its power, other pushes) costs what it costs, however few
messages come; so each preset's device-days a second are told too.

A run of the C program follows each of theirs: when the whole machine is slow, the ratio stays.
"""

import subprocess

from parts.peers import median_rate
from parts.processes import in_turns, median_run
from parts.report import millions

DAYS = 28
# All that is simulated counts.
CHANGES = {"warmup": "0s", "drain": "0s", "duration": f"{DAYS}d"}
# Devices, of one replication; the least share of the speed of C: twice that of version 0.3.
PRESETS = {"messenger": (1_000, 0.088), "marketing": (10_000, 0.060), "mail": (10_000, 0.056)}


def presets(report, simulator, c_peers, quick):
    report.section("Presets: everything on, 1 thread")
    for name, (devices, least) in PRESETS.items():
        devices, turns = (devices // 10, 1) if quick else (devices, 3)
        scenario = simulator.out.parent / f"{name}.yml"
        subprocess.run([simulator.tool, "init", name, "--out", scenario, "--force"], check=True,
                       stdout=subprocess.DEVNULL)
        changes = {**CHANGES, "devices": devices, "replications": 1}
        runs, answers = in_turns(turns, lambda: simulator.run(scenario, changes=changes),
                                 lambda: c_peers.gap_recovery(devices=20_000))
        run = median_run(runs)
        rate, lives = run.owed / run.seconds, devices * DAYS * len(run.rows) / run.seconds
        share = rate / median_rate(answers)
        report.line(f"{name}: {run.owed / devices / DAYS / len(run.rows):.1f} a day, "
                    f"{len(run.rows)} strategies", millions(rate),
                    f">= {least} x C", share >= least, share)
        report.line("  device-days", millions(lives))
