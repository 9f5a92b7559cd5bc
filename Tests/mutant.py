"""A mutant, and the tests that must notice it."""

import functools
import pathlib
import re
from typing import NamedTuple

import rules

TESTS = pathlib.Path(__file__).resolve().parent
# The test target of a folder that does not have the target's name.
TARGETS = {"Features": "FeatureTests"}
SUITE = re.compile(r"^(?:@Suite\b.* )?(?:final |private )*(?:struct|class|enum|extension) (\w+)", re.MULTILINE)
TEST = re.compile(r"@Test\b.*?\bfunc (\w+)", re.DOTALL)


class Sources:
    """The sources by the names of their files: lists of mutants do not repeat where these lie."""

    folder = TESTS.parent / "Sources"

    def __truediv__(self, name):
        found = [path for path in self.folder.rglob(name) if path.is_file()]
        if len(found) != 1:
            raise ValueError(f"{name}: {len(found)} files of that name in Sources")
        return str(found[0].relative_to(TESTS.parent))


SOURCES = Sources()


class Mutant(NamedTuple):
    """One exact replacement in the sources."""

    # This is a rule's number, R3.1, or the name of the test that must fail, EstimateTests/byHand.
    shown_by: str
    file: str
    old: str
    new: str
    what: str
    # These tests of a rule are run. AgreementTests: only a comparison with another implementation notices it.
    tests: str = "Tests/Features/"

    @property
    def rule(self):
        return None if self.test else self.shown_by

    @property
    def test(self):
        return self.shown_by if "/" in self.shown_by else None

    @property
    def killers(self):
        """[(file, suite/function, or function alone)] of the tests that may notice."""
        if self.test:
            return [(file, self.test) for file in named_tests().get(self.test, [])]
        return [(file, name) for file, name in rules.functions().get(self.rule, []) if self.tests in file]

    @property
    def folders(self):
        """The folders of Tests that hold them."""
        return {pathlib.Path(file).parts[1] for file, _ in self.killers}

    @property
    def targets(self):
        """The test targets that hold them."""
        return {TARGETS.get(folder, folder) for folder in self.folders}

    @property
    def filter(self):
        """The pattern that chooses them among all tests."""
        names = sorted({name for _, name in self.killers})
        targets = sorted(self.targets)
        return rf"({'|'.join(targets)})\.(\w+/)*({'|'.join(names)})\(" if names else "no test"


@functools.cache
def named_tests():
    """Suite/function -> the files that declare it."""
    found = {}
    for path in sorted(TESTS.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        starts = [(match.start(), match[1]) for match in SUITE.finditer(text)]
        for test in TEST.finditer(text):
            suites = [name for start, name in starts if start < test.start()]
            if suites:
                file = str(path.relative_to(TESTS.parent))
                found.setdefault(f"{suites[-1]}/{test[1]}", []).append(file)
    return found


def without_test(mutants):
    """The mutants whose test is not there exactly once."""
    named = [mutant for mutant in mutants if mutant.test]
    return [
        f"{mutant.test}: {mutant.what}: found {len(mutant.killers)} tests of that name"
        for mutant in named if len(mutant.killers) != 1]
