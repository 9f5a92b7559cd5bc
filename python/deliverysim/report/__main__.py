"""`python -m deliverysim.report DIR --out FOLDER`: the page and its pictures.

deliverysim report starts it, after it has checked the directory. Exit codes are the tool's."""

import argparse
import errno
import sys
from pathlib import Path

from ..errors import NoResults, ResultsError
from ..requirements import LIBRARIES, missing, old_python
from .progress import Progress

USAGE, DATA, INPUT_MISSING, CANNOT_CREATE, IO_ERROR = 64, 65, 66, 73, 74


def main():
    parser = argparse.ArgumentParser(prog="python -m deliverysim.report", description=__doc__)
    parser.add_argument("directory", type=Path, help="a results directory")
    parser.add_argument("--out", type=Path, help="the folder to write (default: report, in it)")
    parser.add_argument("--design-point", type=int, help="the one for charts that show only one")
    parser.add_argument("--check", type=Path, help="the comparison with a baseline, by the tool")
    parser.add_argument("--force", action="store_true", help="replace files of other origin")
    parser.add_argument("--tool", help="the program deliverysim, which tells the stories")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    options = parser.parse_args()
    options.out = options.out or options.directory / "report"
    complaint = old_python() or missing(list(LIBRARIES))
    if complaint:
        fail(INPUT_MISSING, complaint)
    progress = Progress(options.quiet)
    progress.start()
    try:
        ending = report(options, progress)
    finally:
        progress.end()
    if ending is not None:
        fail(*ending)


def fail(code, message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


def report(options, progress):
    """Writes the report; returns None, or an exit code and its message."""
    # Here, since pandas and Matplotlib take seconds to load.
    from ..results import read_manifest
    from . import baseline
    from .checks import Damaged, check
    from .results import Results
    from .write import Occupied, write_report, write_sensitivity

    try:
        if is_sensitivity(options.directory):
            write_sensitivity(options.directory, options.out, options.force)
            return None
        read_manifest(options.directory)
        comparison = baseline.read(options.check)
        results = Results(options.directory, options.design_point, comparison=comparison)
        check(results)
        last = int(results.points.index.max())
        if options.design_point is not None and not 0 <= options.design_point <= last:
            return USAGE, f"--design-point: found {options.design_point}; allowed: 0 to {last}"
        write_report(results, options.out, options.force, progress.step, options.tool)
    except NoResults as error:
        return INPUT_MISSING, str(error)
    except ResultsError as error:
        return DATA, str(error)
    except Damaged as error:
        return DATA, f"{options.directory}/{error}"
    except Occupied as error:
        return CANNOT_CREATE, str(error)
    except (FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError) as error:
        return CANNOT_CREATE, f"{error.filename or options.out}: {error.strerror}"
    except OSError as error:
        if error.errno == errno.EROFS:
            return CANNOT_CREATE, f"{error.filename or options.out}: {error.strerror}"
        return IO_ERROR, f"{error.filename or options.out}: {error.strerror}"


def is_sensitivity(directory):
    """`deliverysim sensitivity` has written it: there is no manifest."""
    return (directory / "sensitivity.csv").is_file() and not (directory / "manifest.json").exists()


if __name__ == "__main__":
    main()
