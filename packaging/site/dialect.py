"""Rewrites Markdown as GitHub reads it for Python-Markdown, which mkdocs uses.

Python-Markdown wants four spaces for each level of a list, and a blank line in front of a list and
of a code block. It knows no words behind a code block's language.
"""

import re

MARKER = re.compile(r"(?:[-*+]|\d{1,9}\.) +")
# Only these begin a list right behind a paragraph; any other number is one of the sentence.
INTERRUPTING = re.compile(r"(?:[-*+]|1\.) ")
FENCE = re.compile(r"```+|~~~+")


def blocks(lines):
    """Groups lines: (is_code, lines) of each code block with its fences, and of what is between."""
    group, fence = [], None
    for line in lines:
        opening = FENCE.match(line.lstrip(" "))
        if fence is None and opening:
            yield False, group
            group, fence = [line], opening[0]
        elif fence and line.strip() == fence:
            yield True, group + [line]
            group, fence = [], None
        else:
            group.append(line)
    yield fence is not None, group


def rewritten(lines):
    """The lines of a page, rewritten."""
    indents, found = Indents(), []
    for is_code, group in blocks(lines):
        if is_code:
            indents.leave(group[0])
            if found and found[-1]:
                indents.leave("")
                found.append("")
            fence = indents.shifted(group[0])
            found += [opened(fence)] + [indents.shifted(line) for line in group[1:]]
            continue
        for line in group:
            indents.leave(line)
            shifted = indents.shifted(line)
            before = found[-1] if found else ""
            is_item = indents.enter(line, before)
            if is_item and before and (indents.is_loose or is_paragraph(before)):
                found.append("")
            found.append(shifted)
    return found


class Indents:
    """The list items around a line."""

    def __init__(self):
        # The columns where their texts begin.
        self.columns = []
        # Whether there was a blank line since the list began: then each item needs one in front.
        self.is_loose = False

    @property
    def depth(self):
        return len(self.columns)

    def leave(self, line):
        """Leaves the items that a line does not belong to; a blank one belongs to all."""
        if not line.strip():
            self.is_loose = self.is_loose or self.depth > 0
            return
        while self.columns and column(line) < self.columns[-1]:
            self.columns.pop()

    def shifted(self, line):
        """The line as far to the right as Python-Markdown wants it."""
        if not line.strip():
            return ""
        inside = column(line) - (self.columns[-1] if self.columns else 0)
        return " " * (4 * self.depth + max(0, inside)) + line.lstrip(" ")

    def enter(self, line, before):
        """Whether the line begins an item, which the next ones may belong to."""
        text = line.lstrip(" ")
        marker = MARKER.match(text)
        if marker and not self.columns and is_paragraph(before):
            marker = INTERRUPTING.match(text) and marker
        if marker:
            self.columns.append(column(line) + len(marker[0]))
        elif line.strip() and not self.columns:
            self.is_loose = False
        return bool(marker)


def column(line):
    return len(line) - len(line.lstrip(" "))


def is_paragraph(line):
    return bool(line.strip()) and not line.startswith(" ") and not MARKER.match(line)


def opened(fence):
    """The first line of a code block with its language, and the file that it names as its title."""
    space = fence[:column(fence)]
    words = fence.split()
    name = words[1] if len(words) == 2 and words[1].endswith(".yml") else None
    return space + words[0] + (f' title="{name}"' if name else "")
