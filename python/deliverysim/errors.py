"""What can go wrong. All errors of this package are `Error`, and their text is one sentence or two
that can be shown to people."""


class Error(Exception):
    """Any error of this package."""


class ToolNotFound(Error):
    """The command line tool is not there, or cannot be started on this machine."""


class ToolFailed(Error):
    """The command line tool has refused to run, or has failed."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(f"{message} (exit code {exit_code})")
        self.message = message
        """What the tool has printed on stderr."""
        self.exit_code = exit_code
        """docs/results.md lists them; negative: ended by this signal."""


class ResultsError(Error):
    """A folder whose results this version cannot read: damaged, older, newer, a part of a run."""


class NoResults(ResultsError):
    """A folder or a file that is not there."""
