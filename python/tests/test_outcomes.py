"""Each function gives what its command has found out."""

import shutil
import unittest
from pathlib import Path

import deliverysim
from deliverysim import outcomes

from .places import RESULTS, ROOT, TOOL, needs_tool
from .test_run import Folder

def test_files_beside_a_scenario():
    for name in ("my.yml", "my.yaml", "my"):
        assert outcomes.beside(Path("there", name), ".inputs.json") == Path("there/my.inputs.json")
    assert outcomes.beside(Path("my.v1"), ".answer.json") == Path("my.v1.answer.json")


SMALL = {"extends": "mail", "name": "small", "devices": 20, "replications": 4}
OWN = ROOT / "experiments/calibrate-own"


@needs_tool
class Found(Folder):
    def ask(self, function, *arguments, **options):
        return function(*arguments, tool=TOOL, **options)

    def test_a_dict_is_a_scenario(self):
        results = self.ask(deliverysim.run, SMALL, strategy="gap-recovery")
        self.assertEqual(results.scenario["name"], "small")
        self.assertIn("<p>", results._repr_html_())

    def test_faults_have_their_places(self):
        with self.assertRaises(deliverysim.ToolFailed) as raised:
            self.ask(deliverysim.run, {**SMALL, "seed": "x", "provider": {"links": 3}})
        seed, link = raised.exception.places
        self.assertEqual((seed.path, seed.line, seed.column), ("seed", 6, 10))
        self.assertTrue(seed.file.endswith("scenario.json"))
        self.assertEqual((link.path, link.suggestion), ("provider.links", "link"))
        self.assertIn("retention", link.allowed)
        with self.assertRaises(deliverysim.ToolFailed) as raised:
            self.ask(deliverysim.run, SMALL, devices=-1)
        (devices,) = raised.exception.places
        self.assertEqual((devices.file, devices.line, devices.found), ("--set", None, "-1"))

    def test_plan_and_validate(self):
        plan = self.ask(deliverysim.plan, SMALL, threads=2, shards=3)
        # 4 strategies in 4 replications.
        self.assertEqual((plan["units"], plan["threads"], len(plan["shards"])), (16, 2, 3))
        self.assertIn("<th>time</th>", plan._repr_html_())
        resolved = self.ask(deliverysim.validate, SMALL, network__offline__weibull__scale="30m")
        self.assertEqual(resolved["network"]["offline"]["weibull"]["scale"], "30m")
        self.assertEqual(self.ask(deliverysim.validate, resolved), resolved)

    def test_best_and_its_search(self):
        chosen = self.ask(deliverysim.best, SMALL, budget=4, maximise="deliverability", worth="1%")
        self.assertEqual(chosen.answer["kind"], "choice")
        self.assertEqual(len(chosen.best), 4)
        self.assertGreater(len(chosen.best.pandas()), 0)

    def test_sensitivity(self):
        factors = [
            {"factor": "link", "path": "provider.link.loss", "law": {"uniform": {"min": 0, "max": 0.1}}},
            {"factor": "kept", "path": "provider.retention",
             "law": {"uniform": {"min": "1d", "max": "9d"}}}]
        found = self.ask(
            deliverysim.sensitivity,
            {**SMALL, "sweep": {"sample": {"lhs": 4, "factors": factors}}}, method="morris", trajectories=4, replications=2, strategy="fire-and-forget")
        self.assertEqual({row["factor"] for row in found.sensitivity},
                         {one["factor"] for one in found.answer["influences"]})
        self.assertEqual(len(found.design), 4 * (2 + 1))

    def test_fit_start_and_calibrate(self):
        log = self.folder / "log.csv"
        log.write_text("".join((OWN / "receipts.csv").read_text().splitlines(keepends=True)[:2000]))
        fitted = self.ask(deliverysim.fit, log, replications=2)
        self.assertTrue(fitted.scenario.is_file())
        self.assertEqual(fitted.inputs.name, "fitted.inputs.json")
        self.assertIn("device", repr(fitted))
        self.assertIsNone(self.ask(deliverysim.fit, log, replications=2, dry_run=True).scenario)
        started = self.ask(deliverysim.start, log, no_report=True, out=self.folder / "first")
        self.assertTrue(started.scenario.is_file())
        self.assertIsNone(started.report)
        self.assertEqual(started.exit_code, 0, started.text)
        self.assertTrue(started.answer.sentences)
        with self.assertRaisesRegex(deliverysim.ToolFailed, "log.csv"):
            self.ask(deliverysim.fit, self.folder / "no-log.csv")

    def test_calibrate(self):
        shutil.copy(self.scenario, self.folder / "assumed.yml")
        observed = self.folder / "observed.csv"
        observed.write_text("metric,value,std_error\npush_loss,0.05,0.005\n")
        found = self.ask(
            deliverysim.calibrate, self.folder / "assumed.yml", observed=observed,
            unknown="network.online.exponential.mean", strategy="fire-and-forget",
            replications=10, out=self.folder / "found.yml", devices=5, duration="3d")
        # Within a few standard errors some mean time online gives this loss.
        self.assertEqual(found.exit_code, 0, found.text)
        self.assertEqual([one["path"] for one in found.answer["unknowns"]],
                         ["network.online.exponential.mean"])
        self.assertGreater(len(found.table), 0)

    def test_calibrate_extends_a_dict(self):
        observed = self.folder / "observed.csv"
        observed.write_text("metric,value,std_error\npush_loss,0.05,0.005\n")
        options = {"observed": observed, "unknown": "network.online.exponential.mean",
                   "strategy": "fire-and-forget", "replications": 10}
        scenario = {**SMALL, "devices": 5, "duration": "9d"}
        kept = self.ask(deliverysim.calibrate, scenario, out=self.folder / "found.yml", **options)
        for found in (kept, self.ask(deliverysim.calibrate, scenario, **options)):
            self.assertEqual(self.ask(deliverysim.validate, found)["devices"], 5)
        self.assertTrue((self.folder / "found.assumed.json").is_file())
        with self.assertRaisesRegex(deliverysim.Error, "^out: .*found.assumed.json has another scenario already; force"):
            self.ask(deliverysim.calibrate, {**scenario, "devices": 6},
                     out=self.folder / "found.yml", **options)
        self.ask(deliverysim.calibrate, {**scenario, "devices": 6}, force=True,
                 out=self.folder / "found.yml", **options)
        self.assertIn("6", (self.folder / "found.assumed.json").read_text())

    def test_check(self):
        found = self.ask(
            deliverysim.check, RESULTS / "bursts", baseline=deliverysim.read(RESULTS / "bursts"))
        self.assertTrue(found.has_passed)
        self.assertEqual({row["verdict"] for row in found.verdicts}, {"pass"})

    def test_stories_and_one_of_them(self):
        results = self.ask(deliverysim.run, SMALL)
        stories = self.ask(deliverysim.stories, results, strategy="fire-and-forget").table
        row = next(row for row in stories if row["cause"] == "overwritten")
        place = {name: row[name] for name in ("replication", "device", "message")}
        story = self.ask(deliverysim.explain, results, strategy="fire-and-forget", **place)
        self.assertIn(row["words"], " ".join(story.text.split()))
        self.assertEqual(len(story.events), len(story.document["events"]))
        self.assertIn("srcdoc=", story._repr_html_())
        both = self.ask(deliverysim.explain, results, strategy="fire-and-forget",
                        compare="gap-recovery", **place)
        self.assertIn("srcdoc=", both._repr_html_())
        for name in ("document", "events"):
            with self.assertRaisesRegex(deliverysim.Error, "^a comparison of strategies has no events"):
                getattr(both, name)


if __name__ == "__main__":
    unittest.main()
