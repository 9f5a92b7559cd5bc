"""The commands of the tool as functions. `make reference` writes this file (python/generate.py)."""

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


@checked
def start(
    files: Place | Sequence[Place],
    *,
    app: Literal["mail", "messenger", "marketing", "android"] | None = None,
    force: bool = False,
    no_report: bool = False,
    column: Pairs | None = None,
    unit: str | None = None,
    time_format: str | None = None,
    time_zone: str | None = None,
    online: bool = False,
    sample_devices: int | None = None,
    from_: Amount | None = None,
    length: Amount | None = None,
    clock_offset: Amount | None = None,
    seed: int | None = None,
    input_draws: int | None = None,
    threads: int | None = None,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
) -> Start:
    """From your log to an answer: which strategy would serve your users, and how sure.

    files: Logs of messages, receipts and absences; also packed (gzip).
    app: Take what the log does not tell from this preset: mail, messenger, marketing or android
        (default: by the number of messages).
    force: Replace files that exist.
    no_report: Write no report.
    column: Name a column that is sent, date, received, opened, device, id, start or end.
    unit: Read numbers as s, ms, us, ns, or apple (seconds since 2001); default: by their size.
    time_format: Read times in this form, such as "%d.%m.%Y %H:%M:%S".
    time_zone: Use this zone for times without one (default: UTC).
    online: Read intervals as times online (default: offline).
    sample_devices: Read this many devices, drawn by the seed.
    from_: Start at this time (a number or a date-time).
    length: Read only a window of this length, such as 28d.
    clock_offset: Add this, such as 3.2s, to the times of receipts.
    seed: Draw the random numbers by this seed. (default: 1)
    input_draws: Draw this many sets of uncertain inputs. (default: 20)
    threads: Use this many threads (default: one per core).
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("start", tool, progress)
    call.give({
        "app": app,
        "force": force,
        "no-report": no_report,
        "column": column,
        "unit": unit,
        "time-format": time_format,
        "time-zone": time_zone,
        "online": online,
        "sample-devices": sample_devices,
        "from": from_,
        "length": length,
        "clock-offset": clock_offset,
        "seed": seed,
        "input-draws": input_draws,
        "threads": threads,
    })  # fmt: skip
    call.files(files)
    return ending.start(call, out)


@checked
def run(
    scenario: Scenario,
    *,
    strategy: Texts | None = None,
    precision: Amount | None = None,
    relative: bool = False,
    metric: str | None = None,
    time: Amount | None = None,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    force: bool = False,
    threads: int | None = None,
    resume: bool = False,
    discard_units: bool = False,
    inputs: Place | None = None,
    input_draws: int | None = None,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Results:
    """Run every design point, strategy and replication, and return the results.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    strategy: Run only this strategy.
    precision: Run until the differences between strategies are known to this much, such as
        0.1pp; the tool chooses the numbers of devices and replications.
    relative: The precision is a share of each difference: precision="10%", relative=True.
    metric: Apply `precision` to this metric (default: that of the answer).
    time: Stop after about this time, such as 30s, with the results so far.
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    force: Replace the results of an earlier run.
    threads: Use this many threads (default: one per core).
    resume: Continue a run, or add replications to a finished one.
    discard_units: Keep no data for `resume` once the run has ended.
    inputs: Also run with inputs drawn from this file, which fit or calibrate wrote.
    input_draws: Draw this many sets of inputs (default: 50).
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("run", tool, progress, silent=True)
    call.give({
        "strategy": strategy,
        "precision": precision,
        "relative": relative,
        "metric": metric,
        "time": time,
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
        "force": force,
        "threads": threads,
        "resume": resume,
        "discard-units": discard_units,
        "inputs": inputs,
        "input-draws": input_draws,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.results(call, out)


@checked
def plan(
    scenario: Scenario,
    *,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    threads: int | None = None,
    shards: int | None = None,
    inputs: Place | None = None,
    input_draws: int | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Plan:
    """Say what a run would cost, without running it.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    threads: The run has this many threads (default: one per core).
    shards: Show how evenly this many shards would share the work.
    inputs: Also run with inputs drawn from this file, which fit or calibrate wrote.
    input_draws: Draw this many sets of inputs (default: 50).
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("validate", tool, progress)
    call.give({
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
        "threads": threads,
        "shards": shards,
        "inputs": inputs,
        "input-draws": input_draws,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.plan(call)


@checked
def validate(
    scenario: Scenario,
    *,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> dict[str, Any]:
    """Check a scenario, and return it with defaults filled in.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("validate", tool, progress)
    call.give({
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.validate(call)


@checked
def best(
    scenario: Scenario,
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    worth: Amount | None = None,
    subject_to: Texts | None = None,
    tie: str | None = None,
    confidence: Amount | None = None,
    among: str | None = None,
    method: str | None = None,
    budget: int | None = None,
    pareto: Texts | None = None,
    range: Pairs | None = None,
    strategy: str | None = None,
    points: int | None = None,
    finalists: int | None = None,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    force: bool = False,
    threads: int | None = None,
    resume: bool = False,
    discard_units: bool = False,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Results:
    """Find the best strategy, or values of its parameters, under limits.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    maximise: Maximise this metric (default: the scenario's goal).
    minimise: Minimise this metric instead.
    worth: Ignore differences up to this (default: the scenario's, else 0.1% for shares; others
        need it).
    subject_to: Keep this limit, such as "loss <= 1%".
    tie: Choose by this metric among those that are as good.
    confidence: Be this sure of all verdicts (default: scenario's).
    among: Compare choices, strategies (at each point) or all.
    method: Decide by gaps (all intervals) or kn (one winner).
    budget: Run at most n replications of each (default: 1000).
    pareto: Also list those that no other beats in all of these 2 to 5 metrics.
    range: Search this number from a to b; a..b:log on a log scale, as if b > 10a.
    strategy: With `range`: vary the numbers of this strategy.
    points: With `range`: try n points (default: 30).
    finalists: With `range`: let the n best compete (default: 5).
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    force: Replace the results of an earlier run.
    threads: Use this many threads (default: one per core).
    resume: Continue a run, or add replications to a finished one.
    discard_units: Keep no data for `resume` once the run has ended.
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("best", tool, progress, silent=True)
    call.give({
        "maximise": maximise,
        "minimise": minimise,
        "worth": worth,
        "subject-to": subject_to,
        "tie": tie,
        "confidence": confidence,
        "among": among,
        "method": method,
        "budget": budget,
        "pareto": pareto,
        "range": ranges(range),
        "strategy": strategy,
        "points": points,
        "finalists": finalists,
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
        "force": force,
        "threads": threads,
        "resume": resume,
        "discard-units": discard_units,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.results(call, out)


@checked
def sensitivity(
    scenario: Scenario,
    *,
    method: Literal["morris", "sobol"],
    metric: Texts | None = None,
    strategy: Texts | None = None,
    points: int | None = None,
    trajectories: int | None = None,
    force: bool = False,
    threads: int | None = None,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Sensitivity:
    """Find out which uncertain inputs matter, and which do not.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    method: Compare the inputs by this method.
    metric: Analyse this metric (default: deliverability).
    strategy: Run only this strategy.
    points: With sobol: use this many base points, best a power of two (default: 256); k inputs
        take k + 2 simulations of each.
    trajectories: With morris: use this many trajectories (default: 20) of k + 1 points for k
        inputs.
    force: Replace the files of an earlier analysis.
    threads: Use this many threads (default: one per core).
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("sensitivity", tool, progress, silent=True)
    call.give({
        "method": method,
        "metric": metric,
        "strategy": strategy,
        "points": points,
        "trajectories": trajectories,
        "force": force,
        "threads": threads,
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.sensitivity(call, out)


@checked
def calibrate(
    scenario: Scenario,
    *,
    observed: Place | None = None,
    receipts: Place | None = None,
    fcm: Place | None = None,
    apns: Place | None = None,
    unknown: Texts | None = None,
    strategy: str | None = None,
    force: bool = False,
    threads: int | None = None,
    replications: int | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    sent: str | None = None,
    received: str | None = None,
    device: str | None = None,
    column: Pairs | None = None,
    unit: str | None = None,
    time_format: str | None = None,
    time_zone: str | None = None,
    clock_offset: Amount | None = None,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Calibration:
    """Find the values of unknown inputs that produce what was observed.

    scenario: The YAML file of a scenario, its keys and their values, or what `fit` and `start`
        return.
    observed: Read figures: metric,value,std_error[,strategy][,group].
    receipts: Or read receipts, a row for each push: sent,received,device (received: empty if
        lost).
    fcm: Or read FCM's delivery data (JSON, BigQuery's CSV).
    apns: Or read metrics of Apple's console (CSV, JSON lines).
    unknown: Find the value of this scenario key.
    strategy: Assume that this strategy was in use (default: the baseline).
    force: Replace files that exist.
    threads: Use this many threads (default: one per core).
    replications: Run this many replications; ignore the scenario's.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    sent: Take times of sending from this column of receipts.
    received: Take times of receipt from this column of receipts.
    device: Take devices from this column of receipts.
    column: Name a column that is sent, date, received, opened, device, id, start or end.
    unit: Read numbers as s, ms, us, ns, or apple (seconds since 2001); default: by their size.
    time_format: Read times in this form, such as "%d.%m.%Y %H:%M:%S".
    time_zone: Use this zone for times without one (default: UTC).
    clock_offset: Add this, such as 3.2s, to the times of receipts.
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("calibrate", tool, progress)
    call.give({
        "observed": observed,
        "receipts": receipts,
        "fcm": fcm,
        "apns": apns,
        "unknown": unknown,
        "strategy": strategy,
        "force": force,
        "threads": threads,
        "replications": replications,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
        "sent": sent,
        "received": received,
        "device": device,
        "column": column,
        "unit": unit,
        "time-format": time_format,
        "time-zone": time_zone,
        "clock-offset": clock_offset,
    })  # fmt: skip
    call.scenario(scenario)
    return ending.calibrate(call, out)


@checked
def fit(
    files: Place | Sequence[Place] = (),
    *,
    time: str | None = None,
    device: str | None = None,
    start: str | None = None,
    end: str | None = None,
    dry_run: bool = False,
    force: bool = False,
    column: Pairs | None = None,
    unit: str | None = None,
    time_format: str | None = None,
    time_zone: str | None = None,
    online: bool = False,
    sample_devices: int | None = None,
    from_: Amount | None = None,
    length: Amount | None = None,
    until: Amount | None = None,
    gap: Amount | None = None,
    inputs: Place | None = None,
    keep_names: bool = False,
    name: str | None = None,
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    kept: Place | None = None,
    out: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
) -> Fit:
    """Turn your own logs into a scenario: fitted arrivals, fitted times offline.

    files: Logs, each of message times or of intervals; also packed (gzip).
    time: Take message times from this column.
    device: Take devices or recipients from this column.
    start: Take the starts of intervals from this column.
    end: Take the ends of intervals from this column.
    dry_run: Return the findings, and write nothing.
    force: Replace files that exist.
    column: Name a column that is sent, date, received, opened, device, id, start or end.
    unit: Read numbers as s, ms, us, ns, or apple (seconds since 2001); default: by their size.
    time_format: Read times in this form, such as "%d.%m.%Y %H:%M:%S".
    time_zone: Use this zone for times without one (default: UTC).
    online: Read intervals as times online (default: offline).
    sample_devices: Read this many devices, drawn by the seed.
    from_: Start at this time (a number or a date-time).
    length: Read only a window of this length, such as 28d.
    until: Take this as the end of the recording of intervals (default: the last start).
    gap: End a burst of messages after a gap longer than this. (default: 30m)
    inputs: Write the uncertainty of the estimates here (default: NAME.inputs.json).
    keep_names: Write names of devices, not numbers, into traces.
    name: Name the scenario (default: as `out`, else fitted).
    seed: Draw samples and replays by this seed. (default: 1)
    replications: Replay the log this many times (default: 5 to 40).
    threads: Use this many threads (default: one per core).
    kept: Find out how many pushes APNs keeps, by trials in flight mode (columns sent,
        received).
    out: The folder of the results, or the file; None: a temporary place that goes with what is
        returned.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("fit", tool, progress)
    call.give({
        "time": time,
        "device": device,
        "start": start,
        "end": end,
        "dry-run": dry_run,
        "force": force,
        "column": column,
        "unit": unit,
        "time-format": time_format,
        "time-zone": time_zone,
        "online": online,
        "sample-devices": sample_devices,
        "from": from_,
        "length": length,
        "until": until,
        "gap": gap,
        "inputs": inputs,
        "keep-names": keep_names,
        "name": name,
        "seed": seed,
        "replications": replications,
        "threads": threads,
        "kept": kept,
    })  # fmt: skip
    call.files(files)
    return ending.fit(call, out)


@checked
def explain(
    source: Source,
    *,
    strategy: Texts | None = None,
    design_point: int | None = None,
    replication: int | None = None,
    device: int | None = None,
    message: int | None = None,
    compare: str | None = None,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Story:
    """Simulate one device again from the seed, and list what happened to it.

    source: A scenario, or results: what `run` and `read` return, or their folder.
    strategy: Look at this strategy.
    design_point: Look at this design point of a sweep, from 0 (default: 0).
    replication: Look at this replication, from 0 (default: 0).
    device: Look at this device, from 0.
    message: Tell only about this message of the device, from 0.
    compare: Also explain the same under this strategy.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("explain", tool, progress)
    call.give({
        "strategy": strategy,
        "design-point": design_point,
        "replication": replication,
        "device": device,
        "message": message,
        "compare": compare,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
    })  # fmt: skip
    call.source(source)
    return ending.explain(call)


@checked
def stories(
    source: Source,
    *,
    strategy: Texts | None = None,
    design_point: int | None = None,
    count: int = 1,
    settings: Pairs | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
    progress: bool | None = None,
    tool: Place | None = None,
    **keywords: Any,
) -> Stories:
    """Tell the first messages of each way in which notifications end.

    source: A scenario, or results: what `run` and `read` return, or their folder.
    strategy: Look at this strategy.
    design_point: Look at this design point of a sweep, from 0 (default: 0).
    count: Return the stories of this many messages of each ending.
    settings: Keys of the scenario and their values: {"network.offline.weibull.scale": "20m"}.
    seed: Draw the random numbers by this seed, from 0.
    allow_outside: Let the scenario read files outside its folder.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.
    keywords: The same keys, with two underscores for a dot:
        network__offline__weibull__scale="20m".

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("explain", tool, progress)
    call.give({
        "strategy": strategy,
        "design-point": design_point,
        "stories": count,
        "set": changes(settings, keywords),
        "seed": seed,
        "allow-outside": allow_outside,
    })  # fmt: skip
    call.source(source)
    return ending.stories(call)


@checked
def check(
    directory: Folder,
    *,
    baseline: Folder,
    metric: Texts | None = None,
    margin: Pairs | None = None,
    strategy: Texts | None = None,
    all: bool = False,
    junit: Place | None = None,
    progress: bool | None = None,
    tool: Place | None = None,
) -> Check:
    """Compare results with a baseline: pass, fail or inconclusive for each metric.

    directory: The results directory to check.
    baseline: Compare with these results.
    metric: Check this metric instead of the standard ones (all: every one).
    margin: Let a metric be worse by this: 0.2pp (points of a share), an amount in its unit, or
        5%rel (of the baseline); default: 0.1pp for shares, else 5%rel, at least 10 ms or 0.001.
    strategy: Check only this strategy.
    all: Also show the metrics that pass; those of `metric` are always shown.
    junit: Also write the verdicts to this file, as JUnit XML.
    progress: Whether a line says how far it is; None: in notebooks and on terminals.
    tool: The program deliverysim; None: that of the package, else what DELIVERYSIM names, else
        on PATH.

    Raises ToolFailed where the tool refuses, and ToolNotFound."""
    call = Call("check", tool, progress)
    call.give({
        "baseline": baseline,
        "metric": metric,
        "margin": margin,
        "strategy": strategy,
        "all": all,
        "junit": junit,
    })  # fmt: skip
    call.directory(directory)
    return ending.check(call)
