"""Do the peers give the simulator's answers?"""

import math

COMPARED = ("shown", "summarised", "pushes_resent", "resend_requests", "summaries")

# A world in which every kind of ending is common: in the one that is timed, summaries are too rare
# to be compared. Means in seconds.
ROUGH_WORLD = {"hop": 30, "resend": 300, "reconnect": 60, "online": 3600, "offline": 14_400}
PATHS = {
    "hop": "provider.link.latency.exponential.mean",
    "resend": "provider.resend.latency.exponential.mean",
    "reconnect": "network.reconnect.exponential.mean",
    "online": "network.online.exponential.mean",
    "offline": "network.offline.exponential.mean",
}
DEVICES = 10_000

# A comparison of correct programs fails once in 7 million with SimPy, whose 60 independent devices
# make it Student's t with 59 degrees of freedom; once in 500 million with C. Of all that are made:
# 1.5e-6; the seeds are fixed.
DEVIATION_MAX = 6
# Fewer events than this are far from normal, and are not compared.
EVENTS_MIN = 100


def compare(title, row, peer, name):
    """Prints both programs' answers per notification; returns how many disagree."""
    print(f"\n{title:<24} {'deliverysim':>12} {name:>10} {'std. error':>11} {'deviation':>10}")
    return sum(compare_one(metric, row, peer) for metric in COMPARED)


def compare_one(metric, row, peer):
    owed = int(row["owed"])
    ours = int(row[metric]) / owed
    theirs = peer["per_notification"][metric]
    # Our devices are as different as theirs; only the number is another.
    error = theirs["standard_error"] * math.sqrt(1 + peer["devices"] / DEVICES)
    text = f"{metric:<24} {ours:>12.6f} {theirs['value']:>10.6f} {error:>11.1e}"
    # The rarer side of a share counts: nearly all shown is as hard to compare as nearly none.
    share = min(ours, 1 - ours)
    # Who has fewer notifications has fewer events.
    if share * min(owed, peer["notifications"]) < EVENTS_MIN:
        print(f"{text}   too rare to compare")
        return 0
    deviation = (theirs["value"] - ours) / error
    agrees = abs(deviation) <= DEVIATION_MAX
    print(f"{text} {deviation:>7.2f} SE{'' if agrees else '   DISAGREES'}")
    return 0 if agrees else 1


def compare_all(simulator, c_peers, simpy):
    """Runs both programs in all worlds; returns how many answers disagree."""
    size = {"devices": DEVICES}
    rough = {PATHS[name]: f"{mean}s" for name, mean in ROUGH_WORLD.items()}

    def row(scenario="two-strategies.yml", strategy="gap-recovery", **changes):
        changes = {**size, **changes}
        return simulator.run(scenario, strategies=[strategy], changes=changes).rows[0]

    plain, rough_row, forgotten = row(), row(**rough), row(strategy="fire-and-forget")
    heavy = row("heavy-tails.yml")
    peer = c_peers.gap_recovery
    return (
        compare("per notification", plain, simpy.run(), "SimPy")
        + compare("in a rough world", rough_row, simpy.run(**ROUGH_WORLD), "SimPy")
        + compare("per notification", plain, peer(**size), "C")
        + compare("in a rough world", rough_row, peer(**size, **ROUGH_WORLD), "C")
        + compare("fire-and-forget", forgotten, peer(**size, strategy="fire-and-forget"), "C")
        + compare("heavy tails", heavy, peer(**size, sigma=0.6, shape=0.7), "C"))
