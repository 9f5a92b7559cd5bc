"""Rare shares and differences with their intervals, and their words in report and script.

Shares below 0.01 %, and those so near 100 %, are told per million if half the interval is below
0.01 %. An interval is, if both ends are so rare. The words are written by hand."""

# Value, low, high; value and interval in words.
SHARES = [
    (1e-6, 0.5e-6, 1.5e-6, "1 per million", "0.5 to 1.5 per million"),
    (9.9e-5, 9.8e-5, 9.95e-5, "99 per million", "98.0 to 99.5 per million"),
    (1 - 3e-6, 1 - 3.2e-6, 1 - 2.8e-6, "all but 3 per million", "all but 2.8 to 3.2 per million"),
    (0.99995, 0.99992, 0.99998, "all but 50 per million", "all but 20 to 80 per million"),
    (5e-5, 1e-5, 3e-4, "0.0050 %", "0.0010 to 0.0300 %"),
]
DIFFERENCES = [
    (0.85e-6, 0.4e-6, 1.3e-6, "+0.85 per million", "+0.4 to +1.3 per million"),
    (-2e-5, -3e-5, -1e-5, "−20 per million", "−30 to −10 per million"),
    (1e-6, 0, 2e-6, "+1 per million", "0 to +2.0 per million"),
    (-9.9e-5, -9.95e-5, -9.8e-5, "−99 per million", "−99.5 to −98.0 per million"),
    (5e-5, -1e-3, 1.1e-3, "+0.0050 pp", "−0.1000 to +0.1100 pp"),
]
