"""Builds many mutants at once: an environment variable says which one is on when the tests are started.

A function with mutants gets the body of each beside its own:

    func isLate(_ time: SimTime) -> Bool {
      if activeMutant == 17 { func body() -> Bool { time >= limit }; return body() }
      func body() -> Bool { time > limit }; return body()
    }

A mutant outside of functions (a default, a stored property, a declaration) cannot be switched.
"""

import re
from typing import NamedTuple

VARIABLE = "DELIVERYSIM_MUTANT"
# One for each module, so that no file needs another import.
SWITCH = f"""#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

let activeMutant = getenv("{VARIABLE}").flatMap {{ Int(String(cString: $0)) }} ?? 0
"""
DECLARATION = re.compile(
    r"\s*(?:@\w+(?:\([^)\n]*\))?\s+|(?:public|package|private|fileprivate|static|mutating|nonmutating|final)\s+)*"
    r"(func|init|subscript|var|let|struct|enum|extension|protocol|class)\b")
TYPES = {"struct", "enum", "extension", "class"}
ACCESSOR = re.compile(r"\s*(?:@|get\b|set\b|didSet\b|willSet\b|mutating\b|nonmutating\b|_read\b|_modify\b)")
LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|#/.*?/#|"', re.DOTALL)


class Body(NamedTuple):
    """The text between the braces of a function."""

    start: int
    end: int
    header: str

    @property
    def behind_parameters(self):
        start = self.header.find("(", DECLARATION.match(self.header).end())
        return "" if start < 0 else self.header[closing(self.header, start + 1, "()") + 1:]

    @property
    def value(self):
        """The type of what it returns; None where it returns nothing."""
        parts = re.search(r"->\s*(.*?)\s*(?:\bwhere\b.*)?$", self.behind_parameters, re.DOTALL)
        if DECLARATION.match(self.header)[1] == "var":
            parts = re.search(r":\s*(.*?)\s*$", self.header, re.DOTALL)
        return parts and parts[1]

    def returning(self, text):
        """Statements that do what a body does, which may be one expression without `return`."""
        if self.value is None:
            return f"do {{ {text} }}; return"
        throws = re.search(r"\bthrows(?:\([^)]*\))?(?=\s*->)", self.behind_parameters)
        effect, call = (throws[0], "try body()") if throws else ("", "body()")
        return f"func body() {effect} -> {self.value} {{ {text} }}; return {call}"


def blanked(text):
    """The same text with comments and strings blank, so that every brace left is one."""
    parts, place = [], 0
    while found := LITERAL.search(text, place):
        end = string_end(text, found.end()) if found[0] == '"' else found.end()
        parts += [text[place:found.start()], re.sub(r"[^\n]", " ", text[found.start():end])]
        place = end
    return "".join(parts) + text[place:]


def string_end(text, place):
    """The place behind the string that has begun, whose interpolations may hold strings."""
    depth = 0
    while True:
        if text.startswith("\\(", place):
            depth, place = depth + 1, place + 2
        elif depth == 0 and text[place] == "\\":
            place += 2
        elif depth == 0 and text[place] == '"':
            return place + 1
        else:
            if depth and text[place] == '"':
                place = string_end(text, place + 1) - 1
            depth += {"(": 1, ")": -1}.get(text[place], 0) if depth else 0
            place += 1


def bodies(text):
    """The bodies of the functions of a file; of functions within functions the outer ones."""
    blank, found = blanked(text), []
    place, begin = 0, 0
    while brace := re.compile(r"[{}]").search(blank, place):
        place = brace.end()
        if brace[0] == "}":
            begin = place
            continue
        end = closing(blank, place)
        before = blank[begin:brace.start()]
        if before.count("(") > before.count(")"):
            # A closure among the parameters.
            place = end + 1
            continue
        header = last_declaration(before)
        begin = place
        if header and DECLARATION.match(header)[1] in TYPES:
            continue
        if is_function(header, blank[place:end]):
            found.append(Body(place, end, header))
        place = begin = end + 1
    return found


def last_declaration(text):
    """From the start of the last declaration that is not within parentheses."""
    depth, place, start = 0, 0, None
    for line in text.split("\n"):
        if depth == 0 and DECLARATION.match(line):
            start = place
        depth += sum({"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0) for sign in line)
        place += len(line) + 1
    return None if start is None else text[start:].strip()


def closing(blank, place, pair="{}"):
    """The place of the brace that closes the one opened before `place`."""
    depth = 1
    while True:
        depth += {pair[0]: 1, pair[1]: -1}.get(blank[place], 0)
        if depth == 0:
            return place
        place += 1


def is_function(header, body):
    if header is None or "rethrows" in header or ACCESSOR.match(body):
        return False
    kind = DECLARATION.match(header)[1]
    # A stored property with a closure or an observer is none.
    return kind in {"func", "init", "subscript"} or (kind == "var" and "=" not in header)


def change(text, mutant):
    """(start, end, replacement) of what a mutant changes, without what stays the same."""
    start = text.index(mutant.old)
    old, new = mutant.old, mutant.new
    before = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    old, new = old[before:], new[before:]
    after = next(
        (i for i, (a, b) in enumerate(zip(old[::-1], new[::-1])) if a != b), min(len(old), len(new)))
    return start + before, start + before + len(old) - after, new[:len(new) - after]


def switched(text, mutants):
    """The text of a file with mutants {number: mutant}, and the lines of each {number: range}.

    Those that cannot be switched are not among the lines.
    """
    places = bodies(text)
    changes = {}
    for number, mutant in mutants.items():
        start, end, new = change(text, mutant)
        body = next((body for body in places if body.start <= start and end <= body.end), None)
        if body:
            changed = text[body.start:start] + new + text[end:body.end]
            changes.setdefault(body, []).append((number, body.returning(changed)))
    result, lines, place = "", {}, 0
    for body in sorted(changes):
        result += text[place:body.start]
        for number, statements in changes[body]:
            first = result.count("\n") + 1
            result += f" if activeMutant == {number} {{ {statements} }}\n"
            lines[number] = range(first, result.count("\n") + 1)
        result += body.returning(text[body.start:body.end])
        place = body.end
    return result + text[place:], lines
