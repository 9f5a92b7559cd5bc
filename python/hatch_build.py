"""Takes the licence of the whole project along, which lies outside this folder: a link to it would be
an executable file to the project's tests. A source that was packed has it inside already."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "deliverysim/LICENSE"


class Licence(BuildHookInterface):
    def initialize(self, version, build_data):
        if version != "editable" and not Path(self.root, PLACE).exists():
            build_data["force_include"][str(Path(self.root).parent / "LICENSE")] = PLACE
