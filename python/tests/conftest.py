"""Tests begin with the usual signals."""

import signal

# A job in the background of a shell, or of nohup, inherits that it ignores these; and so would programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
    signal.signal(number, signal.SIG_DFL)
