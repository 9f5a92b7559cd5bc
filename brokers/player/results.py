"""The rows of the last table, and the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Row:
    """One check of one broker: so many pushes or figures, of which so many differ."""

    broker: str
    name: str
    checked: int
    differing: int
    # About the first difference: the simulator's words and the broker's.
    details: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def passed(self) -> bool:
        return self.differing == 0


def table(rows: Sequence[Row], versions: dict[str, str]) -> list[str]:
    """A line for each broker and check; worlds of one check are added up."""
    sums: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        sums.setdefault((row.broker, row.name), []).append(row)
    cells = [["broker", "version", "check", "worlds", "checked", "agreeing", "differing", ""]]
    for (broker, name), group in sums.items():
        checked, differing = sum(row.checked for row in group), sum(row.differing for row in group)
        notes = [row.note for row in group if row.note]
        cells.append([
            broker, versions.get(broker, ""), name, str(len(group)), str(checked), str(checked - differing),
            str(differing), notes[0] if notes else ""])
    widths = [max(len(line[place]) for line in cells) for place in range(len(cells[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def verdict(rows: Sequence[Row], skipped: int) -> str:
    passed = sum(row.passed for row in rows)
    return f"{passed} passed, {len(rows) - passed} failed, {skipped} skipped"
