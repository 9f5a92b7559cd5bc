#!/usr/bin/env python3
"""Prints which test proves which rule of the model.

A test belongs to a rule when its display name starts with the rule's number: @Test("R3.1 a newer push ...").
Exit code 1 when a rule that is built has no test, or a test names a rule that is not built.
"""

import functools
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent

# The rules that are built, with what of them is not built yet.
BUILT = {
    "R0.1": "",
    "R0.2": "",
    "R0.3": "",
    "R0.4": "",
    "R0.5": "",
    "R0.6": "",
    "R1.1": "",
    "R1.2": "",
    "R1.3": "",
    "R1.4": "",
    "R1.5": "",
    "R1.6": "",
    "R1.7": "",
    "R1.8": "",
    "R1.9": "",
    "R1.10": "",
    "R2.1": "",
    "R2.2": "",
    "R2.3": "",
    "R2.4": "",
    "R2.5": "",
    "R2.6": "",
    "R2.7": "",
    "R2.8": "",
    "R2.9": "",
    "R2.10": "",
    "R2.11": "",
    "R3.1": "",
    "R3.2": "",
    "R3.3": "",
    "R3.4": "",
    "R3.5": "",
    "R3.6": "",
    "R3.7": "",
    "R3.8": "",
    "R3.9": "",
    "R3.10": "",
    "R3.11": "",
    "R3.12": "",
    "R3.13": "",
    "R3.14": "",
    "R3.15": "",
    "R3.16": "",
    "R4.1": "",
    "R4.2": "",
    "R4.3": "",
    "R4.4": "",
    "R4.5": "",
    "R4.6": "",
    "R4.7": "",
    "R4.8": "",
    "R4.9": "",
    "R5.1": "",
    "R5.2": "",
    "R5.3": "",
    "R5.4": "",
    "R5.5": "",
    "R5.6": "",
    "R5.7": "",
    "R5.8": "",
    "R5.9": "",
    "R6.1": "",
    "R6.2": "",
    "R6.3": "",
    "R6.4": "",
    "R7.1": "",
    "R7.2": "",
    "R7.3": "",
    "R7.4": "",
    "R8": "",
    "R10.1": "",
    "R10.2": "",
    "R11.1": "",
    "R11.2": "",
    "R11.3": "",
    "R11.4": "",
    "R11.5": "",
    "R12.1": "",
    "R12.2": "",
    "R12.3": "",
    "R12.4": "",
    "R12.5": "",
    "R12.6": "",
    "R12.7": "",
    "R12.8": "",
}

NAME = re.compile(r'@Test\(\s*"(R\d+(?:\.\d+)?) ([^"]*)"')


def order(rule):
    return [int(part) for part in rule[1:].split(".")]


def tests_by_rule():
    """Rule -> [(file:line, name)], in order of file and line."""
    found = {}
    for path in sorted(TESTS.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in NAME.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            place = f"{path.relative_to(TESTS.parent)}:{line}"
            found.setdefault(match.group(1), []).append((place, match.group(2)))
    return found


@functools.cache
def functions():
    """Rule -> [(file, function)]: its tests, as a filter names them."""
    found = {}
    for path in sorted(TESTS.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in NAME.finditer(text):
            name = re.search(r"\bfunc (\w+)", text[match.end():])[1]
            found.setdefault(match[1], []).append((str(path.relative_to(TESTS.parent)), name))
    return found


def main():
    found = tests_by_rule()
    for rule in sorted(set(BUILT) | set(found), key=order):
        note = BUILT.get(rule, "not in the list of built rules")
        print(f"{rule}{f' ({note})' if note else ''}")
        for place, name in found.get(rule, []):
            print(f"    {name}\n        {place}")
    missing = [rule for rule in BUILT if rule not in found]
    unknown = [rule for rule in found if rule not in BUILT]
    count = sum(len(tests) for tests in found.values())
    print(f"\n{len(BUILT)} rules, {count} tests")
    if missing:
        print(f"without a test: {', '.join(sorted(missing, key=order))}", file=sys.stderr)
    if unknown:
        print(f"not in the list of built rules: {', '.join(sorted(unknown, key=order))}", file=sys.stderr)
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
