"""The table of figures, each with its target and its ratios to the peers."""


class Report:
    """Prints a line as soon as it is known, and remembers which targets were missed."""

    def __init__(self):
        self.met = 0
        self.missed = []

    def section(self, title):
        print(f"\n{title:<44} {'figure':>14}  {'target':<20} {'':<7} {'x C':>6} {'x SimPy':>8}",
              flush=True)

    def line(self, name, figure, target="", holds=None, c=None, simpy=None):
        """`holds`: whether the target is met; `c`, `simpy`: our speed over theirs."""
        verdict = "" if holds is None else "ok" if holds else "MISSED"
        if holds:
            self.met += 1
        elif holds is not None:
            self.missed.append(f"{name}: {figure}, not {target}")
        c_text = "" if c is None else f"{c:.2f}" if c >= 0.1 else f"{c:.3f}"
        simpy_text = "" if simpy is None else f"{simpy:.0f}"
        text = f"{name:<44} {figure:>14}  {target:<20} {verdict:<7} {c_text:>6} {simpy_text:>8}"
        print(text.rstrip(), flush=True)

    def end(self):
        print(f"\n{self.met} targets met, {len(self.missed)} missed")
        for text in self.missed:
            print(f"  missed: {text}")


def millions(rate):
    return f"{rate / 1e6:.2f} M/s"


def megabytes(memory):
    return f"{memory / 1e6:.0f} MB"
