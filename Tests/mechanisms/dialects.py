"""Writers of the logs, each in the form of some other program.

A log has rows of cells; a cell is a text, or a time in milliseconds from the start of the window.
"""

import csv
import dataclasses
import datetime
import gzip
import hashlib
import io

from devices import ORIGIN, SECOND

APPLE = 978_307_200_000


def _moment(time, hours=0):
    zone = datetime.timezone(datetime.timedelta(hours=hours))
    whole = datetime.datetime.fromtimestamp((ORIGIN + time) // 1000, zone)
    return whole.replace(microsecond=(ORIGIN + time) % 1000 * 1000)


def _iso(time):
    return _moment(time).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _offset(time):
    return _moment(time, 1).isoformat(sep=" ", timespec="milliseconds")


def _log4j(time):
    return _moment(time).strftime("%Y-%m-%d %H:%M:%S,") + f"{(ORIGIN + time) % 1000:03}"


def _compact(time):
    return _moment(time).strftime("%Y%m%d-%H:%M:%S:") + f"{(ORIGIN + time) % 1000:03}"


def _apache(time):
    return _moment(time).strftime("%d/%b/%Y:%H:%M:%S +0000")


def _seconds(time, origin=ORIGIN):
    return f"{(origin + time) // 1000}.{(origin + time) % 1000:03}"


def _numbered(device):
    return f"d{device}"


def _hashed(device):
    return hashlib.sha256(str(device).encode()).hexdigest()[:16]


def _mail(device):
    return f"user.{device}@example.org"


@dataclasses.dataclass(frozen=True)
class Dialect:
    """The form in which a program writes its logs."""

    time: object
    separator: str = ","
    unit: int = 1
    device: object = _numbered
    names: tuple = ("time", "device", "start", "end", "device")
    header: bool = True
    ending: str = "\n"
    quotes: int = csv.QUOTE_MINIMAL
    mark: bytes = b""
    packed: bool = False
    # The options that tell `fit` and `start` of the absences.
    options: tuple = ()


DIALECTS = {
    "seconds": Dialect(_seconds),
    "iso": Dialect(_iso, device=_mail, names=("sent_at", "user_id", "offline_from", "offline_until",
                                              "user_id"),
                   options=("--column", "start=offline_from", "--column", "end=offline_until")),
    "milliseconds": Dialect(lambda time: str(ORIGIN + time), separator=";",
                            names=("timestamp", "recipient", "start", "end", "recipient")),
    "offset": Dialect(_offset, separator="\t", device=_hashed),
    "log4j": Dialect(_log4j, separator="|", names=("sent_at", "device_id", "start", "end", "device_id")),
    "compact": Dialect(_compact),
    "apache": Dialect(_apache, separator=";", unit=SECOND),
    "microseconds": Dialect(lambda time: str((ORIGIN + time) * 1000), separator="\t", device=_hashed),
    "quoted": Dialect(_iso, quotes=csv.QUOTE_ALL, ending="\r\n", mark=b"\xef\xbb\xbf"),
    "packed": Dialect(_seconds, packed=True),
    "apple": Dialect(lambda time: _seconds(time, ORIGIN - APPLE)),
    "blanks": Dialect(_seconds, separator=" ", quotes=csv.QUOTE_ALL),
    "whole": Dialect(lambda time: str((ORIGIN + time) // 1000), unit=SECOND,
                     device=lambda device: str(100_000 + device)),
    "nanoseconds": Dialect(lambda time: str((ORIGIN + time) * 1_000_000), device=_mail),
    "bare": Dialect(_iso, header=False),
}


def _write(path, dialect, names, rows):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=dialect.separator, lineterminator=dialect.ending,
                        quoting=dialect.quotes)
    if dialect.header:
        writer.writerow(names)
    for row in rows:
        writer.writerow([dialect.time(cell) if isinstance(cell, int) else cell for cell in row])
    data = dialect.mark + text.getvalue().encode()
    path.write_bytes(gzip.compress(data, mtime=0) if dialect.packed else data)


def write_pair(folder, devices, name):
    """`messages.csv` and `absences.csv` in a folder, and the devices as these files have them."""
    dialect = DIALECTS[name]
    seen = [device.recorded().rounded(dialect.unit) for device in devices]
    time, recipient, start, end, absent = dialect.names
    messages = sorted((sent, dialect.device(number)) for number, device in enumerate(seen)
                      for sent in device.messages)
    absences = sorted((first, last, dialect.device(number)) for number, device in enumerate(seen)
                      for first, last in device.absences)
    _write(folder / "messages.csv", dialect, (time, recipient), messages)
    _write(folder / "absences.csv", dialect, (start, end, absent), absences)
    return seen


def write_receipts(folder, devices, received, name):
    """`log.csv` in a folder: a row for each push, with its receipt if there is one."""
    dialect = DIALECTS[name]
    rows = sorted((sent, dialect.device(number), "" if time is None else time)
                  for number, device in enumerate(devices)
                  for sent, time in zip(device.messages, received[number]))
    _write(folder / "log.csv", dialect, ("message_id", "sent_at", "received_at", "device_id"),
           [(f"m{place}", sent, time, device) for place, (sent, device, time) in enumerate(rows)])
