"""The folder of a report: one report at a time is written there, and it appears as a whole.

Its files are made in a folder beside it, which then takes its place. Where that cannot be (other
files lie there, the place is a disk of its own, nothing may be written beside it), they are made
inside and moved one by one, the page first away and last in, so that nobody sees a page with the
pictures of another."""

from __future__ import annotations

import glob
import json
import os
import shutil
from pathlib import Path
from typing import Any

from .. import owned

SUFFIX = ".part"
# In a part folder whose files are being moved: the names of files that are neither old nor new.
MOVING = ".moving"


class Occupied(Exception):
    """Something else stands in the way: files that are no earlier report's, or somebody at work."""


class Place:
    """A folder that nobody else writes to, as long as it is held (`with`).

    It is made where it is not there; it goes again when nothing is put into it. Raises Occupied, and
    OSError."""

    def __init__(self, folder: Path) -> None:
        self.shown = Path(folder)
        self.folder = self.shown.resolve()
        self.part: Path | None = None
        self._lock: int | None = None
        self._part_lock: int | None = None
        self._made: list[Path] = []

    def __enter__(self) -> Place:
        try:
            self._take()
            self._sweep()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, *_: Any) -> None:
        self._leave()

    def _take(self) -> None:
        missing = [one for one in [self.folder, *self.folder.parents] if not one.exists()]
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)
            self._made.insert(0, folder)
        try:
            self._lock = owned.hold(self.folder)
        except OSError as error:
            error.filename = str(self.shown)
            raise
        if self._lock is None:
            raise Occupied(f"{self.shown}: another run or report is writing here")

    def _sweep(self) -> None:
        """Removes what reports that were killed have left here and beside it."""
        name = f".{glob.escape(self.folder.name)}-*{SUFFIX}"
        owned.sweep(list(self.folder.parent.glob(name)))
        owned.sweep(list(self.folder.glob(name)), self._remove_half)

    def _remove_half(self, part: Path) -> None:
        """Removes the files that are neither an old report nor a new one."""
        for name in moving(part):
            (self.folder / name).unlink(missing_ok=True)

    def _leave(self) -> None:
        if self.part is not None:
            shutil.rmtree(self.part, ignore_errors=True)
            self._release_part()
        for folder in self._made:
            try:
                folder.rmdir()
            except OSError:
                break  # something is in it
        if self._lock is not None:
            owned.release(self._lock)
        self.part = self._lock = None

    # Looking

    def check_free(
        self,
        names: list[str],
        earlier: list[Any],
        force: bool,
        reason: str = "not from an earlier report",
    ) -> None:
        """Raises Occupied where a file stands in the way that is none of an earlier report.

        names: of the files to come. earlier: those that may be replaced. reason: what is wrong with
        the file."""
        for name in names:
            path = self.folder / name
            if os.path.lexists(path) and name not in earlier and not force:
                advice = "--force replaces it, --out writes elsewhere"
                raise Occupied(f"{self.shown / name}: {reason}; {advice}")
            if path.is_dir() and not path.is_symlink():
                raise Occupied(f"{self.shown / name}: is a folder; --out writes elsewhere")

    def _is_replaceable(self, ours: set[Any]) -> bool:
        """Whether another folder can take its place: nothing is lost with it, and nobody stands in
        it."""
        parent = self.folder.parent
        return (
            {one.name for one in self.folder.iterdir()} <= ours
            and self.folder != parent
            and os.access(parent, os.W_OK)
            and os.access(self.folder, os.W_OK)
            and self.folder.stat().st_dev == parent.stat().st_dev
            and not os.path.ismount(self.folder)
            and not is_at_work_in(self.folder)
        )

    # Writing

    def begin(self, ours: set[Any]) -> Path:
        """A folder for the new files, beside this one or in it.

        ours: the names of files that may go."""
        return self._make_part(self.folder.parent if self._is_replaceable(ours) else self.folder)

    def _make_part(self, place: Path) -> Path:
        part, self._part_lock = owned.new_folder(f".{self.folder.name}-", SUFFIX, place)
        self.part = part
        return part

    def _release_part(self) -> None:
        if self._part_lock is not None:
            owned.release(self._part_lock)
        self._part_lock = None

    def finish(self, names: list[str], earlier: list[Any], force: bool) -> None:
        """Puts the new files in place, the first one last, and removes those of `earlier`.

        Somebody may have removed the folder meanwhile, or put another one there."""
        part = self.part
        assert self._lock is not None and part is not None, "it has begun"
        if not owned.is_still(self._lock, self.folder):
            owned.release(self._lock)
            self._lock = None
            self._take()
            self.check_free(names, [], force)
        ours = {*names, *earlier, part.name}
        if part.parent == self.folder:
            self._put(part, names, earlier)
        elif not (self._is_replaceable(ours) and self._replace(part)):
            self._put(self._move_inside(part), names, earlier)
        self._made = []

    def _replace(self, part: Path) -> bool:
        """Gives the part the name of the folder; returns False where the system refuses that.

        An empty folder is replaced at once. An earlier report is away for a moment."""
        shutil.copymode(self.folder, part)
        away = None
        try:
            if any(self.folder.iterdir()):
                away, lock = owned.new_folder(f".{self.folder.name}-", SUFFIX, self.folder.parent)
                owned.release(lock)
                self.folder.rename(away)
            part.rename(self.folder)
        except OSError:
            if away is not None:
                # Back again; where it never went, an empty folder is there.
                away.rmdir() if self.folder.exists() else away.rename(self.folder)
            return False
        if away is not None:
            shutil.rmtree(away, ignore_errors=True)
        self._release_part()
        self.part = None
        return True

    def _move_inside(self, part: Path) -> Path:
        """Copies the pages into the folder, from where files can be moved one by one: they may lie on
        another disk."""
        lock = self._part_lock
        inside = self._make_part(self.folder)
        shutil.copytree(part, inside, dirs_exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        if lock is not None:
            owned.release(lock)
        return inside

    def _put(self, part: Path, names: list[str], earlier: list[Any]) -> None:
        """Moves file by file. After a kill in between there is no page, and the next report knows
        which files were to go."""
        ours = list(dict.fromkeys([*names, *earlier]))
        (part / MOVING).write_text(json.dumps(ours), encoding="utf-8")
        for name in [names[0], *earlier]:
            (self.folder / name).unlink(missing_ok=True)
        for name in reversed(names):
            (part / name).replace(self.folder / name)


def moving(part: Path) -> list[Any]:
    """The names of the files that a report was moving when it was killed; nothing else is asked
    for: no folder, and nothing elsewhere."""
    try:
        names = json.loads((part / MOVING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [one for one in names if isinstance(one, str) and os.path.basename(one) == one]


def is_at_work_in(folder: Path) -> bool:
    """Whether this process, and so the shell that has started it, stands in a folder."""
    try:
        place = Path.cwd()
    except OSError:
        return False
    return place == folder or folder in place.parents
