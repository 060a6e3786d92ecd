"""The command line: parses arguments, connects the packages, and returns an exit code.

Commands import what they need when they run, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

from roguelike.cli.program import main

__all__ = ["main"]
