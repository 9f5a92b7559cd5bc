#!/usr/bin/env python3
"""Stages the project's pages for mkdocs (`make site`): at the same paths, so that their links hold.

Beside the pages lie the files that they link to, a list of files for each folder that they link to,
and a configuration with the navigation, whose titles are the pages' first headings.
"""

import argparse
import json
import os
import pathlib
import re
import shutil

from dialect import blocks, rewritten

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# The folder for pages that belong to no other one.
PROJECT = "."
# The folders of the navigation, in its order. A folder of docs that is missing here is an error.
SECTIONS = {
    "docs/tutorials": "Tutorials",
    "docs/how-to": "How to",
    "docs/reference": "Reference",
    "docs/reference/models": "Models",
    "docs/explanation": "Explanation",
    "docs/explanation/decisions": "Decisions",
    "experiments": "Experiments",
    PROJECT: "Project",
}
HOME = ["README.md", "docs/README.md"]
LIBRARIES = "libraries.md"
# A section's own page, which stands first.
FIRST = ("index.md", "README.md")
# These folders hold no pages, or those of DocC.
SKIPPED = re.compile(r"\..*|runs|__pycache__|.*\.docc")
# A link's target, or code, in which there are no links.
LINK = re.compile(r'`[^`]*`|(\]\(<?|\bsrc="|^\[[^\]]+\]: *<?)([^)\s>"#]+)', re.MULTILINE)


def project_pages():
    """The paths of all pages of the project, from its root."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not SKIPPED.fullmatch(name)]
        place = pathlib.Path(folder).relative_to(ROOT)
        found += [(place / name).as_posix() for name in names if name.endswith(".md")]
    return sorted(found)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def title(path):
    """A page's first heading; the name of any other file."""
    heading = re.search(r"^# (.+)$", read(path), re.MULTILINE) if path.endswith(".md") else None
    return heading[1] if heading else os.path.basename(path)


class Staged:
    """The pages that mkdocs reads, and the files that lie beside them."""

    def __init__(self):
        self.pages = {}
        self.files = set()
        for path in project_pages():
            self.pages[path] = self.page(path, read(path))
        for folder in SECTIONS:
            if folder.startswith("docs/"):
                self.listing(folder)

    def page(self, path, text):
        """The text of a page for mkdocs; what it links to is staged."""
        folder = os.path.dirname(path)

        def target(match):
            return match[1] + self.link(folder, match[2]) if match[1] else match[0]

        parts = []
        for is_code, lines in blocks(rewritten(text.splitlines())):
            paragraphs = "\n".join(lines).split("\n\n")
            # A stray backtick ends with its paragraph.
            parts += ["\n".join(lines)] if is_code else [
                "\n\n".join(LINK.sub(target, paragraph) for paragraph in paragraphs)]
        return "\n".join(parts) + "\n"

    def link(self, folder, link):
        """Stages a link's target; returns the link in the site. mkdocs refuses dead ones later."""
        path = os.path.normpath(os.path.join(folder, link))
        if "://" in link or link.startswith("mailto:") or path.startswith(".."):
            return link
        if (ROOT / path).is_dir():
            name = "README.md" if (ROOT / path / "README.md").is_file() else self.listing(path)
            return os.path.join(link, name)
        if (ROOT / path).is_file() and not path.endswith(".md"):
            self.files.add(path)
        return link

    def listing(self, folder):
        """Stages a page that lists the files of a folder, and those files; returns its name."""
        page = f"{folder}/index.md"
        if page not in self.pages:
            names = sorted(item.name for item in (ROOT / folder).iterdir() if item.is_file())
            # The packed file suffices (make/published.mk).
            names = [name for name in names if f"{name}.gz" not in names and name[0] != "."]
            self.files |= {f"{folder}/{name}" for name in names if not name.endswith(".md")}
            links = [(title(f"{folder}/{name}"), name) for name in names]
            links += [(name, f"{os.path.basename(path)}/index.md")
                      for path, name in SECTIONS.items() if os.path.dirname(path) == folder]
            lines = [f"- [{name}]({link})\n" for name, link in links]
            self.pages[page] = f"# {SECTIONS.get(folder, folder)}\n\n{''.join(lines)}"
        return "index.md"

    def write(self, out):
        for path, text in self.pages.items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_text(text, encoding="utf-8")
        for path in sorted(self.files):
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, out / path)


def navigation(pages):
    """The sections with their pages, for mkdocs; lists of results are reached by links only."""
    entries = {folder: [] for folder in SECTIONS}
    for path in sorted(set(pages) - set(HOME), key=order):
        folder = section(path)
        if folder is None:
            continue
        if folder not in entries:
            raise SystemExit(f"error: {path}: SECTIONS of {HERE.name}/stage.py lacks its folder")
        entries[folder].append(path)
    nav = [{"Home": HOME}]
    for folder, name in SECTIONS.items():
        above = entries.get(os.path.dirname(folder), nav)
        above.append({name: entries[folder]})
    nav.insert(-1, {"Libraries": LIBRARIES})
    return nav


def order(path):
    return path.count("/"), os.path.basename(path) not in FIRST, path


def section(path):
    """The folder of SECTIONS that a page belongs to; None: the page is a list of results."""
    folder = os.path.dirname(path)
    if folder.startswith("docs/") or folder in SECTIONS:
        return folder
    if folder.startswith("experiments/"):
        return "experiments"
    return None if folder.startswith("results/") else PROJECT


def libraries(rooms):
    """The page that leads to the documentation of modules, which lies in api/NAME of the site."""
    def links(names):
        return "\n".join(
            f'- <a href="api/{name}/documentation/{name.lower()}/">{name}</a>'
            for name in names)

    return f"""# The libraries

These modules are for programs of others. Their pages show what is public.

{links(room.removesuffix(".public") for room in rooms if room.endswith(".public"))}

These are the other modules of the tool ([ARCHITECTURE](ARCHITECTURE.md)).

{links(room for room in rooms if not room.endswith(".public"))}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path, help="a folder, which is emptied")
    parser.add_argument("rooms", nargs="+", metavar="NAME[.public]", help="documented modules")
    options = parser.parse_args()
    staged = Staged()
    nav = navigation(staged.pages)
    staged.pages[LIBRARIES] = libraries(options.rooms)
    shutil.rmtree(options.out, ignore_errors=True)
    staged.write(options.out / "pages")
    shutil.copyfile(HERE / "site.css", options.out / "pages/site.css")
    # JSON is YAML.
    settings = {"INHERIT": str(HERE / "mkdocs.yml"), "docs_dir": "pages", "nav": nav}
    (options.out / "mkdocs.yml").write_text(json.dumps(settings, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
