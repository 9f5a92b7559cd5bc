"""`python -m deliverysim_report DIR --out FOLDER`: the page and its pictures.

deliverysim report starts it, after it has checked the directory. Exit codes are the tool's."""

import argparse
import sys
from pathlib import Path

from .results import Results
from .write import Occupied, write_report

USAGE, CANNOT_CREATE, IO_ERROR = 64, 73, 74


def main():
    parser = argparse.ArgumentParser(prog="deliverysim_report", description=__doc__)
    parser.add_argument("directory", type=Path, help="a results directory")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--design-point", type=int, help="shown by charts of a single one")
    parser.add_argument("--force", action="store_true", help="replace files of others")
    options = parser.parse_args()
    results = Results(options.directory, options.design_point)
    last = int(results.points.index.max()) if len(results.points) else 0
    if options.design_point is not None and not 0 <= options.design_point <= last:
        end(USAGE, f"--design-point: found {options.design_point}; allowed: 0 to {last}")
    try:
        write_report(results, options.out, options.force)
    except Occupied as error:
        end(CANNOT_CREATE, str(error))
    except (FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError) as error:
        end(CANNOT_CREATE, f"{error.filename or options.out}: {error.strerror}")
    except OSError as error:
        end(IO_ERROR, f"{error.filename or options.out}: {error.strerror}")


def end(code, message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
