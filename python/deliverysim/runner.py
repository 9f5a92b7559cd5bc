"""Starts the command line tool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from . import owned
from .errors import Error, ToolNotFound, failure
from .requirements import old_python
from .results import Results

VARIABLE = "DELIVERYSIM"
NAME = "deliverysim"
# 1: an expectation failed; 3: one stayed open, or a precision was missed. The results are whole.
ENDINGS = (0, 1, 3)


def run(
    scenario: str | PathLike[str],
    *,
    replications: int | None = None,
    out: str | PathLike[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    threads: int | None = None,
    tool: str | PathLike[str] | None = None,
    force: bool = False,
    settings: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Results:
    """Runs a scenario and returns its results.

    scenario: the YAML file.
    replications: this many, instead of the number in the scenario.
    out: the folder of the results; None: a temporary one that goes with the results.
    strategies: run only these.
    threads: how many threads simulate; None: one per core.
    tool: the command line tool; None: what DELIVERYSIM names, else `deliverysim` on PATH.
    force: replace earlier results in `out`.
    settings: keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    keywords: the same, with two underscores for a dot: network__offline__weibull__scale="20m".

    A failed expectation is no error: it is in `Results.exit_code`. Raises ToolNotFound and
    ToolFailed."""
    complaint = old_python()
    if complaint:
        raise Error(complaint)
    program = find_tool(tool)
    options = ["--force"] * force
    options += option("replications", replications) + option("threads", threads)
    names = [strategies] if isinstance(strategies, str) else strategies or []
    options += [f"--strategy={name}" for name in names]
    changes = {**(settings or {}), **dotted(keywords)}
    options += [f"--set={path}={text(value)}" for path, value in changes.items()]
    options += ["--discard-units"] * (out is None)
    temporary = owned.Temporary("run") if out is None else None
    folder = os.fspath(temporary.path / "results" if temporary is not None else out or "")
    command = [program, "run", "--progress=none", f"--out={folder}", *options]
    try:
        ending = start([*command, "--", os.fspath(scenario)])
        results = Results(folder, exit_code=ending.returncode, summary=ending.stdout)
    except BaseException:
        if temporary is not None:
            temporary.close()
        raise
    if temporary is not None:
        weakref.finalize(results, temporary.close)
    return results


def find_tool(tool: str | PathLike[str] | None = None) -> str:
    """The path of the command line tool; raises ToolNotFound."""
    named = os.fspath(tool) if tool is not None else os.environ.get(VARIABLE)
    found = shutil.which(named or NAME)
    if found:
        return found
    if named:
        source = "tool" if tool is not None else VARIABLE
        raise ToolNotFound(f"{source}: found {named}, which is no program that can be started")
    raise ToolNotFound(
        f"the program {NAME} is not on PATH: build it with make build, "
        f"or name it with {VARIABLE} or tool="
    )


def start(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs the tool to its end; raises ToolFailed with what it says."""
    try:
        ending = owned.run(command, stdin=subprocess.DEVNULL, encoding="utf-8")
    except OSError as error:
        # Such as a program for another processor.
        raise ToolNotFound(f"{command[0]}: cannot be started: {error.strerror}") from error
    if ending.returncode not in ENDINGS:
        raise failure(ending.stderr, ending.returncode)
    return ending


def option(name: str, value: int | None) -> list[str]:
    return [] if value is None else [f"--{name}={value}"]


def dotted(keywords: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("__", "."): value for name, value in keywords.items()}


def text(value: Any) -> str:
    """A value as `--set` reads it. Texts are YAML as they are, so "20m" and "[5m, 20m]" work."""
    if isinstance(value, str):
        return value
    # Numbers of NumPy are none to json.
    return json.dumps(value, default=lambda one: one.item())
