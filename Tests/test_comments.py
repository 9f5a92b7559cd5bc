"""Comments of Swift code are sentences, or names of the things that they describe.

A comment is headless where its first sentence is only a clause or a phrase with a preposition:
"What a push costs.", "Of all messages.", "As the schema calls it." A noun that defines a
declaration ("The cost of a push.") and a verb ("Adds a push.") are fine, and so is
"Whether it is open." of a Boolean and "Nil: it never ends."
"""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACES = ["Sources", "Tests", "Benchmarks", "Snippets", "Fuzz"]
# They may only become fewer: lower the number when some are mended, never raise it.
HEADLESS_MAX = 0
HISTORY_MAX = 0

# A comment that begins with one of these is headless, whatever follows.
CLAUSES = ["What", "Which", "Whose", "Whom", "How", "Why"]
# These begin a clause: a main clause must follow behind a comma.
SUBORDINATE = [
    "As", "If", "When", "Where", "Since", "Because", "While", "Until", "Unless", "Whatever"]
# These begin a phrase: a verb must follow outside of relative clauses.
PREPOSITIONS = [
    "Of", "With", "Without", "For", "To", "By", "From", "In", "On", "At", "Between", "Behind",
    "Beside", "Besides", "Before", "After", "Beyond", "Under", "Over", "Into", "Per", "Like",
    "Against", "Among", "Within", "Else"]
VERBS = """
    add adds agree agrees alarm alarms allow allows am appear appears are arrive arrives ask
    asked asks be beat beats become becomes been begin begins belong belongs bring brings came
    can cannot change changes close closes come comes contain contains cost costs could count
    counts cover covers cut cuts decide decides depend depends did differ differs do does draw
    draws end ends exceed exceeds fail fails fall falls find finds follow follows forget forgets
    found gain gains gave get gets give gives go goes got grow grows had happen happens has have
    help helps hit hits hold holds ignores join joins keep keeps know knows last lasts lay lead
    leads leave leaves let lets lie lies look looks lose loses made make makes matter matters
    may mean means measured measures meet meets might miss misses move moves must need needs
    occur occurs open opens overwrite overwrites part parts pass passes print prints put puts
    reach reaches read reads refuse refuses remain remains return returns revoke revokes rise
    rises run runs said say says see sees send sends serve serves set sets shall share shares
    should show shows speak speaks stand stands start starts stay stays stood stop stops take
    takes tell tells throw throws took use uses varies vary wait waits wake wakes warn warns was
    went were will win wins work works would write writes is
    """.split()
RELATIVE = re.compile(
    r"\b(that|which|who|whose|whom|where|when|while|if|as|until|what|how|whether)\b[^,;:.]*")
CODE = re.compile(r"`[^`]*`")

# They tell how the code came to be, or lead to files that are not there.
HISTORY = re.compile(
    r"(\b[Cc]ontract\b|\b[Pp]art \d+ (of|is)\b|\bfindings/|\bfindings\.md|\b[Tt]oday\b"
    r"|\barchitecture\.md\b"
    r"|\.\./shared\b)")
PAGE = re.compile(r"\b[\w./-]+\.md\b")


def comments(text):
    """(line from 1, text) of each comment: neighbouring lines of one kind, or behind code."""
    found, kind = [], None
    for number, line in enumerate(text.splitlines(), 1):
        whole = re.match(r"\s*(///?)(?!/)\s?(.*)$", line)
        behind = None if whole else re.search(r'^[^"]*[^":/\s]\s+//\s+(.*)$', line)
        if whole and kind == whole[1]:
            found[-1][1].append(whole[2].strip())
        elif whole:
            found.append((number, [whole[2].strip()]))
        elif behind:
            found.append((number, [behind[1]]))
        kind = whole[1] if whole else None
    return [(number, " ".join(lines).strip()) for number, lines in found]


def first_sentence(text):
    return re.split(r"(?<=[.!?])\s+(?=[A-Z`(\[0-9-])|\s- Parameter", text)[0]


def parameters(text):
    """The meanings of parameters, and of `- Returns:`, `- Throws:` and the like."""
    items = re.split(r"(?:^|\s)- (?:Parameter )?(?=\w+: (?!- ))", text)[1:]
    return [item.partition(": ")[2] for item in items]


def has_verb(text):
    words = re.findall(r"[a-z]+", text.lower())
    return any(word in VERBS for word in words)


def is_headless(text):
    heading = re.match(r"MARK: (?:- )?(\w*)", text)
    if heading:
        return heading[1] in CLAUSES
    sentence = CODE.sub("Code", first_sentence(text))
    word = (re.findall(r"^[A-Z][a-z]+(?![\w.])", sentence) or [""])[0]
    if sentence.endswith("?"):
        return False
    if word in CLAUSES:
        return True
    if word == "That":
        return not re.match(r"That (\w+ )?(is|was|has|does|can|cannot|may|must|would)\b", sentence)
    if word in SUBORDINATE:
        return not any(has_verb(rest) for rest in re.split(r"[,:;]", sentence)[1:])
    if word in PREPOSITIONS:
        return not has_verb(RELATIVE.sub("", sentence))
    return False


def sources():
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*.swift")):
            if ".build" not in path.parts:
                yield str(path.relative_to(ROOT)), path.read_text()


class Comments(unittest.TestCase):
    all = [(f"{path}:{number}", text) for path, source in sources()
           for number, text in comments(source)]

    def test_there_are_comments(self):
        self.assertGreater(len(self.all), 5000)

    def test_few_are_headless(self):
        found = [f"{place}: {text[:80]}" for place, text in self.all if is_headless(text)]
        self.assertLessEqual(len(found), HEADLESS_MAX, "\n" + "\n".join(found))

    def test_no_parameter_is_headless(self):
        found = [f"{place}: {each[:80]}" for place, text in self.all
                 for each in parameters(text) if is_headless(each)]
        self.assertEqual(found, [])

    def test_none_tells_how_the_code_came_to_be(self):
        found = [f"{place}: {text[:160]}" for place, text in self.all if HISTORY.search(text)]
        self.assertLessEqual(len(found), HISTORY_MAX, "\n" + "\n".join(found))

    def test_pages_that_are_named_are_there(self):
        names = {path.name for path in ROOT.rglob("*.md")}
        found = [
            f"{place}: {page}" for place, text in self.all for page in PAGE.findall(text)
            if not ((ROOT / page).exists() or ("/" not in page and page in names))]
        self.assertEqual(found, [])


def descriptions(node):
    """The meanings of keys in a schema, at any depth."""
    if isinstance(node, dict):
        if isinstance(node.get("description"), str):
            yield node["description"]
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from descriptions(each)


class Meanings(unittest.TestCase):
    def test_no_meaning_of_a_key_is_headless(self):
        schema = json.loads((ROOT / "docs/scenario.schema.json").read_text())
        all = sorted(set(descriptions(schema)))
        self.assertGreater(len(all), 300)
        self.assertEqual([each for each in all if is_headless(each)], [])


class Headless(unittest.TestCase):
    def test_clauses_and_phrases_are(self):
        for text in [
            "What a push costs.", "Of all messages.", "As the schema calls it.",
            "How many there are: at most 10.", "With the digits of a scenario.",
            "Of the device that is away.", "That of the first row.", "When it ends.",
            "MARK: - What it costs",
            "For each place in a burst, from 1, the probability that it goes on.",
        ]:
            self.assertTrue(is_headless(text), text)

    def test_sentences_and_names_are_not(self):
        for text in [
            "The cost of a push.", "Adds a push.", "Whether it is open.", "Nil: it never ends.",
            "As in R5.5, the second one waits.", "When it ends, the next one begins.",
            "Of a digest, only the newest message counts.", "How many are there?",
            "With two replications there are no controls.", "That is rare.",
            "MARK: In words",
        ]:
            self.assertFalse(is_headless(text), text)

    def test_parameters_are_found(self):
        self.assertEqual(
            parameters("Adds. - Parameters: - a: The one. - b: Of two. - Returns: What is left."),
            ["The one.", "Of two.", "What is left."])

    def test_history_is_found_out(self):
        for text in ["Promise 1 of the contract.", "Today it is so.", "Part 3 of the work."]:
            self.assertTrue(HISTORY.search(text), text)

    def test_comments_are_read_as_blocks(self):
        text = '/// One\n/// sentence.\n// Another.\nlet a = "// no"  // Behind.\nlet b = "x" // y'
        self.assertEqual(
            [each[1] for each in comments(text)][:2], ["One sentence.", "Another."])


if __name__ == "__main__":
    unittest.main()
