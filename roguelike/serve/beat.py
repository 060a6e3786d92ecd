"""How often the processes of a server tell their parent that they are alive."""

from __future__ import annotations

from typing import Final

BEAT: Final = 1.0
"""Seconds between two beats."""
MISSED: Final = 10.0
"""Seconds without a beat after which a process counts as hanging."""
