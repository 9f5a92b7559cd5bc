#!/usr/bin/env python3
"""Checks the built site: no dead link or anchor, nothing loaded from elsewhere, no Markdown left.

mkdocs checks the links that pages write in Markdown. This also checks those in HTML, those of the
theme, and those to the libraries' documentation, which mkdocs does not know.
"""

import argparse
import html.parser
import os
import pathlib
import re
import sys
import urllib.parse


# A list, table, heading, code block, link or bold word that mkdocs has not understood.
RAW = re.compile(r"^(?:[-*+] |\||#+ ).*|.*(?:```|\]\(|\*\*).*", re.MULTILINE)


class Page(html.parser.HTMLParser):
    """A page's anchors, its links, what the browser loads for it, and Markdown in its text."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded, self.raw = {""}, [], [], []
        # The innermost element whose text is no prose.
        self.code = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if self.code is None and tag in ("pre", "code", "script", "style"):
            self.code = tag
        self.anchors |= {attrs[name] for name in ("id", "name") if attrs.get(name)}
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        self.loaded += [attrs[name] for name in ("src", "href")
                        if attrs.get(name) and tag in ("img", "script", "link", "iframe")]

    def handle_endtag(self, tag):
        if tag == self.code:
            self.code = None

    def handle_data(self, data):
        if self.code is None:
            self.raw += RAW.findall(data)


def problems(site, apart):
    """The dead links of all pages below `site`, but of those in the folder `apart`."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))
             if path.relative_to(site).parts[0] != apart}
    for path, page in pages.items():
        for text in page.raw:
            yield f"{path}: not understood: {text[:80]}"
        for link in page.loaded + page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                if link in page.loaded and url.scheme != "data":
                    yield f"{path}: loads {link}"
                continue
            file = target(site, path, urllib.parse.unquote(url.path))
            anchor = urllib.parse.unquote(url.fragment)
            if not file.is_file():
                yield f"{path}: no such file: {link}"
            elif file in pages and anchor not in pages[file].anchors:
                yield f"{path}: no such anchor: {link}"
    if len(pages) < 2:
        yield f"{site}: no pages"


def target(site, page, path):
    """The file that a path in a page leads to; one with a slash in front begins at the site."""
    if not path:
        return page
    place = site / path[1:] if path.startswith("/") else page.parent / path
    file = pathlib.Path(os.path.normpath(place))
    return file / "index.html" if file.is_dir() else file


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--apart", required=True, help="a folder in it that is not read")
    options = parser.parse_args()
    found = list(problems(options.site.absolute(), options.apart))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
