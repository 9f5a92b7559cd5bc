"""The mutants of all features: each folder of Tests/Features may have a mutants.py."""

import pathlib
import runpy

FEATURES = pathlib.Path(__file__).resolve().parent / "Features"
FEATURE_MUTANTS = [
    mutant for path in sorted(FEATURES.glob("*/mutants.py")) for mutant in runpy.run_path(str(path))["MUTANTS"]]
