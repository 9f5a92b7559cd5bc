"""Tests of packaging/site, which makes the website of the project's pages; they need no mkdocs."""

import os
import pathlib
import re
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging/site"))

import check_site  # noqa: E402
import stage  # noqa: E402
from dialect import rewritten  # noqa: E402


# A folder that is not there.
NEW = "new"


def leaves(nav):
    """The pages of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    return [page for entry in (nav.values() if isinstance(nav, dict) else nav) for page in leaves(entry)]


class StagedTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.staged = stage.Staged()
        cls.nav = stage.navigation(cls.staged.pages)

    def test_each_page_stands_in_the_navigation_once(self):
        pages = leaves(self.nav)
        self.assertEqual(len(pages), len(set(pages)))
        written = {path.relative_to(ROOT).as_posix() for place in ("docs", "experiments")
                   for path in (ROOT / place).rglob("*.md")}
        self.assertGreater(len(written), 90)
        self.assertEqual(written - set(pages), set())
        self.assertLessEqual({"CHANGELOG.md", "ARCHITECTURE.md", "results/README.md"}, set(pages))
        self.assertEqual(set(pages) - set(self.staged.pages), {stage.LIBRARIES})

    def test_the_first_pages_are_the_readme_and_the_list_of_all(self):
        self.assertEqual(leaves(self.nav)[:2], ["README.md", "docs/README.md"])

    def test_a_section_begins_with_its_own_page(self):
        sections = {name: pages for entry in self.nav for name, pages in entry.items()}
        self.assertEqual(sections["Reference"][0], f"docs/reference/{stage.FIRST[0]}")
        self.assertEqual(sections["Experiments"][0], "experiments/README.md")
        self.assertEqual(sections["Explanation"][-1]["Decisions"][0], f"docs/explanation/decisions/{stage.FIRST[0]}")

    def test_a_folder_without_a_section_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "page.md: SECTIONS .* lacks its folder"):
            stage.navigation([f"docs/{NEW}/page.md"])

    def test_links_lead_to_what_is_staged(self):
        count = 0
        for path, text in self.staged.pages.items():
            prose = re.sub(r"^ *```.*?^ *```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
            for link in re.findall(r'\]\(([^)\s#:]+)[#)]|src="([^":]+)"', prose):
                target = os.path.normpath(os.path.join(os.path.dirname(path), "".join(link)))
                self.assertTrue(target in self.staged.pages or target in self.staged.files, f"{path}: {target}")
                count += 1
        self.assertGreater(count, 1000)

    def test_a_folder_is_a_list_of_its_files(self):
        page = self.staged.pages["results/trap/index.md"]
        self.assertIn("# results/trap\n", page)
        self.assertIn("- [manifest.json](manifest.json)\n", page)
        self.assertIn("results/trap/manifest.json", self.staged.files)
        self.assertIn("](../results/README.md)", self.staged.pages["experiments/README.md"])
        self.assertIn("[Models](models/index.md)", self.staged.pages[f"docs/reference/{stage.FIRST[0]}"])

    def test_links_in_code_stay(self):
        text = self.staged.page(f"docs/{NEW}.md", "`[a](..)` [b](how-to)\n\n```text\n[c](..)\n```\n")
        self.assertEqual(text, "`[a](..)` [b](how-to/index.md)\n\n```text\n[c](..)\n```\n\n")

    def test_libraries_are_public_or_of_the_tool(self):
        public, own = stage.libraries(["Models.public", "Files"]).split("These are")
        self.assertIn('<a href="api/Models/documentation/models/">Models</a>', public)
        self.assertIn('<a href="api/Files/documentation/files/">Files</a>', own)


class DialectTests(unittest.TestCase):
    def assert_rewritten(self, text, expected):
        self.assertEqual("\n".join(rewritten(textwrap.dedent(text).splitlines())), textwrap.dedent(expected).rstrip())

    def test_levels_of_lists_have_four_spaces(self):
        self.assert_rewritten(
            """\
            - a
              b
              - c
                d
            - e

            f
            """, """\
            - a
                b
                - c
                    d
            - e

            f
            """)

    def test_a_block_of_code_in_a_list_moves_with_it(self):
        self.assert_rewritten(
            """\
            1. a
               ```sh exit=3
               b
                 c
               ```
            2. d
            """, """\
            1. a

                ```sh
                b
                  c
                ```

            2. d
            """)

    def test_a_list_needs_a_blank_line_in_front(self):
        self.assert_rewritten("a\n- b\n- c\n", "a\n\n- b\n- c\n")

    def test_a_number_at_the_start_of_a_line_begins_no_list(self):
        self.assert_rewritten("exit code\n70. More\n  text\n", "exit code\n70. More\n  text\n")

    def test_code_keeps_its_language_and_the_name_of_its_file(self):
        self.assert_rewritten("```yaml my.yml\n- a\n  - b\n```", '```yaml title="my.yml"\n- a\n  - b\n```')
        self.assert_rewritten("```yaml part\n```", "```yaml\n```")
        self.assert_rewritten("```sh unrun: needs a.yml\n```", "```sh\n```")


class CheckTests(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder)
            (site / "api").mkdir()
            (site / "api/index.html").write_text('<a href="none">', encoding="utf-8")
            (site / "b.html").write_text('<h1 id="top">B</h1>', encoding="utf-8")
            (site / "a.html").write_text(text, encoding="utf-8")
            return [problem.replace(f"{site}/", "") for problem in check_site.problems(site, "api")]

    def test_what_is_there_is_fine(self):
        self.assertEqual(self.problems(
            '<p id="x"><a href="b.html#top"><a href="#x"><a href="/b.html"><a href="api/"><a href="https://a.b/c">'
            '<img src="b.html"><pre>- a\n| b</pre><code>**</code> a - b'), [])

    def test_dead_links_are_found(self):
        self.assertEqual(
            self.problems('<a href="c.html"><a href="b.html#x"><a href="#y"><img src="d.png">'),
            ["a.html: no such file: d.png", "a.html: no such file: c.html", "a.html: no such anchor: b.html#x",
             "a.html: no such anchor: #y"])

    def test_nothing_comes_from_elsewhere(self):
        self.assertEqual(
            self.problems('<script src="https://a.b/c.js"></script><link href="//a.b/d.css">'),
            ["a.html: loads https://a.b/c.js", "a.html: loads //a.b/d.css"])

    def test_markdown_that_is_left_is_found(self):
        self.assertEqual(
            self.problems("<p>a\n- b\n| c</p><code>d</code><p>**e"),
            [f"a.html: not understood: {text}" for text in ("- b", "| c", "**e")])

    def test_a_site_without_pages_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(list(check_site.problems(pathlib.Path(folder), "api")), [f"{folder}: no pages"])


if __name__ == "__main__":
    unittest.main()
