"""Each argument of each function is checked, and errors name it; programs that are not this tool are
named."""

import inspect
import sys
import tempfile
from pathlib import Path

import deliverysim
import numpy as np
import pandas as pd
import pytest
from deliverysim import arguments

from .places import ROOT

sys.path.insert(0, str(ROOT / "python"))
import generate  # noqa: E402

FUNCTIONS = {one.name: getattr(deliverysim, one.name) for one in generate.FUNCTIONS}
# Functions need these to run.
NEEDED = {"fit": ["log.csv"], "start": ["log.csv"], "check": ["results"]}
OPTIONS = {"check": {"baseline": "results"}, "sensitivity": {"method": "morris"}}
EACH = [(name, one) for name, function in FUNCTIONS.items()
        for one in inspect.signature(function).parameters if one != "keywords"]


def needed(name):
    return NEEDED.get(name, ["my.yml"]), dict(OPTIONS.get(name, {}))


@pytest.fixture
def script(tmp_path):
    """Makes a program of the text of a shell script."""
    def write(text):
        file = tmp_path / "program"
        file.write_text("#!/bin/sh\n" + text)
        file.chmod(0o755)
        return file
    return write


@pytest.fixture
def words(tmp_path, script):
    """The words that a function gives the tool."""
    tool = script(f'printf "%s\\n" "$@" > {tmp_path}/words\nexit 70\n')

    def ask(function, *given, **options):
        with pytest.raises(deliverysim.ToolFailed):
            function(*given, tool=tool, progress=False, **options)
        return (tmp_path / "words").read_text().splitlines()
    return ask


@pytest.mark.parametrize("name, argument", EACH)
def test_a_value_of_no_type_is_refused(name, argument):
    function = FUNCTIONS[name]
    given, options = needed(name)
    first = next(iter(inspect.signature(function).parameters))
    for value in (object(), 3j, pd.DataFrame({"a": [1, 2]})):
        positional = [value] if argument == first else given
        named = options if argument == first else {**options, argument: value}
        with pytest.raises(deliverysim.Error, match=rf"^{argument}: found .*; allowed: \S"):
            function(*positional, **named)


def test_nothing_is_no_scenario():
    for value in (None, 5, pd.DataFrame({"a": [1]}), deliverysim.read(ROOT / "results/keyhole")):
        with pytest.raises(deliverysim.Error, match="^scenario: found .*; allowed: the path of a YAML"):
            deliverysim.run(value)


def test_results_are_read_from_a_folder():
    for value in (None, 5, {"a": 1}):
        with pytest.raises(deliverysim.Error, match="^folder: found .*; allowed: a folder of results"):
            deliverysim.read(value)
    read = deliverysim.read(ROOT / "results/keyhole")
    assert deliverysim.read(read).folder == read.folder


def test_each_type_has_a_row():
    for function in FUNCTIONS.values():
        for one in inspect.signature(function).parameters.values():
            if one.name != arguments.KEYWORDS:
                assert arguments.kind(one.annotation)


def test_values_of_scenarios_are_named():
    for value in (object(), {1, 2}, np.inf, float("nan"), 3j, [1, {"a": object()}]):
        for given in ({"settings": {"devices": value}}, {"devices": value}):
            with pytest.raises(deliverysim.Error, match=r"^(settings: )?devices.*: found .*; allowed: "):
                deliverysim.run("my.yml", **given)
        with pytest.raises(deliverysim.Error, match="^scenario: devices.*: found "):
            deliverysim.run({"devices": value})


def test_ranges_have_two_ends():
    for value in (5, (1,), (1, 2, 3), [None, 2]):
        with pytest.raises(deliverysim.Error, match=r"^range: a: found .*; allowed: \(1, 200\)"):
            deliverysim.best("my.yml", range={"a": value})


def test_values_of_numpy_are_those_of_python(words):
    found = words(
        deliverysim.best, "my.yml", out="o", replications=np.int64(5), pareto=np.array(["a", "b"]),
        range={"x": np.array([1, 200])}, settings={"y": np.array([0.5, 1])}, z=np.float64(2.5),
        worth=np.float64(0.1))
    for word in ["--replications=5", "--pareto=a", "--pareto=b", "--range=x=1..200",
                 "--set=y=[0.5, 1.0]", "--set=z=2.5", "--worth=0.1"]:
        assert word in found
    assert words(deliverysim.fit, pd.Series(["a.csv", "b.csv"]))[-2:] == ["a.csv", "b.csv"]


def test_the_argument_of_an_earlier_version_is_refused():
    with pytest.raises(deliverysim.Error, match=r"^strategies: is no argument: strategy=\[...\] runs"):
        deliverysim.run("my.yml", strategies=["gap-recovery"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_program_that_is_not_the_tool_is_named(name):
    given, options = needed(name)
    before = set(Path(tempfile.gettempdir()).glob("deliverysim-run-*"))
    with pytest.raises(deliverysim.Error, match="^/.*true .*: /.*true is not deliverysim$"):
        FUNCTIONS[name](*given, tool="true", **options)
    assert set(Path(tempfile.gettempdir()).glob("deliverysim-run-*")) <= before


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_tool_of_another_version_is_told(name, script):
    tool = script('[ "$1" = --version ] && echo "deliverysim 1.0.0 (results epoch 1)" && exit\n'
                  "echo \"error: unknown option '--new'\" >&2\nexit 64\n")
    given, options = needed(name)
    sentence = f"unknown option '--new'; {tool} is deliverysim 1.0.0, this package is {deliverysim.__version__}"
    with pytest.raises(deliverysim.ToolFailed) as raised:
        FUNCTIONS[name](*given, tool=tool, **options)
    assert sentence in str(raised.value)


def test_a_version_is_asked_once(tmp_path, script):
    tool = script(f'[ "$1" = --version ] && echo x >> {tmp_path}/asked\nexit 64\n')
    for _ in range(3):
        with pytest.raises(deliverysim.ToolFailed):
            deliverysim.run("my.yml", tool=tool)
    assert (tmp_path / "asked").read_text() == "x\n"


def test_a_log_that_is_too_short_says_so(script):
    tool = script("echo 'The log has 3 messages: too few.'\nexit 3\n")
    started = deliverysim.start("log.csv", tool=tool)
    assert started.exit_code == 3
    for name in ("results", "answer"):
        with pytest.raises(deliverysim.NoResults, match="The log has 3 messages: too few.") as raised:
            getattr(started, name)
        assert tempfile.gettempdir() not in str(raised.value)
