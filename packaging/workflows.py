"""Reads GitHub's workflows, as far as this project uses them; anything else is an error."""

import itertools
import re
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML

# The keys that are understood: of a workflow, a job, a job that calls a workflow, a step.
WORKFLOW = {"name", "on", "permissions", "jobs"}
JOB = {
    "runs-on", "container", "timeout-minutes", "steps", "strategy", "needs", "permissions"}
CALL = {"uses"}
STEP = {"run", "uses", "with", "env"}
EXPRESSION = re.compile(r"\$\{\{\s*([\w.]+)\s*\}\}")
TOKEN = "a token"


class Unknown(Exception):
    """Something that this reader does not understand, with its place."""


class Step(NamedTuple):
    """One of `run` (a command) and `uses` (an action with its version, and its inputs)."""

    run: str | None
    uses: str | None
    inputs: dict[str, Any]
    environment: dict[str, str]

    @property
    def action(self) -> str:
        return (self.uses or "").partition("@")[0]

    def __str__(self) -> str:
        return self.run or self.action


class Job(NamedTuple):
    """A job with one choice of its matrix. The image is None on the runner itself."""

    name: str
    runner: str
    image: str | None
    needs: list[str]
    steps: list[Step]


def expect(keys: set[str], found: dict[str, Any], place: str) -> None:
    for key in found:
        if key not in keys:
            raise Unknown(f"{place}: {key}: unknown; understood: {', '.join(sorted(keys))}")


def filled(value: Any, facts: dict[str, str], place: str) -> Any:
    """The value with its expressions replaced, at any depth."""
    if isinstance(value, dict):
        return {key: filled(each, facts, place) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, facts, place) for each in value]
    if not isinstance(value, str):
        return value

    def fact(match: re.Match[str]) -> str:
        if match[1] not in facts:
            raise Unknown(f"{place}: {match[0]}: unknown; understood: {', '.join(facts)}")
        return facts[match[1]]

    return EXPRESSION.sub(fact, value)


def choices(job: dict[str, Any], place: str) -> list[dict[str, str]]:
    """The combinations of the matrix; one without a matrix."""
    strategy = job.get("strategy", {})
    expect({"matrix"}, strategy, f"{place}: strategy")
    matrix = strategy.get("matrix", {})
    return [
        dict(zip(matrix, values, strict=True)) for values in itertools.product(*matrix.values())]


def steps(job: dict[str, Any], place: str) -> list[Step]:
    found = []
    for number, step in enumerate(job["steps"], 1):
        expect(STEP, step, f"{place}: step {number}")
        if ("run" in step) == ("uses" in step):
            raise Unknown(f"{place}: step {number}: needs one of run, uses")
        found.append(Step(
            step.get("run"), step.get("uses"), step.get("with", {}), step.get("env", {})))
    return found


def jobs_of(path: Path, key: str, job: dict[str, Any]) -> list[Job]:
    """The job itself, once for each choice; its name tells the choice."""
    place = f"{path.name}: {key}"
    expect(JOB, job, place)
    found = []
    for choice in choices(job, place):
        facts = {f"matrix.{name}": value for name, value in choice.items()}
        whole = filled(job, {**facts, "github.token": TOKEN}, place)
        container = whole.get("container")
        image = container["image"] if isinstance(container, dict) else container
        name = "-".join([f"{path.stem}/{key}", *choice.values()])
        needs = [whole["needs"]] if isinstance(whole.get("needs"), str) else whole.get("needs", [])
        found.append(Job(name, whole["runs-on"], image, needs, steps(whole, place)))
    return found


def read(path: Path) -> dict[str, Any]:
    workflow = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    expect(WORKFLOW, workflow, path.name)
    return workflow


def jobs_in(path: Path, done: dict[Path, list[Job]]) -> list[Job]:
    """All jobs of a workflow and of those that it calls, each after those that it needs."""
    if path in done:
        return []
    done[path] = []
    of_key: dict[str, list[str]] = {}
    found = []
    for key, job in read(path)["jobs"].items():
        if "uses" in job:
            expect(CALL, job, f"{path.name}: {key}")
            called = path.parent / Path(job["uses"]).name
            found += jobs_in(called, done)
            own = done[called]
        else:
            own = jobs_of(path, key, job)
            own = [each._replace(needs=named(each, of_key, path)) for each in own]
            found += own
        of_key[key] = [each.name for each in own]
        done[path] += own
    return found


def named(job: Job, of_key: dict[str, list[str]], path: Path) -> list[str]:
    for key in job.needs:
        if key not in of_key:
            raise Unknown(f"{path.name}: {job.name}: needs {key}, which is no job above it")
    return [name for key in job.needs for name in of_key[key]]


def plan(folder: Path) -> list[Job]:
    """The jobs of all workflows, each once."""
    done: dict[Path, list[Job]] = {}
    return [job for path in sorted(folder.glob("*.yml")) for job in jobs_in(path, done)]
