"""Mutants of what a scenario is: resolving, facts about keys, the manifest; each with the test that must fail."""

from mutant import SOURCES, Mutant

ONE = "OneScenarioTests/everyAcceptedScenario"
DEPENDENT = "KeyFactTests/devicesThatDependOnEachOther"
VARY = "KeyFactTests/keysThatVary"

SCENARIO_MUTANTS = [
    # Resolving
    Mutant(
        ONE, SOURCES / "Era+Applied.swift",
        "guard tree.namesEra else { return resolved }", "guard !tree.namesEra else { return resolved }",
        "the resolved scenario says again what an era sets"),
    Mutant(
        "OneScenarioTests/designPointsAreScenarios", SOURCES / "GroupReader.swift",
        "guard !entries.isEmpty, read.entries != nil else { return entries.isEmpty ? self : read }",
        "guard !entries.isEmpty, read.entries != nil else { return read }",
        "an empty map of a group is forgotten"),
    Mutant(
        ONE, SOURCES / "Era+Applied.swift",
        "return isSaid ? resolved : resolved.removing(keys[...])", "return resolved.removing(keys[...])",
        "what a scenario writes of an era's keys is forgotten"),
    Mutant(
        "OneScenarioTests/emptiedMaps", SOURCES / "GroupReader.swift",
        "guard let varied = paths.first(where: { $0.hasPrefix(path + \".\") }) else { return }",
        "guard let varied = paths.first(where: { $0 == path }) else { return }",
        "a group's nulls may leave nothing of a map"),
    # Paths that vary
    Mutant(
        "VariedTests/wrong", SOURCES / "Varied.swift",
        "if let other = others.first(where: { resolved.isPart(path, of: $0) }) {",
        "if let other = others.first(where: { $0 == path }) {",
        "two paths of one number are two numbers"),
    Mutant(
        "VariedTests/swept", SOURCES / "Varied.swift",
        "if swept.contains(where: { resolved.isPart(path, of: $0) }) {",
        "if swept.contains(where: \\.isEmpty) {",
        "what the sweep sets varies besides"),
    Mutant(
        "VariedTests/start", SOURCES / "Pin.swift",
        'isOwn ? varied.text : ""', "isOwn ? varied.text : text.low",
        "a pin of a key that is absent has a value"),
    Mutant(
        "AmountTests/everywhere", SOURCES / "ReplicationsReader.swift",
        ".amount(unit.difference, unit", ".amount(unit.amount, unit",
        "a difference is written as a value"),
    # Facts about keys
    Mutant(
        DEPENDENT, SOURCES / "StoredManifest+Sharing.swift",
        "guard !traits.isEmpty else { return nil }", "guard traits.count > 1 else { return nil }",
        "a trait that one key names leaves devices independent"),
    Mutant(
        DEPENDENT, SOURCES / "StoredManifest+Sharing.swift",
        "if isShared { return \\.isNull }", "if isShared { return nil }",
        "what several devices share leaves them independent"),
    Mutant(
        DEPENDENT, SOURCES / "StoredManifest+Sharing.swift",
        "type == .share ? \\.isNobodyOrAll : \\.isConstant", "type == .share ? \\.isConstant : \\.isConstant",
        "some of the devices are as good as all"),
    Mutant(
        VARY, SOURCES / "Variation.swift",
        "var allowsLists: Bool { self <= .byList }", "var allowsLists: Bool { self < .byList }",
        "no sweep over the time that is counted"),
    Mutant(
        VARY, SOURCES / "KeyFacts+Path.swift",
        "keys.map(\\.variation).filter { $0 != .below }.max() ?? .freely", "keys.last?.variation ?? .freely",
        "a key below best varies"),
    Mutant(
        "KeyFactTests/worldsThatChange", SOURCES / "WarmupWarnings.swift",
        "frame.setups.contains(where: changes)", "frame.setups.allSatisfy(changes) && frame.setups.isEmpty",
        "a world that changes on purpose wants a longer warm-up"),
    Mutant(
        "UnusedInGroupsTests/populationsAloneSayTheSame", SOURCES / "UnusedKeys.swift",
        "in: written, isGroup: false) { $0.frame.setups }", "in: written, isGroup: false) { [$0.frame.setup] }",
        "a key that only a group uses is called unused"),
    # The manifest
    Mutant(
        "ManifestTests/eachValueIsReadBack", SOURCES / "ConfigNode+Codable.swift",
        "if let number = UInt64(text) {", "if let number = UInt64(text).map(Double.init) {",
        "a large seed loses digits in the manifest"),
    Mutant(
        "ManifestTests/hash", SOURCES / "SHA256.swift",
        "encoder.outputFormatting = .sortedKeys", "encoder.outputFormatting = .prettyPrinted",
        "the hash of a scenario depends on the order of its keys"),
    Mutant(
        "ManifestTests/orderAndDigitsAreNoMeaning", SOURCES / "ConfigNode.swift",
        "return Units.number(number) == Units.number(other)", "return number == other",
        "0.50 is another number than 0.5"),
    # Words
    Mutant(
        "HintTests/quantities", SOURCES / "Slips.swift",
        'return parts.joined(separator: ".")', 'return parts.joined(separator: "")',
        "a decimal comma is left out"),
    Mutant(
        "HintTests/commasBetweenBraces", SOURCES / "Slips.swift",
        "entry.value.isNull, entry.key.first?.isNumber == true", "!entry.value.isNull, entry.key.first?.isNumber == true",
        "a decimal comma between braces gets no hint"),
]
