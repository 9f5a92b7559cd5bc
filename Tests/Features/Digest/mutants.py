"""Mutants of Sources/Models/Digest."""

from mutant import Mutant

HERE = "Sources/Models/Digest/"

MUTANTS = [
    Mutant(
        "R2.7", HERE + "Digest.swift",
        "min(payloadLimit, provider.plan.payloadLimit ?? .max)", "payloadLimit",
        "a digest carries more than the push service accepts"),
    Mutant(
        "R8", HERE + "Digest.swift",
        "let count = packing(of: message, provider, &turn).items",
        "let count = min(0, packing(of: message, provider, &turn).items)",
        "pushes carry nothing but their own message"),
    Mutant(
        "R8", HERE + "Digest.swift",
        "guard larger <= limit else",
        "guard larger <= limit + .infinity else",
        "a digest knows no payload limit"),
]
