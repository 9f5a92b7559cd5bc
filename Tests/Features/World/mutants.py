"""Mutants of Sources/Models/World."""

from mutant import Mutant

HERE = "Sources/Models/World/"

MUTANTS = [
    Mutant(
        "R1.4", HERE + "RecordingPart.swift",
        ": device % count", ": 0",
        "all devices play the first stream of a trace"),
    Mutant(
        "R1.8", HERE + "Groups.swift",
        "end += group.share.value", "end = group.share.value",
        "groups overlap"),
    Mutant(
        "R1.8", HERE + "Groups.swift",
        "random.uniform(.group, device: device)", "random.uniform(.group, device: 0)",
        "all devices are in the same group"),
    Mutant(
        "R1.8", HERE + "Groups.swift",
        "($0.share.value, $0.setup.sharing(setup))", "($0.share.value, $0.setup)",
        "a group has its own incidents, shards and endpoints"),
    Mutant(
        "R1.8", HERE + "Groups.swift",
        "return rest <= DeviceGroup.roundingMax ? 0 : rest", "return max(0, rest)",
        "the rounding of shares leaves somebody over"),
    Mutant(
        "R1.8", HERE + "Groups.swift",
        "$1.share * $1.setup.workload", "$1.setup.workload",
        "each group has as many messages as all devices"),
    Mutant(
        "R2.5", HERE + "DeviceSet.swift",
        "let step = world.setup.provider.shards", "let step = max(1, world.setup.provider.shards - 1)",
        "two shards are one"),
]
