"""`python -m deliverysim.report DIR --out FOLDER`: the page and its pictures.

deliverysim report becomes it, after it has checked the directory. Exit codes are the tool's."""

from __future__ import annotations

import argparse
import errno
import signal
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

from ..owned import end_in_order
from ..requirements import LIBRARIES, missing, old_python
from .progress import Progress

USAGE, DATA, INPUT_MISSING, DEFECT, CANNOT_CREATE, IO_ERROR = 64, 65, 66, 70, 73, 74
FAILED = (
    "drawing the report failed. Remove python/.venv in the checkout and run make report-env; "
    "if that does not help, this is a defect of deliverysim: please report it"
)


def main() -> None:
    options = parsed()
    end_in_order()
    complaint = old_python() or missing(list(LIBRARIES))
    if complaint:
        fail(INPUT_MISSING, complaint)
    progress = Progress(options.quiet)
    progress.start()
    try:
        try:
            written, ending = report(options, progress)
        finally:
            progress.end()
    except KeyboardInterrupt:
        print("interrupted: no report was written", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    except Exception:
        traceback.print_exc()
        fail(DEFECT, FAILED)
    if ending is not None:
        fail(*ending)
    if not options.quiet:
        print(f"report: {written}", file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """Its errors are like the tool's."""

    def error(self, message: str) -> NoReturn:
        fail(USAGE, message)


def parsed() -> argparse.Namespace:
    parser = Parser(prog="python -m deliverysim.report", description=__doc__)
    parser.add_argument("directory", type=Path, help="a results directory")
    parser.add_argument("--out", type=Path, help="the folder to write (default: report, in it)")
    parser.add_argument("--design-point", type=int, help="the one for charts that show only one")
    parser.add_argument("--check", type=Path, help="the comparison with a baseline, by the tool")
    parser.add_argument("--force", action="store_true", help="replace files of other origin")
    parser.add_argument("--tool", help="the program deliverysim, which tells the stories")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    options = parser.parse_args()
    options.out = options.out or options.directory / "report"
    return options


def fail(code: int, message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


def report(options: Any, progress: Progress) -> tuple[Path | None, tuple[int, str] | None]:
    """Writes the report; returns the path of its page, or None, an exit code and its message."""
    # Here, since pandas and Matplotlib take seconds to load.
    from ..errors import NoResults, ResultsError
    from .checks import Damaged
    from .write import Occupied

    try:
        return write(options, progress), None
    except Mistake as error:
        return None, (USAGE, str(error))
    except NoResults as error:
        return None, (INPUT_MISSING, str(error))
    except ResultsError as error:
        return None, (DATA, str(error))
    except Damaged as error:
        return None, (DATA, f"{options.directory}/{error}")
    except Occupied as error:
        return None, (CANNOT_CREATE, str(error))
    except OSError as error:
        refused = FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError
        is_refused = isinstance(error, refused) or error.errno == errno.EROFS
        message = f"{error.filename or options.out}: {error.strerror}"
        return None, (CANNOT_CREATE if is_refused else IO_ERROR, message)


class Mistake(Exception):
    """An option that the results cannot have."""


def write(options: Any, progress: Any) -> Any:
    """Writes the report of a run or of an analysis; returns the path of what to look at."""
    from ..results import read_manifest
    from . import baseline
    from .checks import check
    from .results import Results
    from .write import write_report, write_sensitivity

    if is_sensitivity(options.directory):
        return write_sensitivity(options.directory, options.out, options.force)
    read_manifest(options.directory)
    comparison = baseline.read(options.check)
    results = Results(options.directory, options.design_point, comparison=comparison)
    check(results)
    last = int(results.points.index.max())
    if options.design_point is not None and not 0 <= options.design_point <= last:
        raise Mistake(f"--design-point: found {options.design_point}; allowed: 0 to {last}")
    return write_report(results, options.out, options.force, progress.step, options.tool)


def is_sensitivity(directory: Any) -> Any:
    """`deliverysim sensitivity` has written it: there is no manifest."""
    return (directory / "sensitivity.csv").is_file() and not (directory / "manifest.json").exists()


if __name__ == "__main__":
    main()
