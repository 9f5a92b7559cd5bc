"""What goes wrong, in one sentence."""


class PlayError(Exception):
    """Ends the run: a broker that does not start, a port in use, a tool that fails."""


class Missing(PlayError):
    """A broker is not installed: its rows are skipped."""
