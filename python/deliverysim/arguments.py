"""Checks the arguments of a function, and turns them into the words of a command."""

from __future__ import annotations

import ast
import functools
import inspect
import json
import keyword
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, runtime_checkable

from .errors import Error


@runtime_checkable
class HasFolder(Protocol):
    """Results, as `run` and `read` return them."""

    @property
    def folder(self) -> Path: ...


Place = str | PathLike[str]
"""A file or a folder."""
Folder = Place | HasFolder
"""A folder of results, or the results themselves."""
Scenario = Place | Mapping[str, Any]
"""A YAML file, what `start`, `fit` and `calibrate` return, or the keys of a scenario."""
Source = Scenario | HasFolder
"""A scenario or results."""
Texts = str | Sequence[str]
"""One or several."""
Amount = str | int | float
"""A number with its unit, such as "30s" or "0.1pp"."""
Pairs = Mapping[str, Any] | Texts
"""Names and their values: {"received": "delivered_at"}, or as the option has them."""

P = ParamSpec("P")
R = TypeVar("R")


# Checks


class Kind(NamedTuple):
    """A type of arguments: its values in words, and whether a value is one."""

    allowed: str
    fits: Callable[[Any], bool]


def is_place(value: Any) -> bool:
    return isinstance(value, (str, PathLike))


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_list(value: Any, fits: Callable[[Any], bool]) -> bool:
    is_one = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    return is_one and all(map(fits, value))


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_texts(value: Any) -> bool:
    return is_text(value) or is_list(value, is_text)


KINDS = {
    "None": Kind("", lambda value: value is None),
    "bool": Kind("True or False", lambda value: isinstance(value, bool)),
    "int": Kind("a whole number", lambda value: is_number(value) and not isinstance(value, float)),
    "str": Kind("a text", is_text),
    "Amount": Kind(
        'a number, or a text such as "30s" or "1%"',
        lambda value: is_text(value) or is_number(value),
    ),
    "Texts": Kind("a text, or a list of texts", is_texts),
    "Pairs": Kind(
        "a dict of names and values, or texts as the option has them",
        lambda value: isinstance(value, Mapping) or is_texts(value),
    ),
    "Place": Kind("a path", is_place),
    "Sequence[Place]": Kind("a list of paths", lambda value: is_list(value, is_place)),
    "Folder": Kind(
        "a folder of results, or what run and read return",
        lambda value: is_place(value) or isinstance(value, HasFolder),
    ),
    "Scenario": Kind(
        "the path of a YAML file, a dict of a scenario's keys, or what start, fit and calibrate "
        "return (of results: their scenario)",
        lambda value: is_place(value) or isinstance(value, Mapping),
    ),
    "Source": Kind(
        "the path of a scenario or of results, a dict of a scenario's keys, or what run, read, "
        "start, fit and calibrate return",
        lambda value: is_place(value) or isinstance(value, (Mapping, HasFolder)),
    ),
}
"""The types that commands.py has; one that is not here is an error when it is loaded."""
CHOICE = "Literal"
KEYWORDS = "keywords"
OTHERS = {"strategies": "strategy=[...] runs only some strategies, and settings={\"strategies\": ...} "
          "sets the key of the scenario"}  # fmt: skip
"""Keywords that an earlier version had, and their names in this one."""


def kind(annotation: str) -> list[Kind]:
    """The kinds of a type as commands.py writes it."""
    return kinds_of(ast.parse(annotation, mode="eval").body)


def kinds_of(type_: ast.expr) -> list[Kind]:
    if isinstance(type_, ast.BinOp):
        return [*kinds_of(type_.left), *kinds_of(type_.right)]
    if isinstance(type_, ast.Subscript) and ast.unparse(type_.value) == CHOICE:
        values = [ast.literal_eval(one) for one in getattr(type_.slice, "elts", [type_.slice])]
        words = " or ".join(map(json.dumps, values))
        return [Kind(words, lambda value: is_text(value) and value in values)]
    return [KINDS[ast.unparse(type_)]]


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, whose arguments are checked before it is called; it raises Error then."""
    signature = inspect.signature(function)
    kinds = {one.name: kind(str(one.annotation)) for one in signature.parameters.values()
             if one.name != KEYWORDS}  # fmt: skip

    @functools.wraps(function)
    def call(*given: P.args, **named: P.kwargs) -> R:
        bound = signature.bind(*given, **named)
        for name, value in bound.arguments.items():
            is_key = name == KEYWORDS
            bound.arguments[name] = keys(value) if is_key else fitting(name, value, kinds[name])
        return function(*bound.args, **bound.kwargs)

    return call


def keys(given: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of the scenario that were given as keywords; raises Error."""
    for name in given:
        if name in OTHERS:
            raise Error(f"{name}: is no argument: {OTHERS[name]}")
    return {name: settled(name, value) for name, value in given.items()}


def fitting(name: str, value: Any, kinds: Sequence[Kind]) -> Any:
    """The value of an argument, where it is one of these kinds; raises Error."""
    value = native(value)
    if not any(one.fits(value) for one in kinds):
        allowed = " or ".join(one.allowed for one in kinds if one.allowed)
        raise Error(f"{name}: found {shown(value)}; allowed: {allowed}")
    return settled(name, value) if isinstance(value, Mapping) else value


def native(value: Any) -> Any:
    """Numbers, arrays and columns of NumPy and pandas as those of Python."""
    return value.tolist() if hasattr(value, "tolist") else value


def settled(name: str, value: Any) -> Any:
    """A value of a scenario as JSON has it; raises Error with the place of what is none."""
    value = native(value)
    if isinstance(value, Mapping):
        return {str(key): settled(f"{name}: {key}", one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [settled(f"{name}[{place}]", one) for place, one in enumerate(value)]
    if isinstance(value, PathLike):
        return os.fspath(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise Error(f"{name}: found {value}; allowed: finite numbers")
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise Error(
        f"{name}: found {shown(value)}; allowed: a number, a text, True, False, None, or a list or "
        "dict of them"
    )


def shown(value: Any) -> str:
    """A value in an error: short ones as they are, others by their type."""
    words = repr(value)
    return words if len(words) <= 40 and "\n" not in words else f"a {type(value).__name__}"


# Words


def argument(option: str) -> str:
    """The argument of an option of the tool: `from_` of --from."""
    return option.replace("-", "_") + "_" * keyword.iskeyword(option)


def option(name: str, value: Any) -> list[str]:
    """An option, as often as it has values; none for what is not given."""
    if value is None or value is False:
        return []
    if value is True:
        return [f"--{name}"]
    if isinstance(value, Mapping):
        return [f"--{name}={key}={text(one)}" for key, one in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [f"--{name}={one}" for one in value]
    return [f"--{name}={path(value)}"]


def path(value: Any) -> str:
    """A file, a folder, the folder of results, or a value as it is."""
    if isinstance(value, (str, PathLike)):
        return os.fspath(value)
    return str(value.folder) if isinstance(value, HasFolder) else str(value)


def changes(given: Pairs | None, keywords: Mapping[str, Any]) -> Pairs:
    """Keys of the scenario and their values; in keywords, two underscores stand for a dot."""
    dotted = {name.replace("__", "."): value for name, value in keywords.items()}
    if isinstance(given, Mapping) or given is None:
        return {**(given or {}), **dotted}
    texts = [given] if isinstance(given, str) else list(given)
    return [*texts, *(f"{name}={text(value)}" for name, value in dotted.items())]


def ranges(given: Pairs | None) -> Pairs | None:
    """Keys and their ranges: (1, 200) is "1..200"."""
    if not isinstance(given, Mapping):
        return given
    return {key: span(key, one) for key, one in given.items()}


def span(key: str, value: Any) -> str:
    """A range as the tool reads it; raises Error for what is none."""
    if isinstance(value, str):
        return value
    if is_list(value, lambda one: is_text(one) or is_number(one)) and len(value) == 2:
        return "..".join(map(text, value))
    raise Error(f'range: {key}: found {shown(value)}; allowed: (1, 200), or a text such as "5m..4h"')


def text(value: Any) -> str:
    """A value as the tool reads it. Texts are YAML as they are, so "20m" and "[5m, 20m]" work."""
    return value if isinstance(value, str) else json.dumps(value)


def many(value: Place | Iterable[Place]) -> list[Any]:
    """One or several files."""
    return [value] if isinstance(value, (str, PathLike)) else list(value)
