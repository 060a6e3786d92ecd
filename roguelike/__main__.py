"""The program: `roguelike`, or `python -m roguelike`."""

from __future__ import annotations

import sys

from roguelike.cli import main

if __name__ == "__main__":
    sys.exit(main())
