"""Comments and docstrings of Python code are sentences, or names of the things that they describe:
`test_comments` says when one is headless."""

import ast
import io
import pathlib
import tokenize
import unittest

from test_comments import HISTORY, ROOT, is_headless

# The folders and files that are walked, and those among them that are not.
PLACES = ["python", "Tests"]
APART = {".venv", "__pycache__", "node_modules"}


def docstrings(text):
    """(line, text) of each string that stands alone, as behind a head or a name."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else []:
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                if isinstance(one.value.value, str):
                    yield one.lineno, " ".join(one.value.value.split())


def remarks(text):
    """(line, text) of each comment: neighbouring lines, or behind code."""
    lines, found, last = text.splitlines(), [], None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        number, words = token.start[0], token.string.lstrip("#").strip()
        is_whole = lines[number - 1].lstrip().startswith("#")
        if is_whole and last == number - 1:
            found[-1][1].append(words)
        else:
            found.append((number, [words]))
        last = number if is_whole else None
    return [(number, " ".join(words)) for number, words in found]


def sources():
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*.py")):
            if not APART & set(path.parts):
                yield str(path.relative_to(ROOT)), path.read_text()


# Files of other languages, and how a comment begins in them.
OTHERS = {"Makefile": "#", "make/*.mk": "#", ".github/workflows/*.yml": "#", "packaging/**/*.sh": "#",
          "packaging/**/*.rb": "#", "packaging/**/*.py": "#", "python/deliverysim/**/*.js": "//"}


def openings():
    """(place, text) of the first line of each comment."""
    for pattern, mark in OTHERS.items():
        for path in sorted(ROOT.glob(pattern)):
            before = ""
            for number, line in enumerate(map(str.strip, path.read_text().splitlines()), 1):
                if line.startswith(mark) and not before.startswith(mark):
                    yield f"{path.relative_to(ROOT)}:{number}", line.lstrip(mark).strip()
                before = line


class OtherComments(unittest.TestCase):
    def test_none_is_headless(self):
        all = list(openings())
        self.assertGreater(len(all), 200)
        found = [f"{place}: {text}" for place, text in all if text.startswith(("What ", "Of ", "As "))]
        self.assertEqual(found, [], "\n" + "\n".join(found))


class PythonComments(unittest.TestCase):
    all = [(f"{path}:{number}", text) for path, source in sources()
           for number, text in [*docstrings(source), *remarks(source)]]

    def test_there_are_comments(self):
        self.assertGreater(len(self.all), 1000)

    def test_none_is_headless(self):
        found = [f"{place}: {text[:140]}" for place, text in self.all if is_headless(text)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_none_tells_how_the_code_came_to_be(self):
        found = [f"{place}: {text[:160]}" for place, text in self.all if HISTORY.search(text)]
        self.assertEqual(found, [])

    def test_they_are_read(self):
        text = '"""A module."""\n# One\n# sentence.\nx = 1  # Behind.\n"""A number."""\n'
        self.assertEqual(list(docstrings(text)), [(1, "A module."), (5, "A number.")])
        self.assertEqual(remarks(text), [(2, "One sentence."), (4, "Behind.")])


if __name__ == "__main__":
    unittest.main()
