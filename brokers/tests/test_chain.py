"""The check chain, step by step (docs/reference/model.md, R5.1 to R5.4)."""

import unittest

from player.article.chain import Arrival, Chain, Request, Shown, parse
from player.article.compare import differences, simulated_messages, simulated_requests
from player.article.ledger import Asked, Ledger, Told
from player.errors import PlayError


class ChainTests(unittest.TestCase):
    def setUp(self):
        self.asked: list[Request] = []
        self.answer = True

    def chain(self, **settings) -> Chain:
        def ask(request: Request) -> bool:
            self.asked.append(request)
            return self.answer

        return Chain("me", ask, **settings)

    def arrive(self, chain: Chain, *positions: int):
        return [chain.arrive(Arrival("me", position, position - 1)) for position in positions][-1]

    def test_1_what_is_not_ours_is_shown_and_leaves_no_receipt(self):
        chain = self.chain()
        self.assertIs(chain.arrive(None).shown, Shown.ITSELF)
        self.assertEqual((chain.receipts, chain.saved), (0, None))

    def test_2_a_receipt_for_each(self):
        chain = self.chain()
        self.arrive(chain, 1, 2)
        self.assertEqual(chain.receipts, 2)

    def test_3_another_device_id_forgets_the_position(self):
        chain = self.chain()
        self.arrive(chain, 1)
        chain.saved_hash = "other"
        self.arrive(chain, 9)
        self.assertEqual((chain.saved, chain.saved_hash, self.asked), (9, "me", []))

    def test_4_other_queues_leave_the_position(self):
        chain = self.chain()
        self.arrive(chain, 1)
        for push in (Arrival("me", None, 4), Arrival("other", 9, 4)):
            self.assertIs(chain.arrive(push).shown, Shown.ITSELF)
        self.assertEqual((chain.saved, self.asked), (1, []))

    def test_5_the_first_position_reveals_nothing(self):
        chain = self.chain()
        self.arrive(chain, 5)
        self.assertEqual((chain.saved, self.asked), (5, []))

    def test_6_in_order_or_late_is_no_gap(self):
        chain = self.chain()
        self.arrive(chain, 1, 2, 3, 2)
        self.assertEqual((chain.saved, self.asked), (3, []))

    def test_6_as_printed_sees_a_false_gap(self):
        chain = self.chain(as_printed=True)
        self.arrive(chain, 1, 2)
        self.assertEqual(chain.saved, 1)
        self.arrive(chain, 3)
        self.assertEqual((chain.saved, self.asked), (3, [Request(2, 2, 3)]))

    def test_7_saved_although_the_request_fails(self):
        chain = self.chain()
        self.answer = False
        self.arrive(chain, 1, 4)
        self.arrive(chain, 5)
        self.assertEqual((chain.saved, self.asked), (5, [Request(2, 3, 4)]))

    def test_8_too_many_are_summarised_unasked(self):
        chain = self.chain(repeat_limit=2)
        self.assertEqual(list(self.arrive(chain, 1, 5).missed), [2, 3, 4])
        self.assertEqual(self.asked, [])
        self.assertIs(self.arrive(chain, 8).shown, Shown.ITSELF)
        self.assertEqual(self.asked, [Request(6, 7, 8)])

    def test_9_a_failure_is_a_summary(self):
        chain = self.chain()
        self.answer = False
        result = self.arrive(chain, 1, 4)
        self.assertEqual((result.shown, list(result.missed), result.has_answer), (Shown.SUMMARY, [2, 3], False))

    def test_a_payload_needs_a_message(self):
        self.assertEqual(parse({"message": 3, "position": 4, "device_hash": "me"}), Arrival("me", 4, 3))
        with self.assertRaises(PlayError):
            parse({"position": 4})


def outcome(message: int, fate: str, shown=None, summarised=None):
    return {"message": message, "fate": fate, "shown_us": shown, "summarised_us": summarised}


def event(kind: str, number: int, time_us: int = 0, messages=()):
    return {"kind": kind, "subject": "message", "number": number, "time_us": time_us, "messages": list(messages)}


class CompareTests(unittest.TestCase):
    document = {
        "device": 0,
        "outcomes": [
            outcome(0, "shown", 1), outcome(1, "summarised", None, 9), outcome(2, "pending"), outcome(3, "lost")],
        "events": [
            event("requested", 1, 9, [0]), event("answered-failed", 1, 9), event("replaced-in-centre", 0)],
    }

    def ledger(self) -> Ledger:
        messages = {
            (0, 0): Told(1, again=1), (0, 1): Told(None, 9), (0, 2): Told(is_kept=True), (0, 3): Told()}
        return Ledger(messages, {0: [Asked(9, 1, (0,), "failed")]})

    def test_a_story_is_read(self):
        self.assertEqual(simulated_messages(self.document)[0], Told(1, again=1))
        self.assertEqual(simulated_requests(self.document), [Asked(9, 1, (0,), "failed")])

    def test_the_same_is_no_difference(self):
        self.assertEqual(differences([self.document], self.ledger()), [])

    def test_each_part_counts(self):
        for change in (
            lambda one: setattr(one.messages[0, 0], "shown_us", 2),
            lambda one: setattr(one.messages[0, 0], "again", 0),
            lambda one: setattr(one.messages[0, 1], "summarised_us", 8),
            lambda one: setattr(one.messages[0, 2], "is_kept", False),
            lambda one: setattr(one.messages[0, 3], "shown_us", 3),
            lambda one: one.asked[0].clear(),
            lambda one: one.asked[0].append(Asked(10, 3, (2,), "success")),
        ):
            ledger = self.ledger()
            change(ledger)
            self.assertEqual(len(differences([self.document], ledger)), 1)


if __name__ == "__main__":
    unittest.main()
