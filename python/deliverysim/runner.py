"""Finds the command line tool, and runs it to its end."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib import metadata
from os import PathLike

from . import owned, program
from .errors import ToolNotFound, failure
from .progress import LIVE, Line, Watch

VARIABLE = "DELIVERYSIM"
NAME = "deliverysim"
# 1: an expectation failed; 3: one stayed open, or a precision was missed. The results are whole.
ENDINGS = (0, 1, 3)


def find_tool(tool: str | PathLike[str] | None = None) -> str:
    """The path of the command line tool: as it is named, else that of this package, else that on
    PATH; raises ToolNotFound."""
    named = os.fspath(tool) if tool is not None else os.environ.get(VARIABLE)
    found = shutil.which(named) if named else program.packed() or shutil.which(NAME)
    if found:
        return found
    if named:
        source = "tool" if tool is not None else VARIABLE
        raise ToolNotFound(f"{source}: found {named}, which is no program that can be started")
    raise ToolNotFound(
        f"the program {NAME} is neither in this package nor on PATH: install a wheel that has it, "
        f"build it with make build, or name it with {VARIABLE} or tool="
    )


@functools.cache
def version_of(tool: str) -> str | None:
    """The version that a program prints as the tool does; None where it is no such program."""
    try:
        printed = owned.run([tool, "--version"]).stdout
    except OSError:
        return None
    found = re.match(rf"{NAME} (\d\S*)", printed)
    return found[1] if found else None


def other_version(tool: str) -> str | None:
    """The complaint about a program that is not the tool of this package; None where it is."""
    found, own = version_of(tool), installed()
    if found is None:
        return f"{tool} is not deliverysim"
    return f"{tool} is deliverysim {found}, this package is {own}" if own and found != own else None


def installed() -> str | None:
    """The version of this package: as Python has it, else, where a package of the system has laid
    it, that of the tool beside it; None in a folder of sources."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        tool = program.packed()
        return version_of(tool) if tool else None


def version() -> str:
    """The version of this package and its tool; raises ToolNotFound where neither is known."""
    found = installed() or version_of(find_tool())
    if found is None:
        raise ToolNotFound(f"{find_tool()} is not deliverysim")
    return found


def start(
    command: Sequence[str], shown: Line | None
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Runs the tool to its end; raises ToolFailed with what it says.

    shown: the line that says how far it is; None: nobody looks.
    Returns how it has ended, and what it has said on the way."""
    watch = Watch(shown)
    environment = LIVE if shown is not None and shown.is_live else {}
    try:
        ending = owned.run(command, watch.take, environment=environment)
    except OSError as error:
        # Such as a program for another processor.
        raise ToolNotFound(f"{command[0]}: cannot be started: {error.strerror}") from error
    finally:
        watch.end()
    if ending.returncode not in ENDINGS:
        raise failure(ending.stderr, ending.returncode)
    return ending, watch.notes
