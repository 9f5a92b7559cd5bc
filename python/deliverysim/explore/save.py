"""The folder into which the page may write scenarios, and nowhere else."""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import Error

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


class NotSaved(Error):
    """The reason why nothing was written, in a sentence."""


def scenario_name(text: Any) -> str:
    """The name in what was typed for a file, with or without .yml; raises NotSaved."""
    name = text.removesuffix(".yml") if isinstance(text, str) else ""
    if not NAME.fullmatch(name):
        raise NotSaved("name: allowed: letters, digits, - and _, without a folder")
    return name


class Folder:
    """A folder for scenarios; it is made with the first one."""

    def __init__(self, path: str, force: bool = False) -> None:
        """force: whether files may be replaced."""
        self.path, self.force = path, force

    def write(self, name: str, text: str, check: Callable[[str], None]) -> str:
        """Writes a file that `check` does not refuse; returns its path.

        name: of the scenario, as `scenario_name` returns it. Raises NotSaved."""
        place = os.path.join(self.path, f"{name}.yml")
        # It lies in the same folder, where files that the scenario names are the same.
        draft = Path(self.path, f".explore-{secrets.token_hex(8)}.yml")
        try:
            os.makedirs(self.path, exist_ok=True)
            try:
                write_to_disk(draft, text)
                check(str(draft))
                self.put(draft, Path(place))
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise NotSaved(f"{error.filename or place}: {error.strerror}") from error
        return place

    def put(self, draft: Path, file: Path) -> None:
        """Gives a draft its name: at any time there is the old file or the new one, whole. A link
        with its name is replaced, not followed."""
        if self.force:
            draft.replace(file)
            return
        try:
            claim(draft, file)
        except FileExistsError:
            raise NotSaved(
                f"{file} is there already: choose another name, or start explore with --force"
            ) from None


def claim(draft: Path, file: Path) -> None:
    """Gives a draft a name that nothing has; raises FileExistsError."""
    try:
        # Unlike `rename` it replaces nothing.
        os.link(draft, file)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP):
            raise
        # The disk has no links: the name is taken first.
        open(file, "x").close()
        draft.replace(file)


def write_to_disk(file: Path, text: str) -> None:
    """Writes a new file, and returns when it is on the disk."""
    with open(file, "x", encoding="utf-8") as new:
        new.write(text)
        new.flush()
        os.fsync(new.fileno())
