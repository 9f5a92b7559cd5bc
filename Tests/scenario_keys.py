"""The keys and strategies of a scenario: as much of YAML as the scenarios of the docs use."""

import re

TOKEN = re.compile(r"""(?P<key>[\w-]+):(?=\s|$)|(?P<bracket>[\[\]{}])|"[^"]*"|'[^']*'|[^\s\[\]{},:"']+|\S""")


class Scanner:
    """Reads a scenario line by line; `paths` has its keys from the root, joined by dots."""

    def __init__(self, text):
        self.paths = set()
        self.open = []  # the keys around: (column, key), or (None, key) in brackets
        self.depth = 0
        for line in text.splitlines():
            self.read(re.sub(r"(^|\s)#.*", "", line))

    def read(self, line):
        if not self.depth and line.strip():
            self.leave(re.match(r" *(?:- +)*", line).end())
        for token in TOKEN.finditer(line):
            if token["key"]:
                self.enter(token["key"], token.start())
            elif token["bracket"]:
                self.bracket(token["bracket"])

    def leave(self, column):
        """A line of a block ends all that is not left of it."""
        while self.open and self.open[-1][0] >= column:
            self.open.pop()

    def enter(self, key, column):
        if self.depth and self.open[-1][1] is not None:
            self.open.pop()
        self.open.append((column, key))
        self.paths.add(".".join(name for _, name in self.open if name))

    def bracket(self, bracket):
        if bracket in "[{":
            self.depth += 1
            self.open.append((0, None))
            return
        self.depth -= 1
        while self.open.pop()[1] is not None:
            pass


def has_key(text, path):
    """Whether a scenario sets a key, for all devices or for a group, or sweeps it."""
    paths = Scanner(text).paths
    if {path, f"groups.{path}"} & paths:
        return True
    for swept in re.findall(r"path: ([\w.-]+)", text):
        # A path such as `device.presentation` sweeps maps.
        rest = path.removeprefix(swept)
        if not rest or rest[0] == "." and any(found.endswith(f".values{rest}") for found in paths):
            return True
    return False


def has_strategy(text, name):
    """Whether a scenario has a strategy of this kind."""
    found = re.search(r"^strategies:.*\n?(?:[ #-].*\n|\n)*", text, re.M)
    return bool(found and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", found[0]))
