"""`python -m deliverysim.doctor`: which Python this is, and what it has for the tool, as JSON.

`deliverysim doctor` prints it. Kept so simple that an old Python can run it."""

from __future__ import annotations

import json
import sys
from importlib import metadata

from .requirements import LIBRARIES, NEEDS, missing, old_python

OWN = "deliverysim"
# Tables in other forms, and notebooks.
OPTIONAL = ["polars", "pyarrow", "duckdb", "scipy", "ipykernel"]


def main() -> None:
    state = {
        "version": "{}.{}.{}".format(*sys.version_info[:3]),
        "executable": sys.executable,
        "packages": {name: installed(name) for name in [OWN, *LIBRARIES, *OPTIONAL]},
        "lacks": {name: old_python() or missing(needs) for name, needs in NEEDS.items()},
    }
    json.dump(state, sys.stdout)


def installed(name: str) -> str | None:
    """The version of an installed package; None where there is none."""
    if name == OWN and not old_python():
        import deliverysim

        found: str | None = getattr(deliverysim, "__version__", None)
        return found
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
