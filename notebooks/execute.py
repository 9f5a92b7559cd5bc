"""`python notebooks/execute.py [--record] NOTEBOOK...`: executes notebooks and checks that they still
give the outputs that they ship with; --record keeps the outputs instead.

Text must be the same; of pictures, which depend on the machine in their last digits, the look."""

import argparse
import os
import sys
from base64 import b64decode
from io import BytesIO
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from PIL import Image, ImageChops, ImageStat

PICTURE = "image/png"
# The mean difference of pixels, of 255: letters a hair's breadth apart.
LOOK_MAX = 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--record", action="store_true", help="keep the outputs in the files")
    options = parser.parse_args()
    complaints = []
    for path in options.notebooks:
        shipped = nbformat.read(path, as_version=4)
        executed = execute(path)
        if options.record:
            path.write_text(nbformat.writes(executed) + "\n", encoding="utf-8")
        else:
            complaints += [f"{path}: {text}" for text in differences(shipped, executed)]
    for text in complaints:
        print(f"error: {text}; make notebooks-record keeps the new output", file=sys.stderr)
    return 1 if complaints else 0


def execute(path):
    """The notebook with its outputs, and nothing of the moment or the machine."""
    notebook = nbformat.read(path, as_version=4)
    metadata = dict(notebook.metadata)
    # A line of progress would be there or not, depending on the machine.
    os.environ["DELIVERYSIM_PROGRESS"] = "none"
    NotebookClient(
        notebook, kernel_name="python3", record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    notebook.metadata = nbformat.from_dict(metadata)
    return notebook


def differences(shipped, executed):
    """A text for each cell whose outputs are others."""
    for before, now in zip(shipped.cells, executed.cells, strict=True):
        if before.cell_type == "code" and not same(before.outputs, now.outputs):
            yield f"{before['id']}: gives another output"


def same(before, now):
    if len(before) != len(now):
        return False
    return all(same_output(*pair) for pair in zip(before, now))


def same_output(before, now):
    pictures = [one.get("data", {}).get(PICTURE) for one in (before, now)]
    if all(pictures):
        return same_look(*(Image.open(BytesIO(b64decode(one))).convert("RGB") for one in pictures))
    return before == now


def same_look(before, now):
    if before.size != now.size:
        return False
    return max(ImageStat.Stat(ImageChops.difference(before, now)).mean) <= LOOK_MAX


if __name__ == "__main__":
    sys.exit(main())
