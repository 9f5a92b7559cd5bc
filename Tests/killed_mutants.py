"""Remembers when each mutant was last killed, and by what: `make nightly` leaves out those that are still the same.

A mutant is the same while its replacement, the file that it changes and the files with its tests are. The record is
killed_mutants.json, which is committed, so that a fresh checkout knows it too.
"""

import datetime
import hashlib
import json

RECORD = "Tests/killed_mutants.json"


class Killed:
    """The record: name of a mutant -> [key, day]."""

    def __init__(self, root):
        self.root = root
        self.path = root / RECORD
        self.record = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    @staticmethod
    def name(mutant):
        return f"{mutant.shown_by} {mutant.what}"

    def key(self, mutant):
        """Another one as soon as the mutant, its source or one of its tests changes."""
        files = sorted({file for file, _ in mutant.killers})
        texts = [*mutant, *((self.root / file).read_text(encoding="utf-8") for file in [mutant.file, *files])]
        return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]

    def changed(self, mutants):
        """Those that must be killed again: the never killed first, then the oldest."""
        days = {mutant: self.record.get(self.name(mutant), ["", ""]) for mutant in mutants}
        return sorted(
            (mutant for mutant in mutants if days[mutant][0] != self.key(mutant)),
            key=lambda mutant: days[mutant][1])

    def note(self, mutant, is_killed):
        """Writes at once, so that nothing is lost when the run is ended."""
        if is_killed:
            self.record[self.name(mutant)] = [self.key(mutant), datetime.date.today().isoformat()]
        else:
            self.record.pop(self.name(mutant), None)
        lines = [f"{json.dumps(name)}: {json.dumps(self.record[name])}" for name in sorted(self.record)]
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
