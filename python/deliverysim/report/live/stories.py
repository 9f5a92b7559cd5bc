"""Stories of messages, asked of the tool that has simulated them."""

import json
import subprocess

COUNT = 3  # of each ending


class Stories:
    """The tool at work, while charts are drawn.

    tool: its path; None where the page is made without it."""

    def __init__(self, tool, directory, point):
        self.process = None
        if tool:
            self.process = subprocess.Popen(
                [tool, "explain", str(directory), f"--stories={COUNT}", f"--design-point={point}"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )

    def read(self):
        """The document of `deliverysim explain --stories`, or what to say instead of it."""
        if self.process is None:
            return None
        text, complaint = self.process.communicate()
        if self.process.returncode == 0:
            return json.loads(text)
        lines = complaint.strip().splitlines() or ["the tool ended without a word"]
        return {"missing": lines[-1].removeprefix("error: ")}
