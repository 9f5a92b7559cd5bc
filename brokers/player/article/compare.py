"""The article's system for real against the simulated one: fates, moments, requests, repeated showings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .ledger import Asked, Ledger, Told


class Difference(NamedTuple):
    device: int
    message: int
    words: str

    def text(self) -> str:
        return f"device {self.device}, message {self.message}: {self.words}"


def simulated_messages(document: dict[str, Any]) -> dict[int, Told]:
    """What a story (explain --format json) says of each message."""
    told: dict[int, Told] = {}
    for outcome in document["outcomes"]:
        told[outcome["message"]] = Told(
            outcome["shown_us"], outcome["summarised_us"], is_kept=outcome["fate"] == "pending")
    for event in document["events"]:
        if event["kind"] in ("replaced-in-centre", "duplicate") and event["subject"] == "message":
            told[event["number"]].again += 1
    return told


def simulated_requests(document: dict[str, Any]) -> list[Asked]:
    """The re-requests of a story, each with the answer that follows it."""
    asked: list[Asked] = []
    for event in document["events"]:
        if event["kind"] == "requested":
            asked.append(Asked(event["time_us"], event["number"], tuple(event["messages"]), ""))
        elif event["kind"].startswith("answered-") and asked:
            asked[-1] = asked[-1]._replace(answer=event["kind"].removeprefix("answered-"))
    return asked


def differences(documents: Sequence[dict[str, Any]], ledger: Ledger) -> list[Difference]:
    """Message by message and request by request, in order of devices."""
    found: list[Difference] = []
    for document in documents:
        device = document["device"]
        for message, expected in simulated_messages(document).items():
            seen = ledger.messages.get((device, message), Told())
            if (seen.fate, seen.again) != (expected.fate, expected.again) or not _same_time(seen, expected):
                found.append(Difference(device, message, f"simulated {_words(expected)}, seen {_words(seen)}"))
        expected_requests = simulated_requests(document)
        seen_requests = ledger.asked[device]
        for place in range(max(len(expected_requests), len(seen_requests))):
            pair = [asked[place] if place < len(asked) else None for asked in (expected_requests, seen_requests)]
            if pair[0] != pair[1]:
                one = pair[0] or pair[1]
                found.append(Difference(
                    device, one.trigger if one else 0, f"request {place}: simulated {pair[0]}, seen {pair[1]}"))
    return found


def _same_time(one: Told, other: Told) -> bool:
    """The moment counts that the fate names."""
    if one.fate == "shown":
        return one.shown_us == other.shown_us
    return one.fate != "summarised" or one.summarised_us == other.summarised_us


def _words(told: Told) -> str:
    moment = told.shown_us if told.fate == "shown" else told.summarised_us
    again = f", {told.again} times again" if told.again else ""
    return f"{told.fate}{'' if moment is None else f' at {moment / 1e6:.6f} s'}{again}"
