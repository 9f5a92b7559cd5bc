"""A build takes this along from outside its folder: the licence of the whole project, into the sdist
the sources of the tool, into the wheel the tool itself."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "DELIVERYSIM_TOOL"
NONE = "none"
PLACE = "deliverysim/bin/deliverysim"
# In the sdist, the tool's sources lie in a folder of this name.
PACKED = "tool"
SOURCES = ["Package.swift", "Package.resolved", "Sources", "Tests"]
# A build writes these among the sources of a checkout.
WRITTEN = {".build", "__pycache__", "commit.c", ".DS_Store"}
ADVICE = (
    f"{VARIABLE}=PATH takes a tool that is built, {VARIABLE}={NONE} makes a package without one, "
    "which uses the deliverysim on PATH"
)


class Licence(MetadataHookInterface):
    def update(self, metadata):
        """A copy, since metadata names no files elsewhere; a source that was packed has it."""
        ours, whole = Path(self.root, "LICENSE"), Path(self.root).parent / "LICENSE"
        if not is_packed(self.root):
            shutil.copyfile(whole, ours)


class Tool(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        if self.target_name == "sdist":
            build_data["force_include"].update(sources(self.root))
            return
        tool = found(self.root)
        if tool is None:
            return
        build_data["force_include"][str(tool)] = PLACE
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform(self.root)}"


def is_packed(root):
    return Path(root, "PKG-INFO").is_file()


def swift_root(root):
    return Path(root, PACKED) if is_packed(root) else Path(root).parent


def sources(root):
    """The sources of the tool: their paths, and their places in the sdist."""
    base = swift_root(root)
    files = [base / name for name in SOURCES if not (base / name).is_dir()]
    for name in SOURCES:
        # A folder in them is a link to one of the package.
        for folder, folders, names in os.walk(base / name, followlinks=True):
            folders[:] = sorted(set(folders) - WRITTEN)
            files += [Path(folder, one) for one in sorted(set(names) - WRITTEN)]
    return {str(path): f"{PACKED}/{path.relative_to(base)}" for path in files}


def found(root):
    """The tool to pack, or None for none: as the variable says, else built of the sources."""
    named = os.environ.get(VARIABLE)
    if named == NONE:
        return None
    if named:
        if not os.access(named, os.X_OK) or not os.path.isfile(named):
            raise SystemExit(f"error: {VARIABLE}: found {named}, which is no program; {ADVICE}")
        return Path(named).resolve()
    return built(swift_root(root))


def built(base):
    """Builds the tool, with Swift's libraries in it where they are no part of the system."""
    if shutil.which("swift") is None:
        raise SystemExit(
            "error: there is no wheel of deliverysim for this machine, and no Swift to build the "
            f"tool: install Swift 6.2 or later and the GNU Scientific Library. {ADVICE}"
        )
    scratch = base / ".build/static"
    words = ["swift", "build", "-c", "release", "--product", "deliverysim", "--scratch-path"]
    linked = [] if sys.platform == "darwin" else ["--static-swift-stdlib"]
    subprocess.run([*words, str(scratch), *linked], cwd=base, check=True)
    return scratch / "release/deliverysim"


def platform(root):
    """Of this machine, such as `linux_x86_64`; auditwheel says later how old a system may be. On macOS
    Package.swift does, and a Python for several processors has a tool for one of them."""
    if sys.platform == "darwin":
        text = (swift_root(root) / "Package.swift").read_text(encoding="utf-8")
        (oldest,) = re.findall(r"\.macOS\(\.v(\d+)\)", text)
        return f"macosx_{oldest}_0_{os.uname().machine}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
