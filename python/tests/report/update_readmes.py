"""Writes the numbers of the published CSV files into the tables of the experiments' READMEs."""

import re

from .shipped import ROOT
from .test_readmes import TABLES, Files

NUMBER = re.compile(r"(\d[\d,]*)(\.\d+)?( ms\b)?")


def rewritten(cell, expected):
    """The cell with these numbers, as precise as those that it had."""
    numbers = iter(expected)

    def replace(match):
        number = next(numbers, None)
        if number is None:
            return match[0]
        digits = len(match[2] or ".") - 1
        comma = "," if "," in match[1] or number >= 10_000 else ""
        return f"{number * (1e3 if match[3] else 1):{comma}.{digits}f}{match[3] or ''}"

    return NUMBER.sub(replace, cell)


def update(experiment, wanted):
    """Rewrites the README's tables, by place: the rows' tuples and the columns' texts."""
    path, files = ROOT / "experiments" / experiment / "README.md", Files(experiment)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    place, row = -1, 0
    for number, line in enumerate(lines):
        if not line.startswith("|"):
            continue
        if number == 0 or not lines[number - 1].startswith("|"):
            place, row = place + 1, -2
        if row >= 0 and place in wanted:
            points, columns = wanted[place]
            cells = line.strip().strip("|").split("|")
            lines[number] = "|" + "|".join(
                rewritten(cell, files.expected(text, points[row])) if text else cell
                for text, cell in zip(columns, cells)) + "|\n"
        row += 1
    path.write_text("".join(lines), encoding="utf-8")


def main():
    wanted = {}
    for experiment, place, points, columns in TABLES:
        wanted.setdefault(experiment, {})[place] = (points, columns)
    for experiment, tables in wanted.items():
        update(experiment, tables)


if __name__ == "__main__":
    main()
