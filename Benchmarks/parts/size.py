"""What depends on the size of the population: cost of a notification, memory; a million phones."""

from parts.report import megabytes, millions

MEMORY_MAX = 100e6
DAYS = 2
# Devices and replications; small populations are run often enough to be timed.
SIZES = {1_000: 300, 10_000: 30, 100_000: 3, 1_000_000: 1, 10_000_000: 1}
QUICK_SIZES = {1_000: 100, 10_000: 10, 100_000: 1}


def cost_by_size(report, simulator, quick):
    """Nanoseconds a notification, gross and net: less a run of one device, which is the start-up
    and what the statistics of so many replications take."""
    report.section(f"Size of the population ({DAYS} days, 1 thread)")
    costs, memory = [], 0
    for devices, replications in (QUICK_SIZES if quick else SIZES).items():
        # Controls depend on the number of replications, not of devices.
        changes = {"duration": f"{DAYS}d", "replications": replications, "variance_control": "none"}
        base = min(simulator.run("gap-recovery.yml", changes={**changes, "devices": 1}).seconds
                   for _ in range(3))
        run = simulator.run("gap-recovery.yml", changes={**changes, "devices": devices})
        gross, net = (1e9 * seconds / run.owed for seconds in (run.seconds, run.seconds - base))
        costs.append(net)
        memory = max(memory, run.memory)
        report.line(
            f"{devices:>10,} devices x {replications:>3}: {gross:.1f} ns gross, net",
            f"{net:.1f} ns")
    spread = max(costs) / min(costs)
    report.line("highest net cost / lowest", f"{spread:.3f}", "<= 1.1", spread <= 1.1)
    report.line("peak of memory", megabytes(memory), "< 100 MB", memory < MEMORY_MAX)


def million_phones(report, simulator):
    report.section("A million phones, 28 days, 40 a day, 2 threads")
    run = simulator.run("gap-recovery.yml", threads=2, changes={"devices": 1_000_000})
    report.line(f"{run.owed / 1e9:.2f} billion notifications, {millions(run.owed / run.seconds)}",
                f"{run.seconds:.1f} s", "<= 15 s", run.seconds <= 15)
    report.line("peak of memory", megabytes(run.memory), "< 100 MB", run.memory < MEMORY_MAX)
