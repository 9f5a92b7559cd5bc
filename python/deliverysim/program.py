"""The command `deliverysim` of a wheel: becomes the tool that lies in the package."""

import os
import signal
import sys
from typing import NoReturn

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = os.path.join(HERE, "bin", "deliverysim")
# A package of the system lays this folder here, and the tool at bin (packaging/install.sh).
LAID = os.path.join("share", "deliverysim", "python", "deliverysim")
LAID_DEPTH = 4
# The tool draws reports and serves pages with this Python (Sources/CLI/Python/PythonProgram.swift).
PYTHON = "DELIVERYSIM_PYTHON"
INPUT_MISSING = 66
# Python ignores these, and a program inherits that.
IGNORED = [signal.SIGPIPE, signal.SIGXFSZ]


def main() -> NoReturn:
    """Becomes the tool: arguments, streams and signals are its own."""
    os.environ[PYTHON] = sys.executable
    for number in IGNORED:
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execv(PATH, [name(sys.argv[0]), *sys.argv[1:]])
    except OSError as error:
        print(f"error: {PATH}: cannot be started: {error.strerror}", file=sys.stderr)
        sys.exit(INPUT_MISSING)


def name(typed: str) -> str:
    """The name as people type it: the tool's advice repeats it."""
    folder, last = os.path.split(typed)
    return last if folder in os.get_exec_path() else typed


def packed() -> str | None:
    """The tool of this package; None where it has none, as in a checkout."""
    prefix = os.path.abspath(os.path.join(HERE, *[os.pardir] * LAID_DEPTH))
    is_laid = os.path.join(prefix, LAID) == HERE
    places = [PATH, *[os.path.join(prefix, "bin", "deliverysim")] * is_laid]
    return next((one for one in places if os.access(one, os.X_OK)), None)
