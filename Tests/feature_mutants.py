"""The mutants of all features: each folder of Tests/Features may have a mutants.py."""

import pathlib
import runpy

FEATURES = pathlib.Path(__file__).resolve().parent / "Features"
BY_FEATURE = {
    path.parent.name: runpy.run_path(str(path))["MUTANTS"] for path in sorted(FEATURES.glob("*/mutants.py"))}
FEATURE_MUTANTS = [mutant for mutants in BY_FEATURE.values() for mutant in mutants]
