"""Temporary folders stay as long as anything is used that was made in them, and no longer."""

import gc
import tempfile
from functools import cached_property
from pathlib import Path

import deliverysim
import pytest
from deliverysim import owned

from .places import ROOT, TOOL, needs_tool

OWN = ROOT / "experiments/calibrate-own"
SMALL = {"extends": "mail", "name": "small", "devices": 20, "replications": 4}
# These exist only for other scenarios.
ABSENT = {"best", "expectations", "groups", "inputs", "observed", "optimise", "pareto"}


def folders():
    return {one for one in Path(tempfile.gettempdir()).glob("deliverysim-run-*")}


@pytest.fixture
def log(tmp_path):
    """A log of few messages."""
    file = tmp_path / "log.csv"
    lines = (OWN / "receipts.csv").read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:400]))
    return file


def properties(owner, kind):
    """The names of those properties of a class that return this."""
    for name, one in vars(owner).items():
        function = one.func if isinstance(one, cached_property) else getattr(one, "fget", None)
        if function is not None and kind in function.__annotations__.get("return", ""):
            yield name


def run():
    return deliverysim.run(SMALL, tool=TOOL, threads=1)


@needs_tool
def test_each_table_of_a_run_keeps_its_folder():
    before = folders()
    names = set(properties(deliverysim.Results, "Table"))
    assert {"metrics", "best"} <= names
    for name in sorted(names - ABSENT):
        table = getattr(run(), name)
        assert len(list(table)) == len(table.pandas()) > 0, name
        del table
        gc.collect()
        assert folders() <= before, name


@needs_tool
def test_paths_keep_their_folder_too():
    assert (run().folder / "metrics.csv").parent.joinpath("answer.json").is_file()
    assert deliverysim.read(run().folder).metrics.pandas()["strategy"].nunique() > 1


@needs_tool
def test_what_a_fit_has_made_is_a_scenario(log):
    options = {"tool": TOOL, "threads": 1}
    fitted = deliverysim.fit(log, replications=2, **options)
    for one in [fitted, fitted.scenario]:
        assert deliverysim.validate(one, tool=TOOL)["strategies"]
    del fitted, one
    path = deliverysim.fit(log, replications=2, **options).scenario
    gc.collect()
    assert deliverysim.run(path, replications=2, **options).metrics.pandas().size
    results = deliverysim.run(deliverysim.fit(log, replications=2, **options), replications=2, **options)
    assert len(results.fates) > 0
    dry = deliverysim.fit(log, replications=2, dry_run=True, **options)
    with pytest.raises(deliverysim.NoResults, match="dry_run"):
        deliverysim.run(dry, tool=TOOL)


@needs_tool
def test_what_start_has_made_is_kept(log):
    def start():
        return deliverysim.start(log, no_report=True, input_draws=2, tool=TOOL, threads=1)

    assert len(start().results.metrics) > 0
    assert start().answer.sentences
    assert start().scenario.is_file()
    assert start().inputs.is_file()
    assert deliverysim.plan(start(), tool=TOOL)["units"] > 0


@needs_tool
def test_stories_and_tables_of_analyses_are_kept():
    story = deliverysim.explain(run(), strategy="fire-and-forget", device=1, tool=TOOL)
    gc.collect()
    assert len(story.events) > 0
    assert "<html" in story.html
    law = {"uniform": {"min": "1d", "max": "9d"}}
    factors = [{"factor": "kept", "path": "provider.retention", "law": law}]
    scenario = {**SMALL, "devices": 5, "sweep": {"sample": {"lhs": 4, "factors": factors}}}

    def analysed():
        return deliverysim.sensitivity(
            scenario, method="morris", trajectories=4, replications=2, tool=TOOL,
            strategy="fire-and-forget")

    for name in properties(deliverysim.Sensitivity, "Table"):
        assert getattr(analysed(), name).pandas().size > 0


def test_paths_made_of_an_owned_one_keep_the_folder():
    temporary = owned.Temporary("run")
    path = owned.path(temporary)
    (path / "a").mkdir()
    (path / "a/b").write_text("x")
    kept = (path / "a" / "b").parent.joinpath("b")
    del temporary, path
    gc.collect()
    assert kept.read_text() == "x"
    folder = Path(str(kept)).parent
    del kept
    gc.collect()
    assert not folder.exists()
