"""Mutants of Sources/Models/Subscriptions."""

from mutant import Mutant

HERE = "Sources/Models/Subscriptions/"

MUTANTS = [
    Mutant(
        "R0.1", HERE + "SubscriptionStation.swift",
        "owed.append(items[item].isWanted)", "owed.append(items[item].isKnown)",
        "what the provider believes decides what is owed"),
    Mutant(
        "R1.5", HERE + "SubscriptionPlan.swift",
        "rest -= folders[index].share", "rest -= 1",
        "folders have equal shares"),
    Mutant(
        "R2.1", HERE + "SubscriptionStation.swift",
        "      guard let changes = plan.changes else { continue }\n",
        "      guard let changes = plan.changes, folder.subscribed.value < 1 else { continue }\n",
        "nobody decides about a folder that everybody wants"),
    Mutant(
        "R2.1", HERE + "SubscriptionStation+Wiring.swift",
        "    if device.network.isOnline { TokenStation.register(&device, &turn) }\n",
        "    TokenStation.register(&device, &turn)\n",
        "a change made offline reaches the provider at once"),
]
