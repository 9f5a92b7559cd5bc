"""Stories of messages, asked of the tool that has simulated them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from ... import owned
from ...errors import failure
from .. import baseline

# Each ending has so many; of many strategies fewer, since every story takes a kilobyte of the page.
COUNT, COUNT_OF_MANY = 3, 2
MANY = 8

STORY = ["strategy", "fate", "stage", "cause", "repair", "replication", "device", "message"]
STORY += ["start_s", "words", "command"]


class Stories:
    """The tool at work, while charts are drawn; it ends with them (`with`).

    tool: its path; None where the page is made without it. strategies: how many there are."""

    def __init__(self, tool: str | None, directory: Path, point: int, strategies: int) -> None:
        directory = Path(directory)
        self.process: subprocess.Popen[str] | None = None
        self.source = baseline.name(str(directory))
        count = COUNT if strategies <= MANY else COUNT_OF_MANY
        if tool:
            program = str(Path(tool).absolute()) if os.sep in tool else tool
            self.process = owned.start(
                [
                    program,
                    "explain",
                    f"--stories={count}",
                    f"--design-point={point}",
                    "--",
                    self.source,
                ],
                # Where it finds the results by this name, which its commands and complaints tell.
                cwd=directory.parent if directory.is_absolute() else None,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )

    def __enter__(self) -> Stories:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def read(self) -> dict[str, Any] | None:
        """The stories as the page keeps them (`compact`), or what to say instead of them."""
        if self.process is None:
            return None
        text, complaint = self.process.communicate()
        if self.process.returncode == 0:
            return compact(json.loads(text), self.source)
        return {"missing": failure(complaint, self.process.returncode).message}


def compact(document: dict[str, Any], source: str) -> dict[str, Any]:
    """The document of `deliverysim explain --stories`, with every text once; stories.js unpacks it.

    Without messages that were shown, which no bar leads to. An event is time, role, lane, whether it
    is the message's own, text; a span is start, end, kind and the same; kind, lane and text as numbers.
    source: the results, for commands that look for more."""
    lanes = [lane["name"] for lane in document["lanes"]]
    kinds = [kind["name"] for kind in document["kinds"]]
    texts: dict[str, int] = {}

    def packed(one: Any, *own: Any) -> Any:
        number = texts.setdefault(one["text"], len(texts))
        return [*own, lanes.index(one["lane"]), int(one["own"]), number]

    stories = [
        {
            **{key: story[key] for key in STORY},
            "events": [packed(event, event["time_s"], event["role"]) for event in story["events"]],
            "spans": [
                packed(span, span["start_s"], span["end_s"], kinds.index(span["kind"]))
                for span in story["spans"]
            ],
        }
        for story in document["stories"]
        if story["fate"] != "shown"
    ]
    return {
        "source": source,
        "design_point": document["design_point"],
        "lanes": document["lanes"],
        "kinds": document["kinds"],
        "texts": list(texts),
        "stories": stories,
    }
