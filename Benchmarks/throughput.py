"""Measures the simulator as its users feel it: whole processes, from the start to the last file.

Runs gap-recovery.yml at several sizes of the population on one and two threads, prints one table,
and compares with the same model in SimPy: the speed, and that both give the same answers.

Needs Python 3.9 and nothing else; SimPy gets an environment of its own in Benchmarks/.venv.
"""

import argparse
import csv
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SCENARIO = HERE / "gap-recovery.yml"
PEER = HERE / "peers" / "simpy_gap_recovery.py"
THREADS = (1, 2)

# Devices and how often each is run. The figure to hold, 5 million a second on one core, is for
# 20,000 devices.
SIZES = {1_000: 7, 10_000: 5, 20_000: 5, 100_000: 3, 1_000_000: 1}
QUICK_SIZES = {1_000: 3, 10_000: 3}

# Both programs also run a rough world, in which every kind of ending is common: in the one that is
# timed, summaries are too rare to be compared. Means in seconds.
ROUGH_WORLD = {"hop": 30, "resend": 300, "reconnect": 60, "online": 3600, "offline": 14_400}
PATHS = {
    "hop": "provider.link.latency.exponential.mean",
    "resend": "provider.resend.latency.exponential.mean",
    "reconnect": "network.reconnect.exponential.mean",
    "online": "network.online.exponential.mean",
    "offline": "network.offline.exponential.mean",
}
COMPARED = ("shown", "summarised", "pushes_resent", "resend_requests", "summaries")
PEER_DEVICES = 60
PEER_RUNS = 5
CHECK_DEVICES = 10_000

# A comparison of correct programs fails once in 7 million: Student's t with 59 degrees of freedom
# (60 independent devices) beyond 6 standard errors. Ten of them: 1.3e-6; the seeds are fixed.
DEVIATION_MAX = 6
# Fewer events than this are far from normal, and are not compared.
EVENTS_MIN = 100


def run_process(command):
    """Runs a command; returns its wall time [s] and its peak memory [byte].

    The peak is never below that of this script when it starts the command (about 15 MB): the system
    counts from before the command replaces it.
    """
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command])
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit code {process.returncode}: {' '.join(map(str, command))}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit


def run_simulator(tool, devices, threads, folder, changes=None):
    """Returns wall time, peak memory and the only row of replications.csv."""
    command = [tool, "run", SCENARIO, "--quiet", "--force", "--out", pathlib.Path(folder) / "out"]
    command += ["--threads", threads, "--set", f"devices={devices}"]
    for name, mean in (changes or {}).items():
        command += ["--set", f"{PATHS[name]}={mean}s"]
    seconds, memory = run_process(command)
    with open(pathlib.Path(folder) / "out" / "replications.csv", newline="") as file:
        (row,) = csv.DictReader(file)
    return seconds, memory, row


def measure(tool, devices, runs, folder):
    """Runs one size on each number of threads, in turn, so that a disturbance meets all alike.

    Returns a line of the table for each number of threads.
    """
    times = {threads: [] for threads in THREADS}
    peaks = {threads: 0 for threads in THREADS}
    rows = []
    for _ in range(runs):
        for threads in THREADS:
            seconds, memory, row = run_simulator(tool, devices, threads, folder)
            times[threads].append(seconds)
            peaks[threads] = max(peaks[threads], memory)
            rows.append(row)
    if any(row != rows[0] for row in rows):
        sys.exit(f"{devices} devices: two runs of the same scenario gave different results")
    medians = {threads: statistics.median(times[threads]) for threads in THREADS}
    return [
        {
            "devices": devices, "threads": threads, "seconds": medians[threads],
            "rate": int(rows[0]["owed"]) / medians[threads], "peak": peaks[threads],
            "ratio": medians[1] / medians[threads],
        }
        for threads in THREADS
    ]


def print_table_line(line):
    print(
        f"{line['devices']:>9,} {line['threads']:>7} {line['seconds']:>9.3f} "
        f"{line['rate'] / 1e6:>17.2f} {line['peak'] / 1e6:>8.0f} {line['ratio']:>11.2f}",
        flush=True)


def peer_python():
    """The Python of an environment that has SimPy; made when it is absent."""
    folder = HERE / ".venv"
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        requirements = HERE / "peers" / "requirements.txt"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(pip + ["-r", requirements], check=True)
        ready.touch()
    return python


def run_peer(python, changes=None):
    command = [python, PEER, "--devices", str(PEER_DEVICES)]
    for name, mean in (changes or {}).items():
        command += [f"--{name}", str(mean)]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(result.stdout)


def compare(title, row, peer):
    """Prints both programs' answers per notification; returns how many disagree."""
    print(f"\n{title:<24} {'deliverysim':>12} {'SimPy':>10} {'std. error':>11} {'deviation':>10}")
    failures = 0
    owed = int(row["owed"])
    for name in COMPARED:
        ours = int(row[name]) / owed
        theirs = peer["per_notification"][name]
        # Our devices are as different as theirs, but there are more of them.
        error = theirs["standard_error"] * math.sqrt(1 + PEER_DEVICES / CHECK_DEVICES)
        text = f"{name:<24} {ours:>12.6f} {theirs['value']:>10.6f} {error:>11.1e}"
        # The rarer side of a share counts: nearly all shown is as hard to compare as nearly none.
        share = min(ours, 1 - ours)
        if share * peer["notifications"] < EVENTS_MIN:
            print(f"{text}   too rare to compare")
            continue
        deviation = (theirs["value"] - ours) / error
        agrees = abs(deviation) <= DEVIATION_MAX
        failures += 0 if agrees else 1
        print(f"{text} {deviation:>7.2f} SE{'' if agrees else '   DISAGREES'}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True, type=pathlib.Path,
                        help="the release build of deliverysim")
    parser.add_argument("--quick", action="store_true", help="1,000 and 10,000 devices only")
    options = parser.parse_args()
    tool = options.tool.resolve()
    if not tool.is_file():
        parser.error(f"{tool} is not there: swift build -c release --product deliverysim")

    with tempfile.TemporaryDirectory(prefix="deliverysim-bench-") as folder:
        print("  devices threads   seconds M notifications/s  peak MB  x 1 thread", flush=True)
        lines = []
        for devices, runs in (QUICK_SIZES if options.quick else SIZES).items():
            for line in measure(tool, devices, runs, folder):
                lines.append(line)
                print_table_line(line)

        python = peer_python()
        peers = [run_peer(python) for _ in range(PEER_RUNS)]
        peer_rate = statistics.median(peer["notifications_per_second"] for peer in peers)
        (rate,) = (line["rate"] for line in lines
                   if line["devices"] == CHECK_DEVICES and line["threads"] == 1)
        print(f"\nSimPy {peers[0]['simpy']}, {PEER_DEVICES} devices: "
              f"{peer_rate / 1e6:.3f} M notifications/s; "
              f"deliverysim, {CHECK_DEVICES:,} devices on 1 thread: "
              f"{rate / peer_rate:.0f} times as many")

        _, _, row = run_simulator(tool, CHECK_DEVICES, 1, folder)
        failures = compare("per notification", row, peers[0])
        _, _, row = run_simulator(tool, CHECK_DEVICES, 1, folder, ROUGH_WORLD)
        failures += compare("in a rough world", row, run_peer(python, ROUGH_WORLD))
    if failures:
        sys.exit(f"{failures} answers of deliverysim and SimPy disagree")


if __name__ == "__main__":
    main()
