"""`deliverysim --experimental-dump-help | python generate.py`: prints deliverysim/commands.py, the
functions of the package, from the options that the tool declares. `make reference` runs it."""

from __future__ import annotations

import json
import re
import sys
from textwrap import fill
from typing import Any, NamedTuple

from deliverysim.arguments import argument

# The Python type of a value, by the name that the tool gives it.
TYPES = {
    "count": "int", "design-point": "int", "input-draws": "int", "message": "int", "n": "int",
    "points": "int", "replication": "int", "seed": "int", "shards": "int", "threads": "int",
    "trajectories": "int",
    "among": "str", "app": "str", "column": "str", "i/n": "str", "limit": "str", "method": "str",
    "metric": "str", "name": "str", "path": "str", "pattern": "str", "unit": "str",
    "duration": "Amount", "moment": "Amount", "share": "Amount", "time": "Amount", "width": "Amount", "worth": "Amount",
    "directory": "Folder", "file": "Place", "out": "Place",
    "metric=x": "Pairs", "path=a..b": "Pairs", "path=value": "Pairs", "role=column": "Pairs",
}  # fmt: skip
# The same name has another meaning there.
SPECIAL = {("explain", "device"): "int"}
POSITIONAL = {
    "directory": "Folder", "files": "Place | Sequence[Place]", "scenario": "Scenario",
    "source": "Source",
}  # fmt: skip
SUBJECTS = {
    "scenario": "The YAML file of a scenario, its keys and their values, or what `fit` and `start` return.",
    "source": "A scenario, or results: what `run` and `read` return, or their folder.",
}
# The functions see to these themselves.
OWN = {"cost", "format", "help", "out", "progress", "quiet", "version"}
SETTINGS = "set"
KEYWORDS = "keywords"
WIDTH = 96


class Function(NamedTuple):
    """A function of the package: the command that it runs, what it returns, and the options that
    it does not have. title: instead of the command's. counted: an option that is given as `count`,
    since the function has its name."""

    name: str
    command: str
    returns: str
    without: frozenset[str] = frozenset()
    title: str = ""
    counted: str = ""


# The cost of a run depends on these too; the others of this kind begin with WITH_COST.
DRAWS = frozenset({"input-draws", "inputs"})
WITH_COST = "With --cost: "
ONE = frozenset({"compare", "device", "message", "replication"})
FUNCTIONS = [
    Function("start", "start", "Start"),
    # A part of a run is no results yet: the command line runs and merges parts.
    Function("run", "run", "Results", frozenset({"shard"}),
             "Run every design point, strategy and replication, and return the results."),
    Function("plan", "validate", "Plan", title="Say what a run would cost, without running it."),
    Function("validate", "validate", "dict[str, Any]", DRAWS,
             "Check a scenario, and return it with defaults filled in."),
    Function("best", "best", "Results"),
    Function("sensitivity", "sensitivity", "Sensitivity"),
    Function("calibrate", "calibrate", "Calibration"),
    Function("fit", "fit", "Fit"),
    Function("explain", "explain", "Story", frozenset({"stories"})),
    Function("stories", "explain", "Stories", ONE,
             "Tell the first messages of each way in which notifications end.", "stories"),
    Function("check", "check", "Check"),
]  # fmt: skip
HEAD = '''"""The commands of the tool as functions. `make reference` writes this file (python/generate.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import ending
from .arguments import (
    Amount,
    Folder,
    Pairs,
    Place,
    Scenario,
    Source,
    Texts,
    changes,
    checked,
    ranges,
)
from .calls import Call
from .outcomes import Calibration, Check, Fit, Plan, Sensitivity, Start, Stories, Story
from .results import Results
'''
OUT = "The folder of the results, or the file; None: a temporary place that goes with what is returned."
SET = 'Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.'
PROGRESS = "Whether a line says how far it is; None: in notebooks and on terminals."
TOOL = "The program deliverysim; None: that of the package, else what DELIVERYSIM names, else on PATH."
MORE = 'The same keys, with two underscores for a dot: network__offline__weibull__scale="20m".'


class Argument(NamedTuple):
    """An argument of a function. default: "" where there is none."""

    name: str
    type: str
    default: str
    words: str
    """Its line in the documentation."""
    value: str = ""
    """The option that it gives, and the expression for its value."""
    option: str = ""


def main() -> None:
    commands = {one["commandName"]: one for one in json.load(sys.stdin)["command"]["subcommands"]}
    print(HEAD + "".join(f"\n\n{text(one, commands[one.command])}" for one in FUNCTIONS), end="")


def text(function: Function, command: dict[str, Any]) -> str:
    """A function with its documentation."""
    subject, options = arguments(function, command)
    has_settings = any(one.option == SETTINGS for one in options)
    lines = ["@checked", f"def {function.name}(", *(f"    {declared(one)}," for one in subject), "    *,"]
    lines += [f"    {declared(one)}," for one in options]
    lines += [f"    **{KEYWORDS}: Any,"] * has_settings + [f") -> {function.returns}:"]
    title = function.title or sentence(command["abstract"])
    about = [(one.name, one.words) for one in (*subject, *options)]
    about += [(KEYWORDS, MORE)] * has_settings
    lines += ['    """' + wrapped(title, "    ").lstrip() + "\n"]
    lines += [wrapped(f"{name}: {words}", "    ", "        ") for name, words in about]
    lines += ["", '    Raises ToolFailed where the tool refuses, and ToolNotFound."""']
    return "\n".join([*lines, *body(function, command, subject, options)]) + "\n"


def body(
    function: Function, command: dict[str, Any], subject: list[Argument], options: list[Argument]
) -> list[str]:
    has_progress = any(name(one) == "progress" for one in named(command))
    silent = ", silent=True" if has_progress else ""
    lines = [f'    call = Call("{function.command}", tool, progress{silent})', "    call.give({"]
    lines += [f'        "{one.option}": {one.value},' for one in options if one.option]
    lines += ["    })  # fmt: skip"]
    lines += [f"    call.{one.value}({one.value})" for one in subject]
    out = ", out" if any(one.name == "out" for one in options) else ""
    ending = "results" if function.returns == "Results" else function.name
    return [*lines, f"    return ending.{ending}(call{out})"]


def arguments(
    function: Function, command: dict[str, Any]
) -> tuple[list[Argument], list[Argument]]:
    """The subject of the function, and its options."""
    subject = [positional(one) for one in command["arguments"] if one["kind"] == "positional"]
    kept = [one for one in named(command) if name(one) not in OWN | function.without]
    if function.name == "validate":
        kept = [one for one in kept if not one["abstract"].startswith(WITH_COST)]
    options = [option(function.command, one) for one in kept]
    options = [counted(one) if one.option == function.counted else one for one in options]
    if "out" in map(name, named(command)):
        options.append(Argument("out", "Place | None", "None", OUT))
    options.append(Argument("progress", "bool | None", "None", PROGRESS))
    options.append(Argument("tool", "Place | None", "None", TOOL))
    # Those without a default come first.
    return subject, sorted(options, key=lambda one: one.default != "")


def named(command: dict[str, Any]) -> list[dict[str, Any]]:
    """The options that the tool's help shows."""
    shown = (one for one in command["arguments"] if one["shouldDisplay"])
    return [one for one in shown if one["kind"] != "positional"]


def positional(one: dict[str, Any]) -> Argument:
    called = one["valueName"]
    words = SUBJECTS.get(called) or sentence(one["abstract"])
    return Argument(called, POSITIONAL[called], "()" if one["isOptional"] else "", words, called)


def option(command: str, one: dict[str, Any]) -> Argument:
    called = name(one)
    own = argument(called)
    words = sentence(one["abstract"])
    words += default_words(one) if "default:" not in words else ""
    if one["kind"] == "flag":
        return Argument(own, "bool", "False", words, own, called)
    if called == SETTINGS:
        value = f"changes(settings, {KEYWORDS})"
        return Argument("settings", "Pairs | None", "None", SET, value, called)
    value = f"ranges({own})" if one["valueName"] == "path=a..b" else own
    kind = value_type(command, one)
    return Argument(own, kind, "" if is_needed(one) else "None", words, value, called)


def counted(one: Argument) -> Argument:
    return one._replace(name="count", type="int", default="1", value="count")


def value_type(command: str, one: dict[str, Any]) -> str:
    """The Python type of an option's value; a name that is not known is an error."""
    values = one.get("allValues") or one.get("allValueStrings")
    found = SPECIAL.get((command, name(one))) or TYPES[one["valueName"]]
    if values:
        found = f"Literal[{', '.join(json.dumps(value) for value in values)}]"
    if one["isRepeating"] and found == "str":
        found = "Texts"
    return found if is_needed(one) else f"{found} | None"


def is_needed(one: dict[str, Any]) -> bool:
    return not one["isOptional"] and "defaultValue" not in one


def default_words(one: dict[str, Any]) -> str:
    value = one.get("defaultValue")
    return "" if value is None or one["kind"] == "flag" else f" (default: {value})"


def declared(one: Argument) -> str:
    return f"{one.name}: {one.type}" + (f" = {one.default}" if one.default else "")


def name(one: dict[str, Any]) -> str:
    return str(one["preferredName"]["name"])


def sentence(words: str) -> str:
    """A sentence of the tool's help in the words of Python."""
    plain = re.sub(r"<(\w+)>", lambda found: found[1].upper(), words)
    plain = " ".join(plain.replace("; repeatable.", ".").split()).removeprefix(WITH_COST)
    plain = re.sub(r"^Print(, as JSON,)? ", "Return ", plain)
    plain = re.sub(r"--([a-z][a-z-]*) (\d\S*)", lambda one: f'{argument(one[1])}="{one[2]}"', plain)
    plain = re.sub(r"--([a-z][a-z-]*)", lambda one: f"`{argument(one[1])}`", plain)
    plain = re.sub(r'" `([a-z_]+)`', r'", \1=True', plain)
    return plain[:1].upper() + plain[1:]


def wrapped(words: str, first: str, other: str = "    ") -> str:
    return fill(
        words, WIDTH, initial_indent=first, subsequent_indent=other, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
