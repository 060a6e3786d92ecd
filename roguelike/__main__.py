"""The program: `roguelike`, or `python -m roguelike`."""

from __future__ import annotations

import gc
import signal
import sys


def main() -> int:
    """Run the program and return its exit code; without a terminal in use, Ctrl-C ends it silently."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(10_000)  # as usual, a tenth of the start would go into collecting what is imported
    from roguelike import cli  # noqa: PLC0415 -- an interrupt in the middle of an import would be a traceback

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
