"""`python -m deliverysim.explore SCENARIO`: serves the page until Ctrl-C.

deliverysim explore starts it, after it has checked the scenario. Exit codes are the tool's."""

from __future__ import annotations

import argparse
import signal
import sys
from functools import partial
from textwrap import fill
from typing import NoReturn

from ..errors import Error, ToolFailed
from ..owned import Temporary, end_in_order
from ..requirements import old_python
from ..runner import find_tool

USAGE, INPUT_MISSING, CANNOT_CREATE = 64, 66, 73


def main() -> None:
    options = parsed()
    complaint = old_python()
    if complaint:
        fail(INPUT_MISSING, complaint)
    end_in_order()
    try:
        serve(options)
    except KeyboardInterrupt:
        print("interrupted: the page has ended", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deliverysim.explore", description=__doc__)
    parser.add_argument("scenario", help="the YAML file")
    parser.add_argument("--pin", action="append", default=[], help="a key: PATH=A..B")
    parser.add_argument("--out", help="where scenarios may be saved")
    parser.add_argument("--force", action="store_true", help="replace scenarios there")
    parser.add_argument("--port", type=int, default=0, help="of the page; 0: a free one")
    parser.add_argument("--set", action="append", default=[], help="a key: PATH=VALUE")
    parser.add_argument("--seed", help="another seed")
    parser.add_argument("--replications", type=int, help="the most that an answer has")
    parser.add_argument("--allow-outside", action="store_true", help="read files elsewhere")
    return parser.parse_args()


def fail(code: int, message: str) -> NoReturn:
    wrapped = partial(
        fill, width=80, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    print("\n".join(map(wrapped, f"error: {message}".splitlines())), file=sys.stderr)
    sys.exit(code)


def serve(options: argparse.Namespace) -> None:
    # Here, since an old Python cannot read them.
    from .save import Folder
    from .server import Server
    from .study import LAST, Study
    from .tool import Tool

    words = [f"--set={one}" for one in options.set]
    words += [f"--seed={options.seed}"] if options.seed else []
    words += ["--allow-outside"] * options.allow_outside
    with Temporary("explore") as place:
        try:
            tool = Tool(find_tool(), place)
            study = Study(tool, options.scenario, words, options.replications or LAST)
            study.open(options.pin)
        except ToolFailed as error:
            fail(error.exit_code if error.exit_code > 0 else 70, error.message)
        except Error as error:
            fail(INPUT_MISSING, str(error))
        folder = Folder(options.out, options.force) if options.out else None
        try:
            server = Server(study, folder, options.port)
        except (OSError, OverflowError) as error:
            fail(USAGE, f"--port: {options.port} cannot be used: {error}")
        try:
            print(server.url, flush=True)
            print("open this address in a browser; Ctrl-C ends it", file=sys.stderr)
            server.serve_forever(poll_interval=0.1)
        finally:
            tool.close()
            server.server_close()


if __name__ == "__main__":
    main()
