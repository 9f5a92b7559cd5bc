"""The endpoint's queue, and what counts as the same within the noise."""

import asyncio
import unittest

from player.storm.compare import Storm, rows
from player.storm.endpoint import Endpoint


class EndpointTests(unittest.TestCase):
    def test_who_comes_first_is_served_first(self):
        ended: list[int] = []

        async def ask(endpoint: Endpoint, number: int) -> None:
            status, _ = await endpoint.serve()
            self.assertEqual(status, 200)
            ended.append(number)

        async def run() -> None:
            endpoint = Endpoint(1, 0.001, 30, seed=1)
            await asyncio.gather(*(ask(endpoint, number) for number in range(20)))

        asyncio.run(run())
        self.assertEqual(ended, list(range(20)))

    def test_who_waits_too_long_leaves(self):
        # The one server is busy for about a day.
        answers = asyncio.run(self.leaving())
        self.assertEqual(answers, [(503, 0.05)] * 3)

    async def leaving(self) -> list[tuple[int, float]]:
        endpoint = Endpoint(1, 86_400, 0.05, seed=1)
        busy = asyncio.create_task(endpoint.serve())
        await asyncio.sleep(0)
        answers = await asyncio.gather(*(endpoint.serve() for _ in range(3)))
        busy.cancel()
        return answers


class NoiseTests(unittest.TestCase):
    def storms(self, *waits: float) -> list[Storm]:
        return [Storm(100, 20 + place % 2, wait) for place, wait in enumerate(waits)]

    def test_means_within_the_noise_agree(self):
        found = rows(self.storms(1.0, 1.2, 1.1, 1.3), self.storms(1.1, 1.3, 1.2, 1.2))
        self.assertTrue(all(row.agrees for row in found))
        # By hand: means 1.15 and 1.2, variances 1/60 and 1/150, four runs each.
        self.assertAlmostEqual(found[1].distance, -0.05 / ((1 / 60 + 1 / 150) / 4) ** 0.5)

    def test_means_apart_differ(self):
        found = rows(self.storms(1.0, 1.2, 1.1, 1.3), self.storms(2.1, 2.3, 2.2, 2.2))
        self.assertFalse(found[1].agrees)


if __name__ == "__main__":
    unittest.main()
