"""Notifications a second on one thread, and on two."""

from parts.peers import median_rate
from parts.processes import in_turns, median_run
from parts.report import megabytes, millions

# Devices of a timed run, 28 days each.
DEVICES = 20_000
SCENARIOS = {
    # name: scenario, strategy, options of the peer in C, the least share of the peer's speed
    "gap-recovery": ("gap-recovery.yml", "gap-recovery", {}, 0.8),
    "fire-and-forget":
        ("two-strategies.yml", "fire-and-forget", {"strategy": "fire-and-forget"}, 0.8),
    "heavy tails": ("heavy-tails.yml", "gap-recovery", {"sigma": 0.6, "shape": 0.7}, 1.2),
}
# The peer in C with many devices to a queue is slow, and its speed hangs little on their number.
PER_QUEUE = {16: (20_000, 28), 1000: (20_000, 7), 100_000: (100_000, 1)}


def one_thread(report, simulator, c_peers, simpy, quick):
    """The figures to hold; each run is followed by one of the peer."""
    report.section("Notifications, 1 thread")
    simpy_rate = median_rate([simpy.run() for _ in range(2 if quick else 5)])
    devices, turns = (10_000, 2) if quick else (DEVICES, 5)
    rates, c_rates = {}, {}
    for name, (scenario, strategy, options, least) in SCENARIOS.items():
        runs, answers = in_turns(
            turns,
            lambda: simulator.run(scenario, strategies=[strategy], changes={"devices": devices}),
            lambda: c_peers.gap_recovery(devices=devices, **options))
        run = median_run(runs)
        rates[name], c_rates[name] = run.owed / run.seconds, median_rate(answers)
        report.line(f"{name}, {devices:,} devices ({megabytes(run.memory)})",
                    millions(rates[name]), f">= {least} x C", rates[name] >= least * c_rates[name],
                    rates[name] / c_rates[name],
                    rates[name] / simpy_rate if name == "gap-recovery" else None)
    peers(report, c_peers, c_rates, simpy_rate, quick)


def peers(report, c_peers, c_rates, simpy_rate, quick):
    for name, rate in c_rates.items():
        report.line(f"C, 1 device to a queue: {name}", millions(rate), c=1, simpy=rate / simpy_rate)
    if not quick:
        for count, (devices, days) in PER_QUEUE.items():
            answer = c_peers.gap_recovery(devices=devices, days=days, per_queue=count)
            rate = answer["notifications_per_second"]
            report.line(f"C, {count:,} devices to a queue", millions(rate),
                        c=rate / c_rates["gap-recovery"], simpy=rate / simpy_rate)
    report.line("SimPy", f"{simpy_rate / 1e6:.3f} M/s", c=simpy_rate / c_rates["gap-recovery"],
                simpy=1)


def two_threads(report, simulator, quick):
    report.section("Threads")
    # A run of two threads is over in 1.5 s: what else the machine does counts double.
    devices, turns = (20_000, 2) if quick else (50_000, 7)

    def run(threads):
        return simulator.run("gap-recovery.yml", threads=threads, changes={"devices": devices})

    one, two = map(median_run, in_turns(turns, lambda: run(1), lambda: run(2)))
    if one.rows != two.rows:
        raise SystemExit("two threads gave other results than one")
    report.line(f"2 threads, {devices:,} devices", millions(two.owed / two.seconds))
    speedup = one.seconds / two.seconds
    report.line("times one thread", f"{speedup:.2f}", ">= 1.95", speedup >= 1.95)


def two_strategies(report, simulator, quick):
    """Both strategies in one scenario against gap-recovery alone."""
    report.section("Two strategies in one scenario")
    devices, turns = (5_000, 2) if quick else (20_000, 3)
    for scenario in ("two-strategies.yml", "heavy-tails.yml"):
        def run(*strategies):
            return simulator.run(scenario, strategies=strategies, changes={"devices": devices})

        alone, both = map(median_run, in_turns(turns, lambda: run("gap-recovery"), run))
        cost = both.seconds / alone.seconds
        report.line(f"{scenario}, times one", f"{cost:.2f}", "< 1.7", cost < 1.7)


def all_strategies(report, simulator, c_peers, quick):
    """Each notification counts once for each strategy. The target is 1.5 times the speed of version
    0.3 (17.3 M/s, where the program in C made 37.0)."""
    report.section("All strategies in one scenario, 1 thread")
    devices, turns = (2_000, 1) if quick else (10_000, 3)
    runs, answers = in_turns(
        turns, lambda: simulator.run("all-strategies.yml", changes={"devices": devices}),
        lambda: c_peers.gap_recovery(devices=DEVICES))
    run = median_run(runs)
    rate = run.owed / run.seconds
    share = rate / median_rate(answers)
    report.line(f"{len(run.rows)} strategies, {devices:,} devices", millions(rate), ">= 0.7 x C",
                share >= 0.7, share)
