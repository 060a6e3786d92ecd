"""A process that does nothing until it is killed."""

from __future__ import annotations

import signal

if __name__ == "__main__":
    signal.pause()
