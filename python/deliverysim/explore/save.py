"""The folder into which the page may write scenarios, and nowhere else."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import Error

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


class NotSaved(Error):
    """Why nothing was written, in a sentence."""


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
        try:
            os.makedirs(self.path, exist_ok=True)
            # In the same folder, where files that the scenario names are the same.
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self.path, prefix=".explore-", suffix=".yml"
            ) as draft:
                draft.write(text)
                draft.flush()
                check(draft.name)
            self.put(text, Path(place))
        except OSError as error:
            raise NotSaved(f"{error.filename or place}: {error.strerror}") from error
        return place

    def put(self, text: str, file: Path) -> None:
        """Writes a file anew. A link with its name is replaced, not followed."""
        if self.force:
            file.unlink(missing_ok=True)
        try:
            with open(file, "x", encoding="utf-8") as new:
                new.write(text)
        except FileExistsError:
            raise NotSaved(
                f"{file} is there already: choose another name, or start explore with --force"
            ) from None
