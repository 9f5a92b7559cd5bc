"""Runs deliverysim, the simulator of push notifications, and reads its results.

    import deliverysim

    results = deliverysim.run({"extends": "mail"}, replications=50, devices=200)
    results.answer                   # what to choose, how much better it is, and how sure that is
    results.metrics.pandas()         # docs/reference/results.md explains the columns
    results = deliverysim.read("runs/my")

docs/how-to/python.md tells more."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .everything import *


def __getattr__(name: str) -> Any:
    """Loads all when somebody asks for something: the command `deliverysim` asks for nothing."""
    from importlib import util

    if name == "__version__":
        # The package and the tool have one version.
        try:
            return import_module(".runner", __name__).version()
        except import_module(".errors", __name__).Error as error:
            raise AttributeError(f"no version is known: {error}") from error
    is_module = util.find_spec(f"{__name__}.{name}") is not None
    everything = None if is_module else import_module(".everything", __name__)
    if not hasattr(everything, name):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(everything, name)


def __dir__() -> list[str]:
    return [*globals(), *import_module(".everything", __name__).__all__]
